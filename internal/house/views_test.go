package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"
)

// views are locals that look into a table: row := &table[i]. Hot code does
// this to read many entries of a row without copying it. Such a local is
// harmless while it is only indexed, dereferenced or asked for a field; the
// moment it is written through, handed on or given to a pointer receiver, the
// table has been lent out.
type views struct {
	views    map[types.Object]string // the local, and the variable it looks into
	harmless map[ast.Node]bool       // the & that opens a view, and each use that only looks
}

func newViews() views {
	return views{views: map[types.Object]string{}, harmless: map[ast.Node]bool{}}
}

// openViews registers the views that a := opens.
func (w *writes) openViews(assign *ast.AssignStmt) {
	if len(assign.Lhs) != len(assign.Rhs) {
		return
	}
	for i, right := range assign.Rhs {
		amp, ok := right.(*ast.UnaryExpr)
		if !ok || amp.Op != token.AND {
			continue
		}
		from, ok := root(amp.X, w.checked).(*ast.Ident)
		if !ok {
			continue
		}
		local, ok := assign.Lhs[i].(*ast.Ident)
		if name := w.stateName(from); ok && name != "" && w.info.Defs[local] != nil {
			w.views.views[w.info.Defs[local]] = name
			w.harmless[amp] = true
		}
	}
}

// viewed names the variable that an expression looks into, if it is a view.
func (w *writes) viewed(expr ast.Expr) string {
	if id, ok := root(expr, w.checked).(*ast.Ident); ok {
		if obj := w.info.Uses[id]; obj != nil {
			return w.views.views[obj]
		}
	}
	return ""
}

// look notes a use of a view that only looks through it.
func (w *writes) look(expr ast.Expr) {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		w.harmless[id] = true
	}
}

// lend reports a view that is used as a pointer.
func (w *writes) lend(id *ast.Ident) {
	if !w.harmless[id] && w.viewed(id) != "" {
		w.write(id, "handed on")
	}
}

func TestViewsMayOnlyLook(t *testing.T) {
	got := checkState(typeTree(madeUpTree(t, map[string]string{
		"dama/looks.go": `package dama
type row struct { men [4]int }
func (r *row) grow() { r.men[0]++ }
func (r row) sum() int { return r.men[0] }
var table [8]row
func looks(i int) (n int) {
	r := &table[i]
	men := &r.men
	for _, m := range men {
		n += m + men[0] + (*men)[1] + r.sum()
	}
	return n + r.men[2]
}
`,
		"dama/lends.go": `package dama
func lends(i int) *row {
	r := &table[i]
	r.men[1] = 2
	men := &r.men
	men[2]++
	*r = row{}
	r.grow()
	take(r)
	part := men[1:]
	part[0] = 1
	return r
}
func take(*row) {}
`,
	})))
	const w = "dama/lends.go:"
	exactly(t, got,
		w+"4: package-level variable table (seen through r) is assigned",
		w+"6: package-level variable table (seen through r) (seen through men) is counted",
		w+"7: package-level variable table (seen through r) is assigned",
		w+"8: package-level variable table (seen through r) is lent to the pointer receiver",
		w+"9: package-level variable table (seen through r) is handed on",
		w+"10: package-level variable table (seen through r) (seen through men) is handed on",
		w+"12: package-level variable table (seen through r) is handed on",
	)
}
