/** Settings over environment and theme, as pages and the interface show them. */

import type { FastifyRequest } from 'fastify'
import type { Context } from '../../api/context.ts'
import type { Outside } from '../../api/outside.ts'
import { rightsByRole } from '../../api/policy.ts'
import { readArgs } from '../../contract/arg.ts'
import {
  imageSettingNames,
  type SettingName,
  settingArgs,
  settingNamesReadAtStart,
} from '../../contract/operations/settings.ts'
import type { Image } from '../../contract/resources/shared.ts'
import { colorContrast, colorReadableOnBackground, mixedColor } from '../../domain/color.ts'
import { largePicturePath } from '../../representations/html/site/pictures.ts'
import { representEmbeddedImage } from '../../representations/json/items.ts'
import type { Root } from '../../representations/urls.ts'
import { type ShownSettings, settingAsStored, translationsOfSettings } from '../../settings/index.ts'
import type { PageLink, StoredSettings } from '../../store/store.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { AppOptions } from '../options.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { type Asset, deskAndDocStyle, newAsset, responseOfAsset, siteStyleParts } from './assets.ts'
import {
  type CategoryIdsWithColors,
  DARK_RULES_START_REGEX,
  deskAndDocRulesOfTheme,
  makeCategoryColorCss,
  makeGroupColorCss,
  readThemes,
  type Theme,
  themeWithStyle,
} from './themes.ts'

// A colour of the site’s own in place of the accent of its theme.

/** How much of the accent the ground of what is chosen has. */
const GROUND = 0.1
const LEAST_CONTRAST = 4.5

/** Returns the declarations of an accent on papers, the first of which is that of pages: readable as a text on each and as the ground of one. */
function accentDeclarations(color: string, papers: readonly string[]): string {
  const blush = mixedColor(papers[0] ?? '#ffffff', color, GROUND)
  const shown = [...papers, blush].reduce(colorReadableOnBackground, color)
  const on = colorContrast(shown, '#ffffff') >= LEAST_CONTRAST ? '#ffffff' : '#000000'
  return `--red:${shown};--on-red:${on};--link:${shown};--blush:${blush}`
}

/** Returns a theme with an accent (`#rrggbb`): its light values before the first dark ones of the theme, its dark ones at the end. The theme itself for "". */
function replaceAccentOfTheme(theme: Theme, accent: string): Theme {
  if (accent === '') return theme
  const { paper, raised, sunken } = theme.colors
  const rules = (kind: 'light' | 'dark') =>
    `:root{${accentDeclarations(
      accent,
      [paper, raised, sunken].map((color) => color[kind]),
    )}}`
  const at = theme.css.search(DARK_RULES_START_REGEX)
  const [before, after] = at < 0 ? [theme.css, ''] : [theme.css.slice(0, at), theme.css.slice(at)]
  const css = `${before}${rules('light')}${after}@media (prefers-color-scheme:dark){${rules('dark')}}`
  return themeWithStyle(css, theme)
}

/** Style sheets and images of themes that stay available, because cached pages link to them. */
const MAX_FILES = 100

const CSS = 'text/css; charset=utf-8'

type Images = Readonly<Record<(typeof imageSettingNames)[number], Image | false>>

/** The settings and the theme in effect, and what pages show of the groups. */
export interface Appearance extends ReturnType<typeof textsOf> {
  /** Returns the appearance with the texts of a language. */
  readonly inLanguage: (language: InterfaceLanguageCode) => Appearance
  readonly themeName: string
  /** The colour in place of the accent of the theme; "" for that of the theme. */
  readonly accent: string
  readonly theme: Theme
  readonly images: Images
  readonly hasGroups: boolean
  /** The own pages that are public or will be, in the order of the footer. */
  readonly pages: readonly PageLink[]
  /** The name of the style sheet of pages among the static files. */
  readonly style: string
  /** The name of the style sheet of what is no page: the desk and the documentation of the API. */
  readonly design: string
}

/** The themes, and the appearance of a site as it is now or in a preview. */
type AppearanceProvider = ReturnType<typeof appearanceProviderOf>

const noImages: Images = { logo: false, icon: false, share_image: false }

async function imagesOf(stored: StoredSettings, { store }: AppOptions, root: Root): Promise<Images> {
  const images = { ...noImages }
  for (const name of imageSettingNames) {
    const id = stored[name]
    const media = id === undefined ? undefined : await store.media(Number(id))
    if (media !== undefined) images[name] = representEmbeddedImage(media, root)
  }
  return images
}

/** The colours of items that have their own. */
interface ItemColors {
  readonly categories: CategoryIdsWithColors
  readonly groups: CategoryIdsWithColors
}

/** The style sheets and images of themes that pages link to. */
type ThemeFiles = ReturnType<typeof themeFiles>

function themeFiles() {
  const files = new Map<string, Asset>()
  const styles = new Map<string, string>()
  /** Keeps a file in place of the oldest one, and returns its name. */
  const keep = (asset: Asset) => {
    const oldest = files.keys().next().value
    if (files.size >= MAX_FILES && oldest !== undefined) files.delete(oldest)
    files.set(asset.name, asset)
    return asset.name
  }
  return {
    find: (name: string) => files.get(name),
    keep,
    /** Returns the name of the style sheet that has some rules of a theme between those that all themes have. */
    sheetOf(kind: string, rules: string, before: string, after = '') {
      const known = styles.get(kind + rules)
      if (known !== undefined && files.has(known)) return known
      if (styles.size >= MAX_FILES) styles.clear()
      const name = keep(newAsset(kind, '.css', before + rules + after, CSS))
      styles.set(kind + rules, name)
      return name
    },
  }
}

/** Returns the texts of an appearance; `language` is that of the accessibility statement's own text, undefined for that of the site. */
const textsOf = (
  stored: StoredSettings,
  { siteName, theme }: { readonly siteName: string; readonly theme: Theme },
  language?: InterfaceLanguageCode,
) => ({
  name: stored.name ?? siteName,
  description: stored.description ?? '',
  imprint: stored.imprint_url ?? '',
  privacy: stored.privacy_url ?? '',
  accessibility: {
    contact: stored.accessibility_contact ?? '',
    text: stored.accessibility_text ?? '',
    ...(language && { language }),
  },
  head: stored.head_html ?? theme.head,
  foot: stored.foot_html ?? theme.foot,
})

/** The parts of an appearance besides its settings. */
interface AppearanceParts {
  readonly siteName: string
  readonly themes: ReturnType<typeof readThemes>
  readonly files: ThemeFiles
}

/** What pages show of the items of the calendar. */
interface OfItems {
  readonly colors: ItemColors
  readonly pages: readonly PageLink[]
}

function appearanceOf(
  stored: StoredSettings,
  { colors, pages }: OfItems,
  images: Images,
  { siteName, themes, files }: AppearanceParts,
): Appearance {
  const accent = stored.accent_color ?? ''
  const theme = replaceAccentOfTheme(themes.find(stored.theme), accent)
  for (const one of [theme.logo, theme.icon, theme.share])
    if (one && files.find(one.name) === undefined) files.keep(one)
  const rules = theme.css + makeCategoryColorCss(colors.categories) + makeGroupColorCss(colors.groups)
  const translations = translationsOfSettings(stored)
  const appearance: Appearance = {
    ...textsOf(stored, { siteName, theme }),
    inLanguage(language) {
      const texts = translations[language]
      if (texts === undefined) return appearance
      const written = texts.accessibility_text === undefined ? undefined : language
      return { ...appearance, ...textsOf({ ...stored, ...texts }, { siteName, theme }, written) }
    },
    themeName: themes.names.find((name) => name === stored.theme) ?? themes.names[0] ?? '',
    accent,
    theme,
    images,
    hasGroups: colors.groups.length > 0,
    pages,
    style: files.sheetOf('site', rules, `${siteStyleParts.before}\n`, `\n${siteStyleParts.after}`),
    design: files.sheetOf('theme-design', deskAndDocRulesOfTheme(theme), deskAndDocStyle),
  }
  return appearance
}

/** Builds the appearances of one application. `root` is the default root. Throws if the theme can't be read. */
export function appearanceProviderOf(options: AppOptions, root: Root) {
  const { store, theme, name: siteName } = options
  const files = themeFiles()
  const parts = { siteName, themes: readThemes(theme), files }
  let last: { readonly counter: number; readonly appearance: Appearance } | undefined

  const read = async (preview: StoredSettings) => {
    const stored = { ...(await store.settings()), ...preview }
    const ofItems = { colors: await store.itemColors(), pages: await store.pageLinks() }
    return appearanceOf(stored, ofItems, await imagesOf(stored, options, root), parts)
  }
  /** Returns the current appearance, with some settings replaced for a preview. */
  async function current(preview?: StoredSettings): Promise<Appearance> {
    if (preview !== undefined) return read(preview)
    const counter = store.changeCounter()
    if (last !== undefined && counter === last.counter) return last.appearance
    const appearance = await read({})
    last = counter === undefined ? undefined : { counter, appearance }
    return appearance
  }
  return {
    themes: parts.themes,
    current,
    /** Returns the appearance without settings, for when the database can't be read. */
    plain: () => appearanceOf({}, { colors: { categories: [], groups: [] }, pages: [] }, noImages, parts),
    /** Returns the response with a style sheet or an image of a theme; undefined if there is none of that name. */
    async file(name: string): Promise<ApiResponse | undefined> {
      if (!/^(?:site|theme)-/.test(name)) return undefined
      // Another process, or this one before a restart, may have rendered the page.
      if (files.find(name) === undefined) await current()
      const asset = files.find(name)
      return asset && responseOfAsset(asset)
    },
  }
}

// The appearance as pages show it, and previews of settings that are not saved.

/** Returns the appearance as pages show it. `base` is the base URL. */
export function appearanceAndFilesOfPages(appearance: Appearance, base: string) {
  const { theme, images } = appearance
  const at = (name: string) => `${base}/assets/${name}`
  const path = (url: string) => new URL(url).pathname
  const { logo, icon, share_image: share } = images
  const ownLogo = theme.logo && { path: path(at(theme.logo.name)), width: 0, height: 0 }
  const ownShare = theme.share && { url: at(theme.share.name), width: 1200, height: 630 }
  const favicon = icon === false ? theme.icon && path(at(theme.icon.name)) : path(icon.url)
  return {
    appearance: {
      theme: appearance.themeName,
      description: appearance.description,
      imprint: appearance.imprint,
      privacy: appearance.privacy,
      accessibility: appearance.accessibility,
      head: appearance.head,
      foot: appearance.foot,
      paper: theme.colors.paper,
      logo:
        logo === false ? ownLogo : { path: largePicturePath(logo), width: logo.width, height: logo.height },
      share: share === false ? ownShare : share,
    },
    files: { style: path(at(appearance.style)), ...(favicon && { icon: favicon }) },
  }
}

/** Whether a page of another site, or a link in an e-mail, leads to this request. Programs and old browsers don't say it. */
const isFromOutside = (site: unknown) => site !== undefined && site !== 'same-origin'

/**
 * Returns the settings that an administrator previews in the query of a page; undefined for everybody else, and for links from
 * outside, since they could show administrators any text as that of their own site.
 */
export function settingsPreviewedInQuery(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  { actor }: Pick<Context, 'actor'>,
): StoredSettings | undefined {
  if (!url.includes('preview=') || !rightsByRole[actor.role].administers) return undefined
  if (isFromOutside(headers['sec-fetch-site'])) return undefined
  const query = new URL(url, 'http://localhost').searchParams
  if (query.get('preview') === null) return undefined
  const names = Object.keys(settingArgs)
  const sent = Object.fromEntries([...query].filter(([name, text]) => names.includes(name) && text !== ''))
  const { values } = readArgs(settingArgs, sent, 'query')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingAsStored(value)]))
}

// The settings of the site as the interface shows them.

type Shared = Pick<
  AppOptions,
  | 'baseUrl'
  | 'store'
  | 'now'
  | 'language'
  | 'languages'
  | 'region'
  | 'currency'
  | 'mapTiles'
  | 'mapAttribution'
  | 'geocoder'
>

/** The URL of the logo that pages show; empty for none. */
function shownLogoUrl(appearance: Appearance, base: string): string {
  const { logo } = appearanceAndFilesOfPages(appearance, base).appearance
  return logo ? new URL(logo.path, base).href : ''
}

/** The zone, language and region as they are set, and whether this process runs with them. */
function started(stored: StoredSettings, { now, language, region = '', currency = '' }: Shared) {
  const running = { timezone: now().zone, language, region }
  const set = {
    timezone: stored.timezone ?? running.timezone,
    language: stored.language ?? running.language,
    region: stored.region?.toUpperCase() ?? running.region,
  }
  const applied = settingNamesReadAtStart.every((name) => set[name] === running[name])
  return { ...set, currency, applied }
}

/** The texts in the languages that are offered. */
const offered = (stored: StoredSettings, languages: Shared['languages']) =>
  Object.fromEntries(
    Object.entries(translationsOfSettings(stored)).filter(([one]) => languages.some((each) => each === one)),
  )

/** The representation: the values in effect, and what the desk needs to change them. */
function shown(
  appearance: Appearance,
  stored: StoredSettings,
  { themes }: AppearanceProvider,
  shared: Shared,
): ShownSettings {
  const settings = {
    name: appearance.name,
    description: appearance.description,
    ...started(stored, shared),
    imprint_url: appearance.imprint,
    privacy_url: appearance.privacy,
    accessibility_contact: appearance.accessibility.contact,
    accessibility_text: appearance.accessibility.text,
    theme: appearance.themeName,
    accent_color: appearance.accent,
    head_html: appearance.head,
    foot_html: appearance.foot,
    ...appearance.images,
    translations: offered(stored, shared.languages),
  } satisfies Readonly<Record<SettingName, unknown>>
  return {
    ...settings,
    logo_url: shownLogoUrl(appearance, shared.baseUrl),
    themes: themes.names,
    map_tiles: shared.mapTiles ?? '',
    map_attribution: shared.mapTiles === undefined ? '' : shared.mapAttribution,
    geocoding: shared.geocoder !== undefined,
  }
}

/** Returns what the operations on the settings show. */
export const settingsOf = (appearances: AppearanceProvider, shared: Shared): Outside['settings'] => ({
  themes: appearances.themes.names,
  languages: shared.languages,
  async shown(others) {
    const stored = others ?? (await shared.store.settings())
    return shown(await appearances.current(others), stored, appearances, shared)
  },
})
