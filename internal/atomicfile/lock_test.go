package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// holderEnv turns this test binary into a second process that takes the lock
// and holds it until it is killed.
const holderEnv = "ATOMICFILE_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holderEnv); path != "" {
		hold(path)
		return
	}
	m.Run()
}

func hold(path string) {
	_, err := Lock(path)
	fmt.Println("locked:", err)
	bufio.NewReader(os.Stdin).ReadByte() // until the pipe closes or the process is killed
}

func TestLockInOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path) {
		t.Errorf("second lock: %v", err)
	}
	for range 2 { // the second release is harmless
		if err := release(); err != nil {
			t.Error(err)
		}
	}
	release, err = Lock(path)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	release()
}

func TestLockOutlivesCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holderEnv+"="+path)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "locked: <nil>\n" {
		t.Errorf("the other process said %q, %v", line, err)
	}
	if _, err := Lock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("while another process holds it: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	release, err := Lock(path)
	if err != nil {
		t.Fatalf("after the crash: %v", err)
	}
	release()
}

func TestLockNeedsFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "lock")
	if _, err := Lock(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
