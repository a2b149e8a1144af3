package tomlfile

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
)

// maxExact is the highest power of two up to which every whole number is a
// float64 too.
const maxExact = 1 << 53

// scalarComplaint says why value does not fit the simple type t, or "".
func scalarComplaint(value any, t reflect.Type) string {
	if t == reflect.TypeFor[time.Duration]() {
		return durationComplaint(value)
	}
	switch kind := t.Kind(); {
	case kind == reflect.String:
		if _, ok := value.(string); !ok {
			return want("text", value)
		}
	case kind == reflect.Bool:
		if _, ok := value.(bool); !ok {
			return want("true or false", value)
		}
	case kind == reflect.Float32 || kind == reflect.Float64:
		return floatComplaint(value, t)
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return intComplaint(value, t)
	}
	return "" // a type that the decoder will refuse
}

func intComplaint(value any, t reflect.Type) string {
	n, ok := value.(int64)
	if !ok {
		return want("a whole number", value)
	}
	if t.Kind() < reflect.Uint {
		if reflect.Zero(t).OverflowInt(n) {
			limit := int64(math.MaxInt64) >> (64 - t.Bits())
			return fmt.Sprintf("%d is out of range: want %d to %d", n, -limit-1, limit)
		}
		return ""
	}
	if n < 0 || reflect.Zero(t).OverflowUint(uint64(n)) {
		return fmt.Sprintf("%d is out of range: want 0 to %d", n, uint64(math.MaxUint64)>>(64-t.Bits()))
	}
	return ""
}

func floatComplaint(value any, t reflect.Type) string {
	switch v := value.(type) {
	case float64:
		if reflect.Zero(t).OverflowFloat(v) && !math.IsInf(v, 0) {
			return fmt.Sprintf("%g is out of range", v)
		}
	case int64:
		if v > maxExact || v < -maxExact {
			return fmt.Sprintf("%d is out of range", v)
		}
	default:
		return want("a number", value)
	}
	return ""
}

func durationComplaint(value any) string {
	text, ok := value.(string)
	if !ok {
		// The decoder would take a bare number for nanoseconds, which nobody
		// who writes one means.
		return want(`a duration such as "1.5s"`, value)
	}
	if _, err := time.ParseDuration(text); err != nil {
		return want(`a duration such as "1.5s"`, value)
	}
	return ""
}

func want(what string, value any) string {
	return fmt.Sprintf("want %s, found %s", what, describe(value))
}

// describe puts a parsed value into words.
func describe(value any) string {
	switch v := value.(type) {
	case string:
		if runes := []rune(v); len(runes) > 40 {
			v = string(runes[:40]) + "…"
		}
		return "the text " + strconv.Quote(v)
	case int64:
		return fmt.Sprintf("the number %d", v)
	case float64:
		return fmt.Sprintf("the number %v", v)
	case bool:
		return fmt.Sprintf("%v", v)
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "a list of tables"
	case []any:
		return "a list"
	case time.Time:
		return "a date or time"
	}
	return fmt.Sprintf("a %T", value)
}
