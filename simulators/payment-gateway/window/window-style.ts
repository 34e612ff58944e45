/** Light and plain, so that the window is not mistaken for a page of the shop. */
export const styles = `:root{color-scheme:light;--background:#eef1f6;--paper:#fff;--ink:#161b26;--ink2:#49536a;--line:#d9dfe9;--edge:#7d879b;--blue:#2450c8;--blue-deep:#1b3f9f;--wash:#eaf0ff;--red:#b3261e;--red-wash:#fdeceb;--green:#18794e;--amber:#8a5a00}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:16px/1.6 'Pretendard Variable','Pretendard','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
h1,h2,p,dl,dd,fieldset{margin:0;padding:0}
header{background:var(--paper);border-bottom:1px solid var(--line)}
.brand,main{max-width:62rem;margin-inline:auto;padding-inline:1.25rem}
.brand{display:flex;align-items:center;gap:.5rem;height:3.5rem;font-weight:700;letter-spacing:-.01em}
.brand svg{width:1.5rem;fill:none;stroke:var(--blue);stroke-width:2;stroke-linecap:round}
.notice{font-size:.875rem;color:var(--amber);font-weight:600}
main{padding-block:1.25rem 2rem}
.notice{margin-bottom:.25rem}
h1{font-size:1.625rem;line-height:1.3;letter-spacing:-.025em}
h2,legend{font-size:1.0625rem;font-weight:700;letter-spacing:-.015em}
legend{padding:0;float:left;width:100%}
legend+*{clear:both}
section,.chooser,.receipt dl{background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:1.25rem}
form{display:grid;gap:1rem;margin-top:1rem}
.with{display:grid;gap:1rem;align-content:start}
.about{font-size:.875rem;color:var(--ink2);padding-top:.25rem}
dl>div{display:flex;justify-content:space-between;gap:1.25rem;padding-block:.5rem;font-size:.9375rem}
dt{color:var(--ink2);flex:none}dd{text-align:right;font-variant-numeric:tabular-nums}
.order dl{margin-top:.5rem}
.total{border-top:1px solid var(--line);margin-top:.5rem;padding-top:.875rem!important;align-items:baseline}
.total dt{color:var(--ink);font-weight:700}
.total dd{font-size:1.5rem;font-weight:800;letter-spacing:-.02em;line-height:1.2}
.chooser{min-width:0}
.choices{display:grid;gap:.5rem;margin-top:.75rem}
.choice{position:relative;display:block;cursor:pointer}
.choice input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.choice span{display:flex;flex-direction:column;justify-content:center;height:100%;min-height:3.5rem;padding:.5rem .875rem .5rem 2.625rem;border:1px solid var(--line);border-radius:.75rem;background:var(--paper)}
.choice span::before{content:'';position:absolute;left:.875rem;top:50%;width:1.125rem;height:1.125rem;margin-top:-.5625rem;border:2px solid var(--edge);border-radius:50%;background:var(--paper)}
.choice:hover span{border-color:var(--edge)}
.choice input:checked+span{border-color:var(--blue);background:var(--wash);box-shadow:inset 0 0 0 1px var(--blue)}
.choice input:checked+span::before{border:.375rem solid var(--blue)}
.choice b{font-weight:650;font-size:.9375rem;line-height:1.4}
.choice small{font-size:.8125rem;font-weight:400;color:var(--ink2);line-height:1.4}
.choice code{font:.75rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,monospace;overflow-wrap:anywhere}
details{border-top:1px solid var(--line);margin-top:.75rem}
details+details{margin-top:0}
details[open]{padding-bottom:.75rem}
details:last-child{margin-bottom:-.75rem}
summary{display:flex;align-items:center;gap:.5rem;min-height:3rem;cursor:pointer;font-size:.9375rem;font-weight:600;list-style:none;border-radius:.5rem}
summary::-webkit-details-marker{display:none}
summary::after{content:'';width:.5rem;height:.5rem;margin:0 .375rem .25rem auto;border:solid var(--ink2);border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{transform:rotate(225deg);margin-bottom:-.25rem}
details .choices{margin-top:0}
.count{font-size:.8125rem;font-weight:600;color:var(--ink2);font-variant-numeric:tabular-nums}
.fields{display:grid;gap:1rem;margin-top:.75rem}
label{font-size:.875rem;font-weight:600}
.field label{display:block;margin-bottom:.375rem}
.field input{display:block;width:100%;height:3.25rem;padding:0 1rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--paper);color:var(--ink);font:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums;letter-spacing:.02em}
.field input::placeholder{color:#69738a}
.field input[aria-invalid]{border-color:var(--red);background:var(--red-wash)}
.hint,.fault{font-size:.8125rem;padding-top:.375rem}
.hint{color:var(--ink2)}.fault{color:var(--red);font-weight:600}
.fault~.hint,.hint:has(~.fault){display:none}
.actions{display:grid;gap:.5rem}
button{font:inherit;cursor:pointer;border-radius:.75rem;min-height:2.75rem;border:0}
.go{min-height:3.5rem;background:var(--blue);color:#fff;font-weight:700;font-size:1.0625rem;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.go:hover{background:var(--blue-deep)}
.close{background:none;color:var(--ink2);font-size:.9375rem;text-decoration:underline;text-underline-offset:.25em;text-decoration-color:var(--edge)}
.close:hover{color:var(--ink)}
[aria-busy] button{pointer-events:none}
[aria-busy] .go{background:var(--ink2)}
:is(button,input,summary,a):focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.choice input:focus-visible+span{outline:3px solid var(--blue);outline-offset:2px}
.closed,.receipt{max-width:32rem}
.closed{padding-block:4rem;text-align:center}.closed p{margin-top:.75rem;color:var(--ink2)}
.receipt dl{margin-top:1rem}.receipt .status{margin-top:.25rem;color:var(--ink2)}
@media (max-width:51.99rem){
html{scroll-padding-bottom:9rem}
.actions{position:sticky;bottom:0;margin:0 -1.25rem -2rem;padding:.75rem 1.25rem calc(.5rem + env(safe-area-inset-bottom));background:var(--paper);border-top:1px solid var(--line);gap:0}
}
@media (min-width:40rem){
.choices{grid-template-columns:1fr 1fr}
.choices.good{grid-template-columns:repeat(3,1fr)}
.fields{grid-template-columns:1fr 10rem}
}
@media (min-width:52rem){
main{padding-block:1.75rem 4rem}
h1{font-size:2rem}
form{grid-template-columns:minmax(0,1fr) 22rem;grid-template-rows:auto 1fr;gap:1rem 1.5rem;margin-top:1.25rem;align-items:start}
.with{grid-column:1;grid-row:1/3}
.order{grid-column:2;grid-row:1}
.actions{grid-column:2;grid-row:2}
section,.chooser{padding:1.5rem}
}
@media (prefers-reduced-motion:no-preference){.choice span,.go{transition:background-color .14s,border-color .14s}}
@media print{.brand,.notice{color:#000}body{background:#fff}}
`
