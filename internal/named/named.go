// Package named looks up table rows by name, and reads embedded tables.
//
//	f, err := named.Find("format", "svg", formats, func(f Format) string { return f.Name })
package named

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
)

// Each returns what a function makes of each member of a list, in order. It is never nil.
func Each[T, A any](list []T, of func(T) A) []A {
	made := make([]A, len(list))
	for i, member := range list {
		made[i] = of(member)
	}
	return made
}

// Names returns the names of all rows, in order.
func Names[T any](table []T, nameOf func(T) string) []string { return Each(table, nameOf) }

// Find returns the row with this name. what names the kind of row in errors. Errors:
// queens.ErrFormat with the list of names.
func Find[T any](what, name string, table []T, nameOf func(T) string) (found T, err error) {
	for _, member := range table {
		if nameOf(member) == name {
			return member, nil
		}
	}
	return found, errs.Errorf("%s %.40q: want one of %s: %w", what, name, strings.Join(Names(table, nameOf), ", "),
		queens.ErrFormat)
}

// Decode returns the rows of an embedded CSV file. The head names the fields of a row: texts, lists
// of words, numbers up to 2^53 that are 0 if the column is empty, and a bool that is true unless it
// is. Decode panics if the file is malformed, because it is part of the program.
func Decode[T any](text string) []T {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		panic(fmt.Sprint("named: ", err))
	}
	table := make([]T, len(rows)-1)
	for column, head := range rows[0] {
		of, ok := reflect.TypeFor[T]().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, head) })
		if !ok {
			panic(fmt.Sprintf("named: %T has no field for the column %s", table, head))
		}
		for i := range table {
			field, text := reflect.ValueOf(&table[i]).Elem().FieldByIndex(of.Index), rows[1+i][column]
			switch {
			case text == "":
			case field.Kind() == reflect.String:
				field.SetString(text)
			case field.Kind() == reflect.Bool:
				field.SetBool(true)
			case field.Kind() == reflect.Slice:
				field.Set(reflect.ValueOf(strings.Fields(text)))
			default:
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					panic(fmt.Sprintf("named: column %s: %v", head, err))
				}
				field.Set(reflect.ValueOf(x).Convert(field.Type()))
			}
		}
	}
	return table
}

// JSON returns the value of an embedded JSON file. It panics if the file is malformed or has
// unknown fields.
func JSON[T any](text []byte) (value T) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		panic(fmt.Sprintf("named: %T: %v", value, err))
	}
	return value
}
