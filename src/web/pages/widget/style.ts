/** The style of the widget, within its shadow root, and its fonts. */
import { settingsGivenToWidget } from './given.ts'
import { css } from './style.css'

const { fonts, hues, looks } = settingsGivenToWidget.look

/** The look of each theme, which the attribute `theme` chooses. Colours follow the colour scheme of the page around. */
const themes = Object.entries(looks).map(([name, look]) => `:host([theme="${CSS.escape(name)}"]){${look}}`)

export const widgetStyleSheet = new CSSStyleSheet()
widgetStyleSheet.replaceSync(
  `:host{${hues};${looks[settingsGivenToWidget.theme] ?? ''}}${themes.join('')}${css}`,
)

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
