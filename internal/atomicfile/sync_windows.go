package atomicfile

// syncFolder does nothing: Windows has no sync of a folder and keeps renames in
// the journal of NTFS.
func syncFolder(string) error { return nil }
