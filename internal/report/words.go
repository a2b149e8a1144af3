package report

import "strings"

// words are the page's own words, in the language of the page.
type words struct {
	Contents, Warnings, NoData, Table string

	BarChart, LineChart string
	// Summary of a series, for a screen reader: name, number of points, first
	// and last value.
	Series string
}

// wordsFor knows English and Turkish; every other language gets English.
func wordsFor(lang string) words {
	if base, _, _ := strings.Cut(strings.ToLower(lang), "-"); base == "tr" {
		return words{
			Contents: "İçindekiler", Warnings: "Uyarılar", NoData: "Veri yok", Table: "Tablo",
			BarChart: "Çubuk grafik", LineChart: "Çizgi grafik", Series: "%s: %d nokta, ilk %s, son %s.",
		}
	}
	return words{
		Contents: "Contents", Warnings: "Warnings", NoData: "No data", Table: "Table",
		BarChart: "Bar chart", LineChart: "Line chart", Series: "%s: %d points, first %s, last %s.",
	}
}
