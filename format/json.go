package format

import "fmt"

const listSchema = "queens.list/1"

var json = Format{
	Name:    "json",
	Summary: "A JSON document, one array per line",
	Encoder: encodeJSON,
}

func encodeJSON(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "[", ",", "]")
	base := ""
	if o.FromZero {
		base = `"base":0,`
	}
	e.head = fmt.Sprintf(`{"schema":%q,"order":%d,%s"solutions":[`+"\n", listSchema, n, base)
	e.lead = ",\n"
	e.foot = "\n]}\n"
	return e
}

var ndjson = Format{
	Name:    "ndjson",
	Summary: "One JSON object per line",
	Encoder: encodeNDJSON,
}

func encodeNDJSON(n int, o Options) *Encoder {
	open := `{"solution":[`
	if o.FromZero {
		open = `{"base":0,"solution":[`
	}
	return newNumbers(n, o.base(), open, ",", "]}\n")
}
