package docs

import "testing"

func TestErrata(t *testing.T) {
	texts := Errata()
	if len(texts) != 5 {
		t.Errorf("%d texts", len(texts))
	}
	for _, text := range texts {
		if text.Title == "" || text.Source.Text == "" || len(text.Errata) < 5 {
			t.Errorf("%+v", text)
		}
		for _, e := range text.Errata {
			if e.No == "" || e.Printed == "" || e.Right == "" || e.Check == "" {
				t.Errorf("%s: %+v", text.Title, e)
			}
		}
	}
}
