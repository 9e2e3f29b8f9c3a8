/** The settings of the site over HTTP (ext.). */
import type { Context } from '../../actions/context.ts'
import { changeSettings } from '../../actions/settings.ts'
import { runThenAlwaysUndo } from '../../actions/writing/together.ts'
import {
  type SettingName,
  type SettingsOperationName,
  settingArgs,
  settingNamesReadAtStart,
} from '../../contract/operations/settings.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import type { StoredSettings } from '../../store/store.ts'
import type { AppOptions } from '../options.ts'
import { sentArgs } from '../request/body.ts'
import type { Appearance, AppearanceProvider } from '../site/appearance/appearance.ts'
import { appearanceAndFilesOfPages } from '../site/appearance/shown-appearance.ts'
import type { OperationHandlers } from './handler.ts'

type Shared = Pick<
  AppOptions,
  | 'baseUrl'
  | 'store'
  | 'now'
  | 'language'
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

/** The representation: the values in effect, and what the desk needs to change them. */
function shown(
  appearance: Appearance,
  stored: StoredSettings,
  { themes }: AppearanceProvider,
  shared: Shared,
) {
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

/** Builds the operations on the settings. They throw 400, 401 or 403. */
export function settingsHandlers(
  appearances: AppearanceProvider,
  shared: Shared,
): OperationHandlers<SettingsOperationName> {
  return {
    'read-settings': async () => ({
      status: 200,
      body: shown(await appearances.current(), await shared.store.settings(), appearances, shared),
    }),
    async 'change-settings'(request) {
      const args = parseArgs(settingArgs, await sentArgs(request), 'update')
      const change = (context: Context) => changeSettings(args, appearances.themes.names, context)
      const { revision, settings } = await (request.isDry === true
        ? runThenAlwaysUndo(request.context, change)
        : change(request.context))
      const headers = {
        'Cache-Control': 'private, no-store',
        ...(revision !== undefined && { 'X-Fasti-Revision': String(revision) }),
      }
      return {
        status: 200,
        headers,
        body: shown(await appearances.current(settings), settings, appearances, shared),
      }
    },
  }
}
