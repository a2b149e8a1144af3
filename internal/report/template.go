package report

// pageTemplate is the frame. The content security policy is a second lock on
// the door: even with a slip in an SVG the browser would fetch and run nothing.
const pageTemplate = `{{define "page"}}<!DOCTYPE html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<header class="top">
<h1>{{.Title}}</h1>
{{- with .Subtitle}}
<p class="subtitle">{{.}}</p>{{end}}
</header>
{{- if .Warnings}}
<aside class="warnings" role="note" aria-labelledby="page-warnings">
<h2 id="page-warnings">{{.Words.Warnings}}</h2>
<ul>{{range .Warnings}}<li>{{.}}</li>{{end}}</ul>
</aside>{{end}}
{{- if .Contents}}
<nav class="contents" aria-labelledby="page-contents">
<h2 id="page-contents">{{.Words.Contents}}</h2>
<ol>{{range .Sections}}<li><a href="#{{.ID}}">{{.Title}}</a></li>{{end}}</ol>
</nav>{{end}}
<main>
{{- range .Sections}}
<section id="{{.ID}}">
<h2>{{.Title}}</h2>
{{- with .Intro}}
<p class="intro">{{.}}</p>{{end}}
{{- range .Blocks}}
{{.}}{{end}}
</section>{{end}}
</main>
{{- with .Footer}}
<footer>{{.}}</footer>{{end}}
</body>
</html>
{{end}}`

// blockTemplates has one template for each kind of block.
const blockTemplates = `
{{define "paragraph"}}<p>{{.}}</p>{{end}}

{{define "list"}}<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}

{{define "code"}}<pre class="scroll" tabindex="0"><code>{{.}}</code></pre>{{end}}

{{define "facts"}}<dl class="facts">
{{- range .}}
<div><dt>{{.Label}}</dt><dd class="value">{{.Value}}</dd>{{with .Note}}<dd class="note">{{.}}</dd>{{end}}</div>{{end}}
</dl>{{end}}

{{define "table"}}<div class="scroll table" role="region" tabindex="0" aria-label="{{.Label}}"><table>
{{- with .Caption}}
<caption>{{.}}</caption>{{end}}
{{- with .Header}}
<thead><tr>{{range .}}<th scope="col" class="{{.Class}}">{{.Text}}</th>{{end}}</tr></thead>{{end}}
<tbody>
{{- range .Rows}}
<tr>{{range .}}<td class="{{.Class}}">{{.Text}}</td>{{end}}</tr>{{end}}
</tbody>
</table></div>{{end}}

{{define "figure"}}<figure>
<div class="art{{if .Paper}} paper{{end}}"{{with .Alt}} role="img" aria-label="{{.}}"{{end}}>{{.SVG}}</div>
{{- if or .Title .Caption}}
<figcaption>{{with .Title}}<strong>{{.}}</strong> {{end}}{{.Caption}}</figcaption>{{end}}
{{- range .Blocks}}
{{.}}{{end}}
</figure>{{end}}

{{define "grid"}}<div class="grid">
{{- range .}}
{{template "figure" .}}{{end}}
</div>{{end}}

{{define "details"}}<details{{if .Open}} open{{end}}>
<summary>{{.Summary}}</summary>
<div class="inside">
{{- range .Blocks}}
{{.}}{{end}}
</div>
</details>{{end}}

{{define "chart"}}<figure class="chart">
{{- if or .Title .Caption}}
<figcaption>{{with .Title}}<strong>{{.}}</strong> {{end}}{{.Caption}}</figcaption>{{end}}
{{- if .Legend}}
<ul class="legend">{{range .Legend}}<li>{{.Swatch}}{{.Name}}</li>{{end}}</ul>{{end}}
{{- if .Empty}}
<p class="empty">{{.Empty}}</p>{{else}}
{{.Wide}}
{{.Narrow}}{{end}}
</figure>{{end}}
`
