package tomlfile

import (
	"strconv"
	"strings"
)

// scanLines finds the line of every key in text: "a.b", "a.list[2].b". The
// text has been parsed without an error, so the scan need not check anything;
// on text it does not understand it only finds fewer lines, and always ends.
func scanLines(text string) map[string]int {
	s := &scanner{text: strings.TrimPrefix(text, "\ufeff"), line: 1, lines: make(map[string]int), counts: make(map[string]int)}
	table := ""
	for s.skipBlank(); !s.end(); s.skipBlank() {
		start := s.pos
		if s.peek() == '[' {
			table = s.header()
		} else {
			s.pair(table)
		}
		if s.pos == start {
			s.next()
		}
	}
	return s.lines
}

type scanner struct {
	text   string
	pos    int
	line   int
	lines  map[string]int
	counts map[string]int // tables so far in each array of tables
}

func (s *scanner) end() bool { return s.pos >= len(s.text) }

func (s *scanner) peek() byte {
	if s.end() {
		return 0
	}
	return s.text[s.pos]
}

func (s *scanner) next() byte {
	b := s.peek()
	s.pos++
	if b == '\n' {
		s.line++
	}
	return b
}

// skipBlank skips white space, line ends and comments.
func (s *scanner) skipBlank() {
	for !s.end() {
		switch s.peek() {
		case ' ', '\t', '\r', '\n':
			s.next()
		case '#':
			for !s.end() && s.peek() != '\n' {
				s.next()
			}
		default:
			return
		}
	}
}

func (s *scanner) skipSpace() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.next()
	}
}

// header reads [a.b] or [[a.b]] and gives the key of the table it opens.
func (s *scanner) header() string {
	line := s.line
	s.next()
	array := s.peek() == '['
	if array {
		s.next()
	}
	parts := s.keyParts()
	for s.peek() == ']' {
		s.next()
	}
	table := ""
	for i, part := range parts {
		table = s.enter(table, part, line)
		if n, ok := s.counts[table]; ok && i < len(parts)-1 {
			table = element(table, n-1) // a table inside the last one of an array
		}
	}
	if array {
		s.counts[table]++
		table = element(table, s.counts[table]-1)
		s.note(table, line)
	}
	return table
}

// enter notes the first line of a key below table and gives its full name.
func (s *scanner) enter(table, part string, line int) string {
	key := join(table, part)
	s.note(key, line)
	return key
}

func (s *scanner) note(key string, line int) {
	if _, seen := s.lines[key]; !seen {
		s.lines[key] = line
	}
}

// pair reads key = value.
func (s *scanner) pair(table string) {
	line := s.line
	key := table
	for _, part := range s.keyParts() {
		key = s.enter(key, part, line)
	}
	if s.peek() == '=' {
		s.next()
		s.skipSpace()
		s.value(key)
	}
}

// keyParts reads a dotted key, bare or quoted.
func (s *scanner) keyParts() []string {
	var parts []string
	for {
		s.skipSpace()
		parts = append(parts, s.keyPart())
		s.skipSpace()
		if s.peek() != '.' {
			return parts
		}
		s.next()
	}
}

func (s *scanner) keyPart() string {
	start := s.pos
	switch s.peek() {
	case '\'':
		s.quoted()
		return strings.Trim(s.text[start:s.pos], "'")
	case '"':
		s.quoted()
		return unquote(s.text[start:s.pos])
	}
	for !s.end() && !strings.ContainsRune(" \t\r\n.=]#,{}", rune(s.peek())) {
		s.next()
	}
	return s.text[start:s.pos]
}

// unquote undoes the escapes of a TOML key; all but \e are those of Go, too.
func unquote(quoted string) string {
	if plain, err := strconv.Unquote(quoted); err == nil {
		return plain
	}
	return strings.Trim(quoted, `"`)
}

// value skips a value and notes the keys of the tables in it.
func (s *scanner) value(key string) {
	switch s.peek() {
	case '"', '\'':
		s.quoted()
	case '[':
		s.next()
		for i := 0; s.inside(']'); i++ {
			s.note(element(key, i), s.line)
			s.value(element(key, i))
		}
	case '{':
		s.next()
		for s.inside('}') {
			start := s.pos
			s.pair(key)
			if s.pos == start { // not TOML
				s.next()
			}
		}
	default:
		for !s.end() && !strings.ContainsRune(",]}#\r\n", rune(s.peek())) {
			s.next()
		}
	}
}

// inside skips to the next element of an array or inline table, or over its
// closing bracket. It moves on in any case, so that no loop runs for ever.
func (s *scanner) inside(closing byte) bool {
	s.skipBlank()
	if s.peek() == ',' {
		s.next()
		s.skipBlank()
	}
	if s.end() {
		return false
	}
	if s.peek() == closing {
		s.next()
		return false
	}
	if b := s.peek(); b == ']' || b == '}' || b == ',' || b == '=' {
		s.next()
		return false
	}
	return true
}

// quoted skips a string of any of the four kinds, from its first quote.
func (s *scanner) quoted() {
	quote := s.peek()
	mark := strings.Repeat(string(quote), 3)
	if !strings.HasPrefix(s.text[s.pos:], mark) {
		mark = string(quote)
	}
	s.pos += len(mark)
	for !s.end() && !strings.HasPrefix(s.text[s.pos:], mark) {
		if s.next() == '\\' && quote == '"' {
			s.next()
		}
	}
	s.pos = min(s.pos+len(mark), len(s.text))
	for len(mark) == 3 && s.peek() == quote { // """" ends with a quote of its own
		s.next()
	}
}

// join appends a part to a key, quoted where TOML would quote it.
func join(key, part string) string {
	bare := part != "" && strings.IndexFunc(part, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
	}) < 0
	if !bare {
		part = strconv.Quote(part)
	}
	if key == "" {
		return part
	}
	return key + "." + part
}

// element is the key of the element with index i (from 0) of a list.
func element(key string, i int) string {
	return key + "[" + strconv.Itoa(i+1) + "]"
}
