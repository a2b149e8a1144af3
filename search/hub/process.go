package hub

import (
	"errors"
	"io"
	"os/exec"
	"sync"
	"time"
)

// link is the way to an engine: a process, or in tests something simpler.
type link interface {
	io.Reader // what the engine writes
	io.Writer // what it reads
	// hangUp closes what the engine reads.
	hangUp()
	// kill ends the engine without asking.
	kill()
	// wait waits for the engine's end, closes everything and tells how it
	// ended: nil if in good order.
	wait() error
	// lastWords returns the end of the engine's standard error.
	lastWords() string
}

// process is an engine that was started as a program.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr tail
}

// pipeDelay is how long a dead engine's standard error may stay open, kept by
// programs that it has started itself.
const pipeDelay = time.Second

// startProcess starts a program; argv must not be empty.
func startProcess(argv []string, dir string) (*process, error) {
	p := &process{cmd: exec.Command(argv[0], argv[1:]...)}
	p.cmd.Dir = dir
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = pipeDelay
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.stdout, err = p.cmd.StdoutPipe(); err != nil {
		return nil, errors.Join(err, p.stdin.Close())
	}
	return p, p.cmd.Start() // closes the pipes if it fails
}

func (p *process) Read(b []byte) (int, error)  { return p.stdout.Read(b) }
func (p *process) Write(b []byte) (int, error) { return p.stdin.Write(b) }
func (p *process) lastWords() string           { return p.stderr.String() }

// hangUp and kill may come when there is nothing left to close or kill.
func (p *process) hangUp() { _ = p.stdin.Close() }
func (p *process) kill()   { _ = p.cmd.Process.Kill() }

func (p *process) wait() error {
	err := p.cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// tailSize is how much of an engine's standard error is kept, in bytes.
const tailSize = 4 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write keeps the last tailSize bytes.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	b = b[max(0, n-tailSize):]
	drop := max(0, len(t.kept)+len(b)-tailSize)
	t.kept = append(t.kept[:copy(t.kept, t.kept[drop:])], b...)
	return n, nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
