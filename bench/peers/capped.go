package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// capped runs a command to its end, or stops it and tells why: it took too long, or its process more memory than it may.
func capped(ctx context.Context, cmd *exec.Cmd, memory int64) (stopped string, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	for {
		select {
		case err := <-done:
			return stopped, err
		case <-ctx.Done():
			stopped = fmt.Sprintf("stopped after %.0f minutes", time.Since(start).Minutes())
		case <-tick.C:
			if resident(cmd.Process.Pid) < memory {
				continue
			}
			stopped = fmt.Sprintf("stopped at %d GB, after %.0f s", memory>>30, time.Since(start).Seconds())
		}
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
			return stopped, err
		}
		return stopped, <-done
	}
}

// resident is the memory of a process, 0 where that is not known.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
}
