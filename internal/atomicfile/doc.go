// Package atomicfile writes files that are either whole or not there, and
// keeps two processes from writing the same folder at once.
//
// [Write] fills a hidden temporary file beside the target, syncs it, renames it
// over the target and syncs the folder. Whoever reads, also after a power cut,
// finds the old file or the new one and never a piece of either:
//
//	.NAME.tmp-RANDOM   being written; what a crash leaves behind
//	NAME               whole
//
// [Clean] sweeps up what crashed writers left. [Lock] is how a writer makes sure
// that it is alone in a folder, and so that sweeping is safe.
package atomicfile
