package dyadmem_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/dyadmem/dyadmem"
)

func entry(key, content string) dyadmem.Entry {
	return dyadmem.Entry{Key: dyadmem.EntryKey(key), Kind: dyadmem.Fact, Content: content}
}

func add(e dyadmem.Entry) dyadmem.Op { return dyadmem.Op{Action: dyadmem.Add, Entry: e} }

func del(key string) dyadmem.Op {
	return dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: dyadmem.EntryKey(key)}}
}

func TestBankApply(t *testing.T) {
	for _, c := range []struct {
		name     string
		bank     []dyadmem.Entry
		captured []dyadmem.Entry
		ops      []dyadmem.Op
		want     []dyadmem.Entry
	}{
		{
			name: "nothing happens to an empty bank",
			want: []dyadmem.Entry{},
		},
		{
			name:     "the order is what is left of the bank, then captured, then added",
			bank:     []dyadmem.Entry{entry("m1", "a"), entry("m2", "b")},
			captured: []dyadmem.Entry{entry("m3", "c")},
			ops:      []dyadmem.Op{add(entry("m4", "d")), del("m1")},
			want:     []dyadmem.Entry{entry("m2", "b"), entry("m3", "c"), entry("m4", "d")},
		},
		{
			name:     "of entries with one key the last is kept",
			bank:     []dyadmem.Entry{entry("m1", "old words"), entry("m2", "b")},
			captured: []dyadmem.Entry{entry("m1", "better words")},
			want:     []dyadmem.Entry{entry("m2", "b"), entry("m1", "better words")},
		},
		{
			name: "a delete comes before an add, so an entry that is both stays",
			bank: []dyadmem.Entry{entry("m1", "a")},
			ops:  []dyadmem.Op{add(entry("m1", "a")), del("m1")},
			want: []dyadmem.Entry{entry("m1", "a")},
		},
		{
			name:     "an add that names a captured key alone keeps its content",
			captured: []dyadmem.Entry{entry("m1", "a"), entry("m2", "b")},
			ops:      []dyadmem.Op{add(dyadmem.Entry{Key: "m1"})},
			want:     []dyadmem.Entry{entry("m2", "b"), entry("m1", "a")},
		},
		{
			name: "a key alone brings a deleted entry of the bank back",
			bank: []dyadmem.Entry{entry("m1", "a")},
			ops:  []dyadmem.Op{add(dyadmem.Entry{Key: "m1"}), del("m1")},
			want: []dyadmem.Entry{entry("m1", "a")},
		},
		{
			name: "unknown keys change nothing",
			bank: []dyadmem.Entry{entry("m1", "a")},
			ops:  []dyadmem.Op{add(dyadmem.Entry{Key: "m9"}), del("m8")},
			want: []dyadmem.Entry{entry("m1", "a")},
		},
		{
			name:     "without keys the normalised content decides",
			bank:     []dyadmem.Entry{entry("", "Ｓtraße 1"), entry("", "喜欢海鲜")},
			captured: []dyadmem.Entry{entry("", "  STRASSE   1 "), entry("", "不喜欢海鲜")},
			want:     []dyadmem.Entry{entry("", "喜欢海鲜"), entry("", "  STRASSE   1 "), entry("", "不喜欢海鲜")},
		},
		{
			name:     "a key and a content never collide",
			bank:     []dyadmem.Entry{entry("same", "x")},
			captured: []dyadmem.Entry{entry("", "same")},
			want:     []dyadmem.Entry{entry("same", "x"), entry("", "same")},
		},
		{
			name: "an empty delete key spares the entries that have no key",
			bank: []dyadmem.Entry{entry("", "a")},
			ops:  []dyadmem.Op{del("")},
			want: []dyadmem.Entry{entry("", "a")},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := dyadmem.Bank{Rev: 7, Entries: c.bank}.Apply(c.captured, c.ops)
			if diff := cmp.Diff(dyadmem.Bank{Rev: 7, Entries: c.want}, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("Apply (-want +got):\n%s", diff)
			}
		})
	}
}

func TestApplySharesNoMemory(t *testing.T) {
	b := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "m1", Kind: dyadmem.Fact, Content: "a", Evidence: []dyadmem.TurnRef{"s1.1"}}}}
	got := b.Apply(nil, nil)
	got.Entries[0].Evidence[0] = "changed"
	got.Entries[0].Content = "changed"
	if b.Entries[0].Evidence[0] != "s1.1" || b.Entries[0].Content != "a" {
		t.Errorf("a change of the result reached the bank it was made from: %v", b.Entries[0])
	}
}

// The laws of the transition, on whatever banks and operations the fuzzer
// finds. Each byte of the script is one entry or operation over a few keys, so
// that they meet.
func FuzzApply(f *testing.F) {
	f.Add([]byte{0, 1, 2}, []byte{3, 4}, []byte{5, 6, 7})
	f.Add([]byte{}, []byte{1, 1, 1}, []byte{1, 129})
	f.Add([]byte{16, 0, 32}, []byte{0}, []byte{128, 0})
	entryOf := func(b byte) dyadmem.Entry {
		key := []string{"", "k1", "k2", "k3"}[b%4]
		return entry(key, string(rune('a'+b/4%8)))
	}
	entriesOf := func(script []byte) (list []dyadmem.Entry) {
		for _, b := range script {
			list = append(list, entryOf(b))
		}
		return list
	}
	f.Fuzz(func(t *testing.T, before, captured, script []byte) {
		bank := dyadmem.Bank{}.Apply(entriesOf(before), nil)
		var ops []dyadmem.Op
		deleted, added := map[dyadmem.EntryKey]bool{}, map[string]bool{}
		for _, b := range script {
			e := entryOf(b & 0x7f)
			if b&0x80 != 0 {
				ops = append(ops, del(string(e.Key)))
				deleted[e.Key] = true
			} else {
				ops = append(ops, add(e))
				added[e.DedupKey()] = true
			}
		}
		got := bank.Apply(entriesOf(captured), ops)
		seen := map[string]bool{}
		for _, e := range got.Entries {
			if seen[e.DedupKey()] {
				t.Fatalf("dedup key %q stands twice", e.DedupKey())
			}
			seen[e.DedupKey()] = true
			if e.Key != "" && deleted[e.Key] && !added[e.DedupKey()] {
				t.Fatalf("%q was deleted and is still there", e.Key)
			}
		}
		for _, e := range slices.Concat(bank.Entries, entriesOf(captured)) {
			if !seen[e.DedupKey()] && (e.Key == "" || !deleted[e.Key]) {
				t.Fatalf("%v is lost without a delete", e)
			}
		}
		for k := range added {
			if !seen[k] {
				t.Fatalf("added %q is not there", k)
			}
		}
		again := got.Apply(nil, nil)
		if diff := cmp.Diff(got, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("applying nothing changed the bank:\n%s", diff)
		}
	})
}

func TestKeysOfDifferentTextsDiffer(t *testing.T) {
	texts := []string{"我对花生过敏。", "会议室在三楼。", "发邮件不要写寒暄。", "ひらがな", "カタカナ", "Привет", "مرحبا", "🙂", "🙃", "a b", "ab", ""}
	seen := map[dyadmem.EntryKey]string{}
	for _, s := range texts {
		k := dyadmem.KeyFor(s)
		if other, ok := seen[k]; ok {
			t.Errorf("%q and %q have one key", s, other)
		}
		seen[k] = s
	}
	if dyadmem.KeyFor("Ａ  b") != dyadmem.KeyFor(" a B ") {
		t.Error("texts that differ in width, case and white space alone have two keys")
	}
}
