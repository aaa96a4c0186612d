// Package update is Update without a model: what of the bank a session ends.
// [Rules] propose; [Witness] tells a dyadmem.Guard what to carry out; [Compactor]
// and [Echoes] serve the cap and the purge.
package update
