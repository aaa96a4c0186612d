// Package capture is Capture without a model: what in a session is worth an
// entry, by the speech acts of the user. [Rules] write the entries; [Candidates]
// score the turns for a model.
package capture
