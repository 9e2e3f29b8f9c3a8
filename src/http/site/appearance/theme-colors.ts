/** The colours of a theme, for what has no style sheet: the application's manifest and the images that are drawn. */
import { memoizedByObject } from '../../../support/remembered.ts'
import { staticFileText } from '../assets/assets.ts'
import type { ThemeParts } from './theme.ts'

/** A colour in light and in dark surroundings, as `#rrggbb`. */
interface LightDarkColor {
  readonly light: string
  readonly dark: string
}

/** The beginning of rules for dark surroundings in a style. */
export const DARK_RULES_START_REGEX = /@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/

/** Returns the last value of a property in a style, if it is a colour in digits. */
function valueIn(style: string, property: string): string | undefined {
  const found = [...style.matchAll(new RegExp(`[\\s;{]${property}:\\s*(#[0-9a-f]{6})\\b`, 'gi'))]
  return found.at(-1)?.[1]
}

/** Returns the first value of a property in a style, if it is a length; that of the root stands first. */
const lengthIn = (style: string, property: string): string | undefined =>
  new RegExp(`[\\s;{]${property}:\\s*([\\d.]+(?:rem|em|px)?)\\s*[;}]`).exec(style)?.[1]

const tokens = staticFileText('design/tokens.css')

/** Returns the colour that a property of the design has in a theme. */
function colorOf({ css }: ThemeParts, property: string): LightDarkColor {
  const styles = [tokens, css].map((style) => {
    const [lights = '', ...darks] = style.split(DARK_RULES_START_REGEX)
    return [lights, darks.join('')] as const
  })
  const [light, dark] = ([0, 1] as const).map((at) =>
    styles.flatMap((parts) => valueIn(parts[at], property) ?? []).at(-1),
  )
  return { light: light ?? '#ffffff', dark: dark ?? '#000000' }
}

/** Returns the colours behind texts of a theme, that of pages first. */
export function backgroundsOf(theme: ThemeParts): {
  readonly light: readonly string[]
  readonly dark: readonly string[]
} {
  const papers = ['--paper', '--raised', '--sunken'].map((name) => colorOf(theme, name))
  return { light: papers.map(({ light }) => light), dark: papers.map(({ dark }) => dark) }
}

/** The properties that the widget takes from a theme. */
const widgetColors = [
  'paper',
  'raised',
  'ink',
  'quiet',
  'line',
  'edge',
  'red',
  'on-red',
  'blush',
  'warning',
  'amber',
]
const TONES = 12

const declared = (names: readonly string[], theme: ThemeParts) =>
  names.map((name) => {
    const { light, dark } = colorOf(theme, `--${name}`)
    return `--${name}:light-dark(${light},${dark})`
  })

/** Returns the declarations of the hues of categories, which are the same in all themes. */
export const categoryHueDeclarations = (): string =>
  declared(
    Array.from({ length: TONES }, (_, tone) => `tone-${tone}`),
    { css: '', head: '', foot: '' },
  ).join(';')

/** Returns the declarations of the radii of a theme. */
const cornersOf = ({ css }: ThemeParts) =>
  ['--radius', '--radius-small', '--radius-large'].map((name) => {
    const [value] = [tokens, css].flatMap((style) => lengthIn(style, name) ?? []).slice(-1)
    return `${name}:${value ?? '0'}`
  })

/** Returns the declarations with which the widget looks like the pages of a theme. */
export const widgetDeclarationsOfTheme = memoizedByObject((theme: ThemeParts): string =>
  [...declared(widgetColors, theme), ...cornersOf(theme)].join(';'),
)

/** The colours that a theme may set. */
const ownColors = [...widgetColors, 'sunken', 'link']

/** Returns the rules with which what is no page of the calendar, such as the desk, has the colours and corners of a theme. */
export const deskAndDocRulesOfTheme = memoizedByObject((theme: ThemeParts): string => {
  const colors = ownColors.map((name) => ({ name, ...colorOf(theme, `--${name}`) }))
  const lights = colors.map(({ name, light }) => `--${name}:${light}`)
  const darks = colors.map(({ name, dark }) => `--${name}:${dark}`)
  return `:root{${[...lights, ...cornersOf(theme)].join(';')}}@media (prefers-color-scheme:dark){:root{${darks.join(';')}}}`
})

/** Returns the colours of a theme by their use. */
export const colorsOfTheme = memoizedByObject((theme: ThemeParts) => ({
  paper: colorOf(theme, '--paper'),
  raised: colorOf(theme, '--raised'),
  ink: colorOf(theme, '--ink'),
  quiet: colorOf(theme, '--quiet'),
  accent: colorOf(theme, '--red'),
  onAccent: colorOf(theme, '--on-red'),
}))
