/** The style of the widget, within its shadow root. */

export const widgetStyle = new CSSStyleSheet()
widgetStyle.replaceSync(`
:host { display: block; container-type: inline-size; color: var(--fasti-ink, CanvasText); background: var(--fasti-paper, transparent);
  font: var(--fasti-font, inherit); line-height: 1.45; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; margin: 0; padding: 0; }
ol { list-style: none; }
a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
a:hover, a:focus-visible, .to { text-decoration: underline; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
:host { --accent: var(--fasti-accent, var(--own-accent)); --own-accent: #a8231b; --own-radius: .375em; --radius: var(--fasti-radius, var(--own-radius));
  --line: var(--fasti-line, color-mix(in srgb, currentColor 20%, transparent)); --edge: color-mix(in srgb, currentColor 60%, transparent); }
:host([theme=slate]) { --own-accent: #1d4f91; --own-radius: .5em; }
:host([theme=meadow]) { --own-accent: #216339; --own-radius: .75em; }
:host([theme=plain]) { --own-accent: currentColor; --own-radius: 0; }
@media (prefers-color-scheme: dark) {
  :host { --own-accent: #ff8a7a; }
  :host([theme=slate]) { --own-accent: #8fbcff; }
  :host([theme=meadow]) { --own-accent: #8ed69c; }
}
header { display: flex; align-items: center; gap: .5em; margin-block-end: .5em; }
.title { flex: 1; font-size: 1.25em; font-weight: 600; }
.title::first-letter { text-transform: uppercase; }
.name { font-weight: 600; }
button { min-inline-size: 2.5em; min-block-size: 2.5em; border: 1px solid var(--line); border-radius: var(--radius);
  background: none; color: inherit; font: inherit; cursor: pointer; }
:dir(rtl) button span { display: inline-block; transform: scaleX(-1); }
.day { border-block-start: 1px solid var(--line); padding-block: .5em; display: grid; gap: .25em .75em; }
.day.today > .name { color: var(--accent); }
[role=alert] { white-space: pre-line; }
li li { padding-inline-start: .625em; border-inline-start: .1875em solid var(--hue, var(--line)); margin-block: .25em; }
li.featured { border-color: var(--accent); }
.featured a { font-weight: 700; }
.when, .where { display: block; font-size: .875em; }
.quiet { display: none; }
form { display: flex; flex-wrap: wrap; gap: .5em .75em; align-items: end; margin-block-end: .75em; }
label { display: grid; gap: .2em; font-size: .875em; }
input, select { min-block-size: 2.5em; max-inline-size: 100%; padding-inline: .5em; border: 1px solid var(--edge); border-radius: var(--radius);
  background: none; color: inherit; font: inherit; }
option { color: CanvasText; background: Canvas; }
.space { display: none; }
.bar { background: color-mix(in srgb, var(--hue, currentColor) 12%, transparent); border-radius: var(--radius); padding-block: .1em; }
@container (min-width: 36em) {
  .list .day { grid-template-columns: 9em 1fr; }
  .month { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); border-inline-start: 1px solid var(--line);
    border-block-end: 1px solid var(--line); }
  .month .day { display: block; min-block-size: 6em; padding: .375em; border-inline-end: 1px solid var(--line); font-size: .875em; }
  .month .where { display: none; }
  .month .day, .month .day ol { position: relative; }
  .month .bar, .month .space { display: block; block-size: 1.75em; margin-block: .2em; overflow: hidden; }
  .month .bar { inline-size: calc(var(--span) * 100% + (var(--span) - 1) * (.75em + 1px)); position: relative; z-index: 1;
    white-space: nowrap; text-overflow: ellipsis; }
  .month .bar .when { display: none; }
}
@media (forced-colors: active) { .bar { border-block: 1px solid CanvasText; } .day.today > .name { outline: 2px solid Highlight; } }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`)
