/** Themes, and their colours for what has no style sheet. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { recordFromNames } from '../../contract/table-of.ts'
import { TONE_COUNT, toneMapForCategoryIds } from '../../domain/categories.ts'
import { colorReadableOnBackground } from '../../domain/color.ts'
import { bitmapFileOfImage, representEmbeddedImage } from '../../representations/json/items.ts'
import type { LetterLook } from '../../representations/mail/letter.ts'
import type { Store } from '../../store/store.ts'
import { type Asset, newAsset, staticFileText } from './assets.ts'

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

/** Returns the colours that properties of the design have with the style of a theme. */
function colorsIn<Name extends string>(
  names: readonly Name[],
  css: string,
): Readonly<Record<Name, LightDarkColor>> {
  const styles = [tokens, css].map((style) => {
    const [lights = '', ...darks] = style.split(DARK_RULES_START_REGEX)
    return [lights, darks.join('')] as const
  })
  const last = (name: string, at: 0 | 1) =>
    styles.flatMap((parts) => valueIn(parts[at], `--${name}`) ?? []).at(-1)
  return recordFromNames(names, (name) => ({
    light: last(name, 0) ?? '#ffffff',
    dark: last(name, 1) ?? '#000000',
  }))
}

/** The properties that the widget takes from a theme, and all that a theme may set. */
const widgetColors = [
  ...(['paper', 'raised', 'ink', 'quiet', 'line', 'edge'] as const),
  ...(['red', 'on-red', 'blush', 'warning', 'amber'] as const),
]
const ownColors = [...widgetColors, 'sunken', 'link'] as const

/** Returns the declarations of the radii in the style of a theme. */
const cornersIn = (css: string) =>
  ['--radius', '--radius-small', '--radius-large'].map((name) => {
    const [value] = [tokens, css].flatMap((style) => lengthIn(style, name) ?? []).slice(-1)
    return `${name}:${value ?? '0'}`
  })

const declared = ([name, { light, dark }]: readonly [string, LightDarkColor]) =>
  `--${name}:light-dark(${light},${dark})`

/** Returns the declarations of the hues of categories, which are the same in all themes. */
export const categoryHueDeclarations = (): string => {
  const tones = Array.from({ length: TONE_COUNT }, (_, tone) => `tone-${tone}`)
  return Object.entries(colorsIn(tones, '')).map(declared).join(';')
}

// Themes: those that come with the service, and a folder of the operator's.

/** A theme: its style, the colours that result, and its other parts, of which each may be missing. */
export interface Theme {
  readonly css: string
  readonly colors: Readonly<Record<(typeof ownColors)[number], LightDarkColor>>
  /** HTML at the top and at the bottom of pages. */
  readonly head: string
  readonly foot: string
  readonly logo?: Asset | undefined
  readonly icon?: Asset | undefined
  readonly share?: Asset | undefined
}

/** Returns the theme with a style, and with the other parts of a theme. */
export const themeWithStyle = (css: string, others: Partial<Theme> = {}): Theme => ({
  head: '',
  foot: '',
  ...others,
  css,
  colors: colorsIn(ownColors, css),
})

/** Returns the declarations with which the widget looks like the pages of a theme. */
export const widgetDeclarationsOfTheme = ({ css, colors }: Theme): string =>
  [...widgetColors.map((name) => declared([name, colors[name]])), ...cornersIn(css)].join(';')

/** Returns the rules with which what is no page of the calendar, such as the desk, has the colours and corners of a theme. */
export function deskAndDocRulesOfTheme({ css, colors }: Theme): string {
  const of = (kind: 'light' | 'dark') => ownColors.map((name) => `--${name}:${colors[name][kind]}`)
  return `:root{${[...of('light'), ...cornersIn(css)].join(';')}}@media (prefers-color-scheme:dark){:root{${of('dark').join(';')}}}`
}

/** Returns the colours of a theme in light surroundings, by their use, for what has no others: images and e-mail. */
export const lightColorsOf = ({ colors }: Theme) => ({
  paper: colors.paper.light,
  raised: colors.raised.light,
  ink: colors.ink.light,
  quiet: colors.quiet.light,
  accent: colors.red.light,
  onAccent: colors['on-red'].light,
})

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

const isOwn = (name: string) => bundledThemeNames.some((one) => one === name)

function bytesOf(path: string): Buffer {
  if (statSync(path).size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes.`)
  return readFileSync(path)
}

/** Reads a theme from a folder. Throws if the folder can't be read. */
function folderTheme(folder: string): Theme {
  const files = readdirSync(folder)
  const text = (name: string) => (files.includes(name) ? bytesOf(join(folder, name)).toString('utf8') : '')
  const image = (name: string) => {
    const file = files.find(
      (one) => imageTypes[extname(one)] !== undefined && one.replace(/\.\w+$/, '') === name,
    )
    const type = imageTypes[extname(file ?? '')]
    return file && type && newAsset(`theme-${name}`, extname(file), bytesOf(join(folder, file)), type)
  }
  return themeWithStyle(text('theme.css'), {
    head: text('head.html'),
    foot: text('foot.html'),
    logo: image('logo') || undefined,
    icon: image('favicon') || undefined,
    share: image('share') || undefined,
  })
}

/** Reads the themes. `configured` is the name of one or a folder. Throws if it is neither. */
export function readThemes(configured: string) {
  const bundled = bundledThemeNames.map((name): readonly [string, Theme] => [
    name,
    themeWithStyle(name === 'fasti' ? '' : staticFileText(`themes/${name}.css`)),
  ])
  if (!isOwn(configured) && !existsSync(configured))
    throw new Error(`FASTI_THEME is "${configured}": there is no such theme and no such folder.`)
  const folder = isOwn(configured) ? [] : [[FOLDER_THEME, folderTheme(configured)] as const]
  const all = new Map<string, Theme>([...folder, ...bundled])
  const first = isOwn(configured) ? configured : FOLDER_THEME
  const fallback = all.get(first) ?? themeWithStyle('')
  return {
    /** The names, that of the default first. */
    names: [first, ...[...all.keys()].filter((name) => name !== first)],
    /** Returns a theme; the default for an unknown name. */
    find: (name: string | undefined) => all.get(name ?? first) ?? fallback,
  }
}

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
    const media = logo === undefined ? undefined : await store.media(Number(logo))
    return {
      ...lightColorsOf(themes.find(chosen)),
      logo: media && bitmapFileOfImage(representEmbeddedImage(media, root)).url,
    }
  }
}
