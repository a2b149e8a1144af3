package search

import (
	"reflect"
	"syscall"
)

// hugePage is the size of a huge page in bytes.
const hugePage = 2 << 20

// adviseHuge asks for huge pages for entries that have not been used yet. It is a
// wish: where it is not granted, the same search takes longer.
func adviseHuge(entries []entry) {
	start, size := reflect.ValueOf(entries).Pointer(), uintptr(len(entries))*EntryBytes
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, size, syscall.MADV_HUGEPAGE)
}
