package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"
	"strings"
)

// checkState reports package-level variables that hold state: those of a type
// made for sharing or waiting, and those that anything writes to after their
// declaration. What is never written is a table, and tables are welcome.
//
// Taking an address counts as a write, because what is done through it cannot
// be followed here; so does calling a method with a pointer receiver. The one
// address that may be taken is that of a view (see views). Writes through a
// copied slice, map or pointer are not seen.
func checkState(ty *typed) []string {
	var problems []string
	for _, c := range ty.byDir {
		w := &writes{typed: ty, checked: c, views: newViews()}
		for _, src := range c.files {
			w.declarations(src.file)
			ast.Inspect(src.file, w.visit)
		}
		problems = append(problems, w.problems...)
	}
	sort.Strings(problems)
	return problems
}

// writes collects what is wrong in one package.
type writes struct {
	*typed
	*checked
	views
	problems []string
}

// declarations looks at the types of a file's package-level variables.
func (w *writes) declarations(file *ast.File) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if obj := w.info.Defs[name]; obj != nil && name.Name != "_" {
					if what := shared(obj.Type(), map[types.Type]bool{}); what != "" {
						w.problems = append(w.problems, w.tree.at(name.Pos(),
							"package-level variable %s holds a %s, which is there to be changed: make it a field of what uses it", name.Name, what))
					}
				}
			}
		}
	}
}

// shared names the first type inside t that exists to be changed, or "".
func shared(t types.Type, seen map[types.Type]bool) string {
	if t == nil || seen[t] {
		return ""
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
		if _, state := stubSources[named.Obj().Pkg().Path()]; state {
			return named.Obj().Pkg().Name() + "." + named.Obj().Name()
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return "channel"
	case *types.Pointer:
		return shared(u.Elem(), seen)
	case *types.Slice:
		return shared(u.Elem(), seen)
	case *types.Array:
		return shared(u.Elem(), seen)
	case *types.Map:
		return shared(u.Elem(), seen)
	case *types.Struct:
		for field := range u.Fields() {
			if what := shared(field.Type(), seen); what != "" {
				return what
			}
		}
	}
	return ""
}

// visit looks for everything that writes.
func (w *writes) visit(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, left := range n.Lhs {
				w.write(left, "assigned to")
			}
		} else {
			w.openViews(n)
		}
	case *ast.IncDecStmt:
		w.write(n.X, "counted with "+n.Tok.String())
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.write(n.Key, "assigned to by range")
			w.write(n.Value, "assigned to by range")
		}
		w.look(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND && !w.harmless[n] {
			w.write(n.X, "lent out with &")
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 {
			_, builtin := w.info.Uses[id].(*types.Builtin)
			if builtin && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				w.write(n.Args[0], "changed by "+id.Name)
			}
		}
	case *ast.SelectorExpr:
		if w.borrows(n) {
			w.write(n.X, "lent to the pointer receiver of "+n.Sel.Name)
		}
		w.look(n.X)
	case *ast.IndexExpr:
		w.look(n.X)
	case *ast.StarExpr:
		w.look(n.X)
	case *ast.Ident:
		w.lend(n)
	}
	return true
}

// borrows reports whether x.Method takes the address of x without an &.
func (w *writes) borrows(sel *ast.SelectorExpr) bool {
	s := w.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	method, ok := s.Obj().(*types.Func)
	if !ok {
		return false
	}
	_, wants := types.Unalias(method.Signature().Recv().Type()).(*types.Pointer)
	return wants && (!s.Indirect() || w.viewed(sel.X) != "")
}

// write reports the package-level variable that an expression is a part of.
// A variable of another package is nobody's to write except the program's own.
func (w *writes) write(expr ast.Expr, how string) {
	switch e := root(expr, w.checked).(type) {
	case *ast.Ident:
		if name := w.stateName(e); name != "" {
			w.problems = append(w.problems, w.tree.at(e.Pos(),
				"package-level variable %s is %s: keep state in a value that is handed in", name, how))
		}
	case *ast.SelectorExpr:
		if !strings.HasPrefix(w.dir, "cmd/") {
			w.problems = append(w.problems, w.tree.at(e.Pos(),
				"%s of package %s is %s: only a program may change another package's variables", e.Sel.Name, w.imported(e.X), how))
		}
	}
}

// stateName names the package-level variable that an identifier is or views.
func (w *writes) stateName(id *ast.Ident) string {
	if v, ok := w.info.Uses[id].(*types.Var); ok && v.Parent() == w.pkg.Scope() {
		return id.Name
	}
	if of := w.viewed(id); of != "" {
		return of + " (seen through " + id.Name + ")"
	}
	return ""
}

// root is the variable that an expression is a part of: an identifier, or
// pkg.Name for one of another package; nil for anything else.
func root(expr ast.Expr, c *checked) ast.Expr {
	for {
		switch e := expr.(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			if c.imported(e.X) != "" {
				return e
			}
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.SliceExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		default:
			return nil
		}
	}
}
