;; Plays a scene, which is in the file that RESLINT_SCENE names, and leaves Emacs with an error if it goes another way.  -*- lexical-binding: t -*-
(require 'cl-lib)
(require 'eglot)
(require 'json)

(defvar scene (let ((json-array-type 'list)) (json-read-file (getenv "RESLINT_SCENE"))))
(defun scene-at (key) (alist-get key scene))

(defun scene-shown ()
  "What Flymake has of reslint, the last first."
  (flymake-start)
  (sort (cl-remove-if-not (lambda (d) (string-match-p "reslint" (flymake-diagnostic-text d))) (flymake-diagnostics))
        (lambda (a b) (> (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))

(defun scene-wait-for (what met)
  (with-timeout (60 (error "waiting for %s; there is %S" what (mapcar #'flymake-diagnostic-text (scene-shown))))
    (while (not (funcall met))
      (accept-process-output nil 0.05))))

(defun scene-rules-p (rules)
  "Whether what is shown is of RULES, in the order of the lines."
  (let ((texts (nreverse (mapcar #'flymake-diagnostic-text (scene-shown)))))
    (and (= (length texts) (length rules))
         (cl-every (lambda (text rule) (string-match-p (regexp-quote rule) text)) texts rules))))

(defun scene-put (text)
  "Make the buffer TEXT, as by typing."
  (erase-buffer)
  (insert text)
  (scene-told))

(defun scene-told ()
  "Tell the server what has changed: a timer does it where Emacs is ever idle."
  (eglot--signal-textDocument/didChange))

(setq make-backup-files nil last-nonmenu-event t) ; no menus of the mouse
(set-language-environment "UTF-8")
(find-file (getenv "RESLINT_FILE"))
(unless (derived-mode-p 'go-mode 'go-ts-mode)
  (error "The mode is %s" major-mode))
(run-hooks 'post-command-hook) ; where eglot-ensure connects
(scene-wait-for "the server" #'eglot-managed-p)

(unless (string-empty-p (scene-at 'typed))
  (scene-put (scene-at 'typed)))
(scene-wait-for "findings" (lambda () (scene-rules-p (scene-at 'findings))))
(let ((saved (with-temp-buffer (insert-file-contents (getenv "RESLINT_FILE")) (buffer-string))))
  (unless (equal saved (scene-at 'before))
    (error "The file was saved")))

(unless (string-empty-p (scene-at 'action))
  (goto-char (flymake-diagnostic-beg (car (scene-shown))))
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt items &rest _)
               (or (cl-find (scene-at 'action) (mapcar #'car items) :test #'equal)
                   (error "%s is not among %S" (scene-at 'action) (mapcar #'car items))))))
    (eglot-code-actions (point) (point) nil t))
  (unless (string-empty-p (scene-at 'reason))
    (goto-char (point-min))
    (search-forward "//reslint:ignore")
    (end-of-line)
    (insert " " (scene-at 'reason))))
(save-buffer)
(scene-told)
(scene-wait-for "an end of the findings" (lambda () (null (scene-shown))))
(kill-emacs 0)
