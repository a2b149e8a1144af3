package report

// style is the style sheet: ivory paper and walnut ink by day, the same board
// by lamplight at night. Text has a contrast of at least 4.5 to its ground in
// both.
const style = `
:root{
--paper:#faf6ed;--card:#fffdf8;--ink:#2c241d;--soft:#6a5c4e;--line:#e4d8c4;--accent:#8a4b1e;--tint:#f3e9d8;
--square:#c89b6a;--warn:#8f3413;--warn-paper:#fbebdf;
--s1:#8a4b1e;--s2:#1f6b73;--s3:#9a6b00;--s4:#74406b;--s5:#46618c;--s6:#5c6b2a;
--serif:ui-serif,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,"Times New Roman",serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Consolas,"Liberation Mono",monospace;
color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{
--paper:#1b1714;--card:#241f1a;--ink:#ece3d6;--soft:#b3a491;--line:#3e352c;--accent:#e3ad74;--tint:#2d261f;
--square:#7c5a39;--warn:#f0a582;--warn-paper:#38231a;
--s1:#e3ad74;--s2:#6fc0c6;--s3:#e2c65a;--s4:#cf9cc6;--s5:#9db8e4;--s6:#b5c777}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0 auto;padding:0 1.25rem 4rem;max-width:62.5rem;background:var(--paper);color:var(--ink);
font:1rem/1.6 var(--sans);overflow-wrap:break-word;accent-color:var(--accent)}
h1,h2{font-family:var(--serif);font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.9rem,1.4rem + 2.4vw,2.9rem);margin:0;letter-spacing:-.01em}
h2{font-size:1.55rem;margin:0}
p{margin:.9rem 0;max-width:44rem;white-space:pre-line}
figcaption{white-space:pre-line}
a{color:var(--accent);text-underline-offset:.18em}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.top{padding:2.6rem 0 1.6rem;position:relative}
.top::before{content:"";display:block;width:8rem;height:1rem;margin-bottom:1.5rem;border-radius:2px;
background:repeating-conic-gradient(var(--square) 0 25%,var(--tint) 0 50%) 0 0/1rem 1rem;border:1px solid var(--square)}
.subtitle{margin:.6rem 0 0;font-size:1.15rem;color:var(--soft)}
.warnings{margin:0 0 1.5rem;padding:.9rem 1.2rem;border-left:4px solid var(--warn);border-radius:0 8px 8px 0;
background:var(--warn-paper)}
.warnings h2{font:600 .95rem var(--sans);color:var(--warn)}
.warnings ul{margin:.3rem 0 0;padding-left:1.1rem}
.contents{padding:1rem 1.2rem;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.contents h2{font:600 .85rem var(--sans);color:var(--soft);letter-spacing:.04em}
.contents ol{columns:16rem;margin:.4rem 0 0;padding-left:1.6rem}
.contents li{padding:.12rem 0;break-inside:avoid}
.contents li::marker{color:var(--soft);font-variant-numeric:tabular-nums}
.contents a{text-decoration:none}
.contents a:hover{text-decoration:underline}
section{margin-top:2.2rem;padding-top:1.8rem;border-top:1px solid var(--line);scroll-margin-top:.5rem}
section>.intro{margin-top:.5rem;color:var(--soft);font-size:1.05rem}
main>section:first-child{border-top:0;padding-top:0}
ul,ol{max-width:44rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr));gap:.8rem;margin:1.3rem 0}
.facts>div{padding:.9rem 1.1rem 1rem;border:1px solid var(--line);border-radius:10px;background:var(--card);
border-top:3px solid var(--square);min-width:0}
.facts dt{color:var(--soft);font-size:.88rem}
.facts dd{margin:0}
.facts .value{font:600 1.85rem/1.25 var(--serif);font-variant-numeric:lining-nums tabular-nums}
.facts .note{color:var(--soft);font-size:.85rem;line-height:1.4;margin-top:.15rem}
.scroll{overflow-x:auto;max-width:100%}
.table{margin:1.3rem 0;border:1px solid var(--line);border-radius:10px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.94rem;font-variant-numeric:lining-nums tabular-nums}
caption{text-align:left;padding:.8rem 1rem .5rem;color:var(--soft);font-size:.92rem}
th,td{padding:.48rem 1rem;vertical-align:baseline}
th{color:var(--soft);font-weight:600;font-size:.86rem;border-bottom:2px solid var(--line);white-space:nowrap}
td{border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}
tbody tr:hover td{background:var(--tint)}
.left{text-align:left}.center{text-align:center}.whole{white-space:nowrap}
.right{text-align:right;white-space:nowrap}
pre{margin:1.3rem 0;padding:.85rem 1.1rem;border:1px solid var(--line);border-radius:10px;background:var(--tint);
font:.88rem/1.55 var(--mono)}
code{font-family:inherit}
figure{margin:1.3rem 0;min-width:0}
figcaption{margin-top:.6rem;color:var(--soft);font-size:.92rem;line-height:1.45}
figcaption strong{color:var(--ink);font-weight:600}
.art{display:flex;justify-content:center}
.art svg{display:block;max-width:100%;height:auto}
.paper{padding:.8rem;border-radius:10px;background:#fffdf8}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr));gap:1rem;margin:1.3rem 0;align-items:start}
.grid figure{margin:0;padding:.9rem;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.grid .art svg{width:100%;max-width:22rem}
.grid figcaption strong{display:block}
details{margin:.9rem 0;border:1px solid var(--line);border-radius:10px;background:var(--card)}
summary{padding:.6rem 1rem;cursor:pointer;font-weight:600;color:var(--accent)}
.inside{padding:0 1rem .6rem}
.inside>:first-child{margin-top:.2rem}
.grid details{margin:.6rem 0 0;border-radius:8px;background:var(--tint);font-size:.92rem}
.grid summary{padding:.4rem .75rem}
.grid .inside{padding:0 .75rem .3rem}
.chart{padding:1rem 1.2rem 1.1rem;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.chart figcaption{margin:0 0 .8rem}
.chart svg{display:block;width:100%;height:auto}
.chart svg.narrow{display:none}
.chart text{font:13px var(--sans);fill:var(--ink);font-variant-numeric:lining-nums tabular-nums}
.chart .tick,.chart .axis-name{fill:var(--soft)}
.chart .axis-name{font-size:12.5px}
.chart .rule{stroke:var(--line);stroke-width:1;shape-rendering:crispEdges}
.chart .base{stroke:var(--soft);stroke-width:1;shape-rendering:crispEdges}
.chart .track{fill:var(--tint)}
.chart .bar{fill:var(--s1)}
.chart .bar.minus{fill:var(--s2)}
.curve{fill:none;stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}
.dot{stroke:var(--card);stroke-width:1}
.curve.s1{stroke:var(--s1)}.curve.s2{stroke:var(--s2)}.curve.s3{stroke:var(--s3)}
.curve.s4{stroke:var(--s4)}.curve.s5{stroke:var(--s5)}.curve.s6{stroke:var(--s6)}
.dot.s1{fill:var(--s1)}.dot.s2{fill:var(--s2)}.dot.s3{fill:var(--s3)}
.dot.s4{fill:var(--s4)}.dot.s5{fill:var(--s5)}.dot.s6{fill:var(--s6)}
.curve.d2{stroke-dasharray:8 5}.curve.d3{stroke-dasharray:2 5}.curve.d4{stroke-dasharray:10 4 2 4}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.3rem;margin:0 0 .7rem;padding:0;list-style:none;font-size:.92rem;max-width:none}
.legend li{display:flex;align-items:center;gap:.5rem}
.chart .legend svg{width:34px;height:14px;flex:none}
.empty{margin:.5rem 0;color:var(--soft);font-style:italic}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.88rem}
@media screen and (max-width:40rem){
body{padding:0 1rem 3rem}
.top{padding-top:1.6rem}
.facts{grid-template-columns:repeat(2,minmax(0,1fr))}
.facts .value{font-size:1.5rem}
.chart{padding:.9rem}
.chart svg.wide{display:none}
.chart svg.narrow{display:block}
.grid .art svg{max-width:17rem}
th,td{padding:.45rem .75rem}
td:first-child{min-width:7rem}}
@media print{
:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#6b3812;--tint:#f2f2f2;--square:#b08a5e;
--warn:#8f3413;--warn-paper:#fff;
--s1:#8a4b1e;--s2:#1f6b73;--s3:#9a6b00;--s4:#74406b;--s5:#46618c;--s6:#5c6b2a;color-scheme:light}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:16mm}
body{max-width:none;padding:0;font-size:10.5pt}
.top{padding-top:0}
.contents{display:none}
section{margin-top:1.4rem;padding-top:1.1rem}
h2,caption,summary{break-after:avoid}
figure,tr,.facts>div{break-inside:avoid}
.grid{grid-template-columns:repeat(3,1fr)}
.scroll{overflow:visible}
table{font-size:9pt}
th,td{padding:.35rem .5rem}
th{font-size:inherit}
th.left,th.right,th.center{white-space:normal}
pre{white-space:pre-wrap}
a{color:inherit;text-decoration:none}
details::details-content{content-visibility:visible;block-size:auto}}
`
