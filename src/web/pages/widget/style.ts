/** The style of the widget, within its shadow root, and its fonts. */
import { settingsGivenToWidget } from './given.ts'

const { fonts, hues, looks } = settingsGivenToWidget.look

/** The look of each theme, which the attribute `theme` chooses. Colours follow the colour scheme of the page around. */
const themes = Object.entries(looks).map(([name, look]) => `:host([theme="${CSS.escape(name)}"]) { ${look} }`)

export const widgetStyleSheet = new CSSStyleSheet()
widgetStyleSheet.replaceSync(`
:host { ${hues}; ${looks[settingsGivenToWidget.theme] ?? ''} }
${themes.join('\n')}
:host { display: block; container-type: inline-size; color: var(--fasti-ink, inherit); background: var(--fasti-paper, transparent);
  font: var(--fasti-font, 1em Figtree, ui-sans-serif, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif); line-height: 1.45;
  --accent: var(--fasti-accent, var(--red)); --corner: var(--fasti-radius, var(--radius)); --hue: var(--edge);
  --rule: var(--fasti-line, color-mix(in srgb, currentColor 20%, transparent)); --border: color-mix(in srgb, currentColor 60%, transparent); }
:host([hidden]) { display: none; }
* { box-sizing: border-box; margin: 0; padding: 0; }
ol { list-style: none; }
a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
a:hover, a:focus-visible, .to { text-decoration: underline; text-underline-offset: .18em; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: var(--radius-small); }
header { display: flex; align-items: center; gap: .5em; margin-block-end: .75em; }
.title { flex: 1; font-size: 1.4375em; font-weight: 700; letter-spacing: -.01em; }
.title::first-letter { text-transform: uppercase; }
.name { font-weight: 650; }
button { min-inline-size: 2.75em; min-block-size: 2.75em; border: 0; border-radius: var(--corner);
  background: color-mix(in srgb, currentColor 8%, transparent); color: inherit; font: inherit; cursor: pointer; }
button:hover { background: color-mix(in srgb, currentColor 14%, transparent); }
:dir(rtl) button span { display: inline-block; transform: scaleX(-1); }
.list > .day { padding-block: .5em; display: grid; gap: .5em; }
.day.today > .name { color: var(--accent); }
[role=alert] { white-space: pre-line; }
li li { padding-inline-start: .625em; border-inline-start: .1875em solid var(--hue); margin-block: .25em; }
.featured a { font-weight: 700; }
.when, .where, .cost { display: block; font-size: .875em; }
li li.card { position: relative; display: grid; grid-template-columns: 1fr; margin: 0; padding: 0; overflow: hidden;
  border: 0; border-inline-start: .25em solid var(--hue); border-radius: var(--corner); background: var(--raised); color: var(--ink);
  box-shadow: 0 0 0 1px var(--line); }
.list ol { display: grid; gap: .625em; }
.card > div { padding: .625em .875em; }
.list li li.card:has(img) { grid-template-columns: 6em 1fr; }
.card img { inline-size: 100%; block-size: 100%; min-block-size: 6em; object-fit: cover; background: color-mix(in srgb, var(--hue) 14%, var(--raised)); }
.card a { font-weight: 650; font-size: 1.0625em; line-height: 1.3; }
.card a::after { content: ""; position: absolute; inset: 0; }
.card .when { color: var(--red); font-weight: 600; }
.card :is(.where, .cost) { display: inline; margin-inline-end: .75em; color: var(--quiet); }
.card .cost { display: inline-block; }
.card a { display: block; }
.outcome { color: var(--warning); }
.postponed .when { text-decoration: line-through; }
.ended * { color: var(--quiet); }
.ended img { opacity: .6; }
.quiet { display: none; }
form { display: flex; flex-wrap: wrap; gap: .5em .75em; align-items: end; margin-block-end: .75em; }
label { display: grid; gap: .2em; font-size: .875em; font-weight: 600; }
input, select { min-block-size: 2.75em; max-inline-size: 100%; padding-inline: .75em; border: 1px solid var(--border); border-radius: var(--corner);
  background: none; color: inherit; font: inherit; }
option { color: CanvasText; background: Canvas; }
.space { display: none; }
li li.space { border: 0; }
.bar { background: color-mix(in srgb, var(--hue) 16%, transparent); border-radius: var(--radius-small); padding-block: .1em; }
.month > .day { padding-block: .5em; border-block-start: 1px solid var(--rule); }
.month > .over { display: none; }
@container (min-width: 36em) {
  .list > .day { grid-template-columns: 8em 1fr; gap: .75em 1em; }
  .list > .day > .name { padding-block-start: .625em; }
  .month { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); border-inline-start: 1px solid var(--rule);
    border-block-end: 1px solid var(--rule); }
  .month .day { display: block; min-block-size: 6em; padding: .375em; border-inline-end: 1px solid var(--rule); font-size: .875em; }
  .month > .over > .name { opacity: .75; font-weight: 400; }
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

/** The longest time in milliseconds that events wait for the font, so that nothing shifts. */
const FONT_PATIENCE = 300

let loading: Promise<unknown> | undefined

/** Loads the font, and resolves when it is there or takes too long. A page that has chosen another one loads none. */
export function loadFont(of: HTMLElement): Promise<unknown> {
  if (getComputedStyle(of).getPropertyValue('--fasti-font') !== '') return Promise.resolve()
  loading ??= (async () => {
    const faces = fonts.map(({ url, range }) => {
      const more = { weight: '300 900', display: 'optional', unicodeRange: range } as const
      return new FontFace('Figtree', `url("${url}") format("woff2")`, more)
    })
    for (const face of faces) document.fonts.add(face)
    const late = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE))
    // That of other letters is loaded where a text has them. A policy of the page may forbid both.
    await Promise.race([faces[0]?.load(), late]).catch(() => undefined)
  })()
  return loading
}
