// Package ready runs what others paste: the steps of the GitHub Action, of the GitLab job and of the Dockerfile, in
// a clean folder and with what their programs would set; the hooks, with pre-commit itself; and the
// script that makes a release.
//
// What is not run are the programs of GitHub, GitLab and Docker.
package ready
