"""How a results book looks, on a screen, on a phone and on paper."""

STYLE = """\
body { max-width: 66rem; }
a { color: var(--accent); text-decoration-color: #9db8a7; text-underline-offset: .15em; }
.title { border-top: .45rem solid var(--accent); padding-top: .9rem; margin-bottom: 1rem; }
.title h1 { font-size: 2.3rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
.title .kind { text-transform: uppercase; letter-spacing: .08em; font-size: .78rem; color: var(--accent);
  margin: 0 0 .3rem; }
.title .when { font-size: 1.1rem; }
.notice { border: 1px solid var(--line); border-left: .3rem solid var(--accent); padding: .35rem .8rem; margin: .8rem 0;
  font-size: .86rem; break-inside: avoid; }
.notice.unofficial { border-left-color: #b7791f; background: #fdf8ec; }
.notice p { margin: .15rem 0; }
.warn { border-left: .3rem solid #b7791f; background: #fdf8ec; padding: .2rem .6rem; font-size: .86rem; }
.contents { margin: 1rem 0 1.4rem; font-size: .9rem; }
.contents section, .contents details { display: flex; flex-wrap: wrap; gap: .2rem .8rem; margin: .3rem 0; }
.contents details { display: block; }
.contents summary { cursor: pointer; }
.contents b { min-width: 4.2rem; display: inline-block; }
.contents div { flex: 1 1 14rem; line-height: 1.9; }
.contents a { display: inline-block; margin-right: .55rem; white-space: nowrap; }
.contents .names a { margin-right: .9rem; }
.sheet { margin-top: 3.2rem; border-top: 2px solid var(--accent); padding-top: .8rem; }
.sheet header { margin-bottom: .7rem; }
.sheet h2 { font-size: 1.6rem; overflow-wrap: anywhere; }
.sheet header p { margin: 0; }
.sheet h3 { margin: 1.2rem 0 .3rem; }
.sheet h3 .soft { font-weight: normal; font-size: .92em; margin-left: .4em; }
nav.top { float: right; font-size: .85rem; display: flex; gap: .9rem; margin-left: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; min-width: 100%; }
th, td { padding: .22rem .55rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th { font-size: .78rem; font-weight: 600; color: var(--soft); border-bottom: 1.5px solid var(--ink);
  white-space: nowrap; vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--band); }
.n { text-align: right; white-space: nowrap; }
.up { color: #14532d; } .down { color: #9b2c1f; }
.rank { font-weight: 600; width: 3rem; }
.name { font-weight: 600; min-width: 9rem; }
.total { font-weight: 700; }
.ties { min-width: 11rem; }
.standings a { text-decoration: none; } .standings a:hover { text-decoration: underline; }
.standings { font-size: 1rem; }
.standings tbody tr:nth-child(-n+3) .total { font-size: 1.1em; }
.winds { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.6rem; }
.winds > div { min-width: 0; }
.player i, .tables i { font-style: normal; font-weight: 600; font-size: .8em; color: var(--soft); }
.settings code { white-space: nowrap; overflow-wrap: normal; }
.sums { display: flex; flex-wrap: wrap; gap: .3rem 1.8rem; margin: .8rem 0; }
.sums div { display: flex; flex-direction: column-reverse; }
.sums dt { font-size: .78rem; color: var(--soft); }
.sums dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.sums div:last-child dd { color: var(--accent); font-size: 1.4rem; }
.scale { display: flex; flex-wrap: wrap; gap: .2rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
.scale div { border: 1px solid var(--line); min-width: 3.4rem; text-align: center; padding: .1rem .4rem;
  break-inside: avoid; }
.scale dt { font-size: .8rem; color: var(--soft); } .scale dd { margin: 0; font-weight: 600; }
.foot { font-size: .74rem; color: var(--soft); margin-top: .9rem; }
.deal { --tile: min(1.55rem, 4.3vw); break-inside: avoid; }
.seat { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .9rem; margin: .3rem 0; }
.seat > b { width: 3rem; font-size: .85rem; }
.seat .row { display: flex; flex-wrap: wrap; gap: 1px; } .seat figure { margin: 0; } .seat .name { display: none; }
@media (max-width: 600px) {
  .title h1 { font-size: 1.7rem; }
  .winds { grid-template-columns: 1fr; }
  th, td { padding: .22rem .35rem; }
  .name { min-width: 6rem; }
  .player .words { min-width: 11rem; }
  .tables .words { min-width: 9rem; }
  .seat > b { width: 100%; }
}
@media print {
  .contents, nav.top { display: none; }
  .sheet { break-before: page; margin-top: 0; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr, .winds > div > h3, .sums { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  table { font-size: 8.6pt; } .standings { font-size: 10.5pt; }
  th, td { padding: .7mm 1.4mm; } th { font-size: 7.4pt; }
  .winds { gap: 0 5mm; }
  .deal { --tile: 4.55mm; } .seat { flex-wrap: nowrap; gap: 2.5mm; } .seat > b { width: 11mm; }
  .seat .row { flex-wrap: nowrap; gap: 0; }
}
"""
