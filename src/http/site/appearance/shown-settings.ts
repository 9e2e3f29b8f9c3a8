/** The settings of the site as the interface shows them. */
import type { Outside } from '../../../api/outside.ts'
import { type SettingName, settingNamesReadAtStart } from '../../../contract/operations/settings.ts'
import { type ShownSettings, translationsOfSettings } from '../../../settings/index.ts'
import type { StoredSettings } from '../../../store/store.ts'
import type { AppOptions } from '../../options.ts'
import type { Appearance, AppearanceProvider } from './appearance.ts'
import { appearanceAndFilesOfPages } from './shown-appearance.ts'

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
