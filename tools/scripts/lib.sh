# Shared by the scripts beside it, which source it from the module root.

# packages_with PATTERN lists the packages of the main module (./dir) whose
# test files have a line that matches the extended regular expression.
# Looking at the text is much faster than building every test binary to ask.
packages_with() {
	local dir files
	go list -f '{{.Dir}}' ./... | while IFS= read -r dir; do
		files=("$dir"/*_test.go)
		if [ -e "${files[0]}" ] && grep -Eqs "$1" "${files[@]}"; then
			printf '.%s\n' "${dir#"$PWD"}"
		fi
	done
}
