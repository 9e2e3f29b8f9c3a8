/** Themes, and their colours for what has no style sheet. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { TONE_COUNT, toneMapForCategoryIds } from '../../domain/categories.ts'
import { colorReadableOnBackground } from '../../domain/color.ts'
import { bitmapFileOfImage, representEmbeddedImage } from '../../representations/json/items.ts'
import type { LetterLook } from '../../representations/mail/letter.ts'
import type { Store } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import { type Asset, newAsset, staticFileText } from './assets/assets.ts'

// Themes: those that come with the service, and a folder of the operator's.

/** The themes that come with the service; the first is the default. */
export const bundledThemeNames = ['fasti', 'slate', 'meadow', 'plain'] as const
/** The name of the theme in the operator's folder. */
const FOLDER_THEME = 'folder'

/** Maximum bytes of a file of a theme. */
const MAX_BYTES = 2 * 1024 * 1024

const imageTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}

/** The parts of a theme; every part may be missing. */
export interface ThemeParts {
  readonly css: string
  /** HTML at the top and at the bottom of pages. */
  readonly head: string
  readonly foot: string
  readonly logo?: Asset | undefined
  readonly icon?: Asset | undefined
  readonly share?: Asset | undefined
}

export interface ThemesFoundByName {
  /** The names, that of the default first. */
  readonly names: readonly string[]
  /** Returns a theme; the default for an unknown name. */
  find(name: string | undefined): ThemeParts
}

const isOwn = (name: string) => bundledThemeNames.some((one) => one === name)

function bytesOf(path: string): Buffer {
  if (statSync(path).size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes.`)
  return readFileSync(path)
}

/** Reads a theme from a folder. Throws if the folder can't be read. */
function folderTheme(folder: string): ThemeParts {
  const files = readdirSync(folder)
  const text = (name: string) => (files.includes(name) ? bytesOf(join(folder, name)).toString('utf8') : '')
  const image = (name: string) => {
    const file = files.find(
      (one) => imageTypes[extname(one)] !== undefined && one.replace(/\.\w+$/, '') === name,
    )
    const type = imageTypes[extname(file ?? '')]
    return file && type && newAsset(`theme-${name}`, extname(file), bytesOf(join(folder, file)), type)
  }
  return {
    css: text('theme.css'),
    head: text('head.html'),
    foot: text('foot.html'),
    logo: image('logo') || undefined,
    icon: image('favicon') || undefined,
    share: image('share') || undefined,
  }
}

/** Reads the themes. `configured` is the name of one or a folder. Throws if it is neither. */
export function readThemes(configured: string): ThemesFoundByName {
  const bundled = bundledThemeNames.map((name): readonly [string, ThemeParts] => [
    name,
    { css: name === 'fasti' ? '' : staticFileText(`themes/${name}.css`), head: '', foot: '' },
  ])
  if (!isOwn(configured) && !existsSync(configured))
    throw new Error(`FASTI_THEME is "${configured}": there is no such theme and no such folder.`)
  const folder = isOwn(configured) ? [] : [[FOLDER_THEME, folderTheme(configured)] as const]
  const all = new Map<string, ThemeParts>([...folder, ...bundled])
  const first = isOwn(configured) ? configured : FOLDER_THEME
  const fallback = all.get(first) ?? { css: '', head: '', foot: '' }
  return {
    names: [first, ...[...all.keys()].filter((name) => name !== first)],
    find: (name) => all.get(name ?? first) ?? fallback,
  }
}

// The colours of a theme, for what has no style sheet: the application's manifest and the images that are drawn.

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

// The colours of categories and groups as CSS: a hue for each category, which a chosen colour replaces, and the chosen ones of groups.

/** The lightest and the darkest surfaces that marks in the colours of categories stand on. */
const LIGHT_PAPER = '#f1ede6'
const DARK_PAPER = '#2a2620'

/** Categories by id, each with its chosen colour; "" for none. */
export type CategoryIdsWithColors = readonly { readonly id: number; readonly color: string }[]

function hueCss(ids: readonly number[]): string {
  const tones = toneMapForCategoryIds(ids)
  const rules = Array.from({ length: TONE_COUNT }, (_, tone) => {
    const own = ids.filter((id) => tones.get(id) === tone).map((id) => `.hue-${id}`)
    return own.length === 0 ? '' : `${own.join()}{--hue:var(--tone-${tone})}`
  })
  return rules.join('')
}

/** The chosen colours of items with classes that begin so, darkened or lightened where they could not be seen. */
function chosenCss(prefix: 'cat' | 'group', all: CategoryIdsWithColors): string {
  const colors = all.filter(({ color }) => color !== '')
  if (colors.length === 0) return ''
  // The last rule wins: of several colours, an event has that of the oldest category.
  const inOrder = [...colors].sort((a, b) => b.id - a.id)
  const rules = (paper: string) =>
    inOrder
      .map(({ id, color }) => `.${prefix}-${id}{--hue:${colorReadableOnBackground(color, paper)}}`)
      .join('')
  return `${rules(LIGHT_PAPER)}@media screen and (prefers-color-scheme:dark){${rules(DARK_PAPER)}}`
}

/** Returns the hue of each category by its id: its number, or the chosen colour in light and in dark surroundings. */
export function categoryHues(colors: CategoryIdsWithColors): Readonly<Record<string, number | string>> {
  const tones = toneMapForCategoryIds(colors.map(({ id }) => id))
  const hueOf = ({ id, color }: CategoryIdsWithColors[number]) =>
    color === ''
      ? (tones.get(id) ?? 0)
      : `light-dark(${colorReadableOnBackground(color, LIGHT_PAPER)},${colorReadableOnBackground(color, DARK_PAPER)})`
  return Object.fromEntries(colors.map((one) => [one.id, hueOf(one)]))
}

/** Returns the rules of these categories. */
export const makeCategoryColorCss = (colors: CategoryIdsWithColors): string =>
  hueCss(colors.map(({ id }) => id)) + chosenCss('cat', colors)

/** Returns the rules of these groups, which have no colour where none is chosen. */
export const makeGroupColorCss = (colors: CategoryIdsWithColors): string => chosenCss('group', colors)

// The look of e-mail: the colours of the theme, and the logo of the site.

/** Returns a function that reads the look of e-mail from the settings. Throws if the configured theme can't be read. */
export function letterLookReader(
  store: Pick<Store, 'settings' | 'media'>,
  { theme, baseUrl }: { readonly theme: string; readonly baseUrl: string },
): () => Promise<LetterLook> {
  const themes = readThemes(theme)
  const root = { base: baseUrl, url: baseUrl, namespace: '' }
  return async () => {
    const { theme: chosen, logo } = await store.settings()
    const { paper, raised, ink, quiet, accent, onAccent } = colorsOfTheme(themes.find(chosen))
    const media = logo === undefined ? undefined : await store.media(Number(logo))
    return {
      paper: paper.light,
      raised: raised.light,
      ink: ink.light,
      quiet: quiet.light,
      accent: accent.light,
      onAccent: onAccent.light,
      logo: media && bitmapFileOfImage(representEmbeddedImage(media, root)).url,
    }
  }
}
