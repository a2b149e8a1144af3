package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strings"
)

// typed knows what the identifiers of the tree mean. Our own packages are
// type-checked; everything else is a stand-in without content, so the errors
// that follow are expected and ignored. What survives is enough: which name is
// a local, which a package-level variable, which a package.
type typed struct {
	tree   *tree
	byDir  map[string]*checked
	stubs  map[string]*types.Package
	config types.Config
}

// checked is one package of ours, without its tests.
type checked struct {
	dir   string
	files []*source
	pkg   *types.Package
	info  types.Info
	busy  bool // being checked: an import cycle would come back here
}

// stubSources are the stand-ins that need content: types that hold state.
var stubSources = map[string]string{
	"sync": `package sync
type (
	Cond struct{}; Map struct{}; Mutex struct{}; Once struct{}
	Pool struct{ New func() any }; RWMutex struct{}; WaitGroup struct{}
)`,
	"sync/atomic": `package atomic
type (
	Bool struct{}; Int32 struct{}; Int64 struct{}; Pointer[T any] struct{}
	Uint32 struct{}; Uint64 struct{}; Uintptr struct{}; Value struct{}
)`,
}

// typeTree checks every package of the tree.
func typeTree(t *tree) *typed {
	ty := &typed{tree: t, byDir: map[string]*checked{}, stubs: map[string]*types.Package{}}
	ty.config = types.Config{Importer: ty, Error: func(error) {}, DisableUnusedImportCheck: true}
	for _, src := range t.files {
		if src.test {
			continue
		}
		if ty.byDir[src.dir] == nil {
			ty.byDir[src.dir] = &checked{dir: src.dir}
		}
		ty.byDir[src.dir].files = append(ty.byDir[src.dir].files, src)
	}
	for _, c := range ty.byDir {
		ty.check(c)
	}
	return ty
}

// check fills in the meaning of a package once.
func (ty *typed) check(c *checked) {
	if c.pkg != nil || c.busy {
		return
	}
	c.busy = true
	c.info = types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	var files []*ast.File
	for _, src := range c.files {
		files = append(files, src.file)
	}
	c.pkg, _ = ty.config.Check(module+"/"+c.dir, ty.tree.fset, files, &c.info)
}

// Import answers the type checker.
func (ty *typed) Import(importPath string) (*types.Package, error) {
	if c := ty.byDir[strings.TrimPrefix(importPath, module+"/")]; c != nil && strings.HasPrefix(importPath, module+"/") {
		if ty.check(c); c.pkg != nil {
			return c.pkg, nil
		}
	}
	if ty.stubs[importPath] == nil {
		ty.stubs[importPath] = ty.stub(importPath)
	}
	return ty.stubs[importPath], nil
}

func (ty *typed) stub(importPath string) *types.Package {
	if text, ok := stubSources[importPath]; ok {
		fset := token.NewFileSet()
		if file, err := parser.ParseFile(fset, importPath, text, 0); err == nil {
			pkg, _ := ty.config.Check(importPath, fset, []*ast.File{file}, nil)
			return pkg
		}
	}
	pkg := types.NewPackage(importPath, guessName(importPath))
	pkg.MarkComplete()
	return pkg
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// guessName is the usual package name of an import path: its last element that
// is not a version.
func guessName(importPath string) string {
	name := path.Base(importPath)
	if majorVersion.MatchString(name) {
		name = path.Base(path.Dir(importPath))
	}
	return name
}

// imported is the import path of the package that an expression names, or "".
func (c *checked) imported(expr ast.Expr) string {
	if id, ok := expr.(*ast.Ident); ok {
		if name, ok := c.info.Uses[id].(*types.PkgName); ok {
			return name.Imported().Path()
		}
	}
	return ""
}
