// Package house holds no code of the program. Its tests are the house law:
// which package may import which, how long a file or function may grow, what
// must carry a doc comment, where state may live and where a process may end,
// and that the commands shown in the documentation do what is printed there.
//
// The law is checked from the syntax alone, so it also covers files that the
// present platform would not build. Every check is a function from a file tree
// to a list of problems; beside each stands a test that runs it on a small
// made-up tree that breaks the law, which proves the check is able to fail.
//
// Two tables are meant to be edited: rooms in rooms_test.go (a new package, or
// a new arrow between packages) and sizeExceptions in size_test.go.
package house
