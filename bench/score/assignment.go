package score

import (
	"math"
	"slices"
)

// assign matches rows with columns one to one where weights is not negative:
// as many pairs as can be, of those the greatest sum, of those the first row is
// matched if it can be, with the first column that it can have, then the second
// row, and so on. It returns the column of each row, or -1.
//
// It is the Hungarian method in its O(rows² × columns) form (Kuhn 1955, Munkres
// 1957), on costs in which a pair is worth more than all similarities together.
// Its potentials tell which other assignments are as good: those on tight
// edges. Of these the first in order is reached by alternating cycles.
func assign(weights [][]int64) []int {
	h := newHungarian(weights)
	for row := range h.cost {
		h.augment(row)
	}
	for row := range h.cost {
		h.prefer(row)
	}
	cols := make([]int, len(weights))
	for row := range cols {
		cols[row] = h.col[row]
		if !h.pair(row, h.col[row]) {
			cols[row] = -1
		}
	}
	return cols
}

type hungarian struct {
	cost   [][]int64 // row by column; a pair costs less than 0, anything else 0
	u, v   []int64   // the potentials: cost − u − v ≥ 0
	col    []int     // by row
	row    []int     // by column; -1 if free
	fixed  []bool    // by row: its pair is settled
	closed []bool    // by column
}

func newHungarian(weights [][]int64) *hungarian {
	n, m := len(weights), max(len(weights), len(weights[0]))
	pair := int64(n+1) * unit
	h := &hungarian{
		cost: make([][]int64, n), u: make([]int64, n), v: make([]int64, m),
		col: make([]int, n), row: slices.Repeat([]int{-1}, m), fixed: make([]bool, n), closed: make([]bool, m),
	}
	for i, ws := range weights {
		h.cost[i] = make([]int64, m)
		h.col[i] = -1
		for j, w := range ws {
			if w >= 0 {
				h.cost[i][j] = -(pair + w)
			}
		}
	}
	return h
}

// pair reports whether a row and a column may be matched; else the row is
// matched with nothing.
func (h *hungarian) pair(row, col int) bool { return h.cost[row][col] < 0 }

func (h *hungarian) tight(row, col int) bool {
	return h.cost[row][col] == h.u[row]+h.v[col]
}

// augment gives row a column, along the shortest alternating path.
func (h *hungarian) augment(row int) {
	m := len(h.v)
	slack := slices.Repeat([]int64{math.MaxInt64}, m)
	from := slices.Repeat([]int{-1}, m) // by column: the column before it on the path
	done := make([]bool, m)
	at := -1 // the column whose row looks for another one; -1 is row itself
	for {
		i := row
		if at >= 0 {
			done[at] = true
			i = h.row[at]
		}
		next, delta := -1, int64(math.MaxInt64)
		for j := range m {
			if done[j] {
				continue
			}
			if s := h.cost[i][j] - h.u[i] - h.v[j]; s < slack[j] {
				slack[j], from[j] = s, at
			}
			if slack[j] < delta {
				next, delta = j, slack[j]
			}
		}
		h.u[row] += delta
		for j := range m {
			if done[j] {
				h.u[h.row[j]] += delta
				h.v[j] -= delta
			} else {
				slack[j] -= delta
			}
		}
		at = next
		if h.row[at] < 0 {
			break
		}
	}
	for at >= 0 {
		before := from[at]
		i := row
		if before >= 0 {
			i = h.row[before]
		}
		h.row[at], h.col[i] = i, at
		at = before
	}
}

// prefer settles row on the first column it can have in an assignment that is
// as good and keeps what is settled.
func (h *hungarian) prefer(row int) {
	// Back from the column that row would leave: for each column that row could
	// take instead, to is where the row that holds it would go.
	m := len(h.v)
	leaves := h.col[row]
	to := slices.Repeat([]int{-1}, m)
	reached := make([]bool, m)
	reached[leaves] = true
	moved := make([]bool, len(h.u))
	freed := false
	for queue := []int{leaves}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		for i := range h.u {
			if i != row && !moved[i] && !h.fixed[i] && h.tight(i, x) {
				moved[i] = true
				if j := h.col[i]; !reached[j] {
					reached[j], to[j] = true, x
					queue = append(queue, j)
				}
			}
		}
		if h.v[x] == 0 && !freed { // x may stay free, and a free column be taken
			freed = true
			for j, holder := range h.row {
				if holder < 0 && !reached[j] {
					reached[j], to[j] = true, x
					queue = append(queue, j)
				}
			}
		}
	}
	for j := range m {
		if !reached[j] || h.closed[j] || !h.pair(row, j) || !h.tight(row, j) {
			continue
		}
		for i, at := row, j; ; {
			holder := h.row[at]
			h.row[at] = i
			if i >= 0 {
				h.col[i] = at
			}
			if at == leaves {
				break
			}
			i, at = holder, to[at] // no holder: what at held stays free
		}
		h.fixed[row], h.closed[j] = true, true
		return
	}
}
