//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"database/sql"
)

// A cluster is a server of PostgreSQL in a directory of its own, which speaks
// on a socket there and nowhere else.
type cluster struct {
	dir    string
	server *exec.Cmd
	err    error
}

var (
	postgres  = sync.OnceValue(startPostgres)
	databases atomic.Int64
	running   *cluster
)

// newPostgres makes a new database, or skips the test where PostgreSQL isn't
// installed.
func newPostgres(t *testing.T) database {
	t.Helper()
	c := postgres()
	if c == nil {
		t.Skip("PostgreSQL isn't installed")
	}
	if c.err != nil {
		t.Fatal(c.err)
	}
	admin, err := sql.Open("pgx", c.source("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	name := fmt.Sprint("shop", databases.Add(1))
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return database{"pgx", c.source(name)}
}

func (c *cluster) source(name string) string {
	return fmt.Sprintf("host=%s user=postgres dbname=%s", c.dir, name)
}

// startPostgres starts a server, and returns nil if there is none to start.
func startPostgres() *cluster {
	bin := postgresDir()
	if bin == "" {
		return nil
	}
	dir, err := os.MkdirTemp("/tmp", "pg") // the path of a socket has to be short
	c := &cluster{dir: dir, err: err}
	if err != nil {
		return c
	}
	running = c
	attr, err := servant(dir)
	if err != nil {
		c.err = err
		return c
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--no-locale", "-E", "UTF8")
	initdb.Dir, initdb.SysProcAttr = dir, attr
	if out, err := initdb.CombinedOutput(); err != nil {
		c.err = fmt.Errorf("initdb: %w\n%s", err, out)
		return c
	}
	c.server = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-F")
	c.server.Dir, c.server.SysProcAttr = dir, attr
	if c.err = c.server.Start(); c.err != nil {
		return c
	}
	db, err := sql.Open("pgx", c.source("postgres"))
	if err != nil {
		c.err = err
		return c
	}
	defer db.Close()
	for range 300 {
		if c.err = db.Ping(); c.err == nil {
			return c
		}
		time.Sleep(100 * time.Millisecond)
	}
	return c
}

// postgresDir returns where the server's commands are, which is often not on
// the path.
func postgresDir() string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir
		}
	}
	return ""
}

// servant gives dir to an ordinary user, since PostgreSQL refuses to run as
// root, and returns how to run a command as that user.
func servant(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, os.Chown(dir, uid, gid)
}

// stopPostgres ends the server that the tests started.
func stopPostgres() {
	if running == nil {
		return
	}
	if running.server != nil && running.server.Process != nil {
		running.server.Process.Signal(syscall.SIGINT) // a fast shutdown
		running.server.Wait()
	}
	os.RemoveAll(running.dir)
}
