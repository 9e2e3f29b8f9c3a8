/** The settings of the site over HTTP (ext.). */
import type { Context } from '../../actions/context.ts'
import { changeSettings } from '../../actions/settings.ts'
import { rehearsed } from '../../actions/together.ts'
import { type SettingsAction, settingArgs } from '../../contract/operations/settings.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import type { AppOptions } from '../options.ts'
import { readBody } from '../request/body.ts'
import type { Look, Looks } from '../site/look.ts'
import type { OperationHandlers } from './handler.ts'

type Shared = Pick<AppOptions, 'mapTiles' | 'mapAttribution' | 'geocoder'>

/** The representation: the values in effect, and what the desk needs to change them. */
const shown = (look: Look, { themes }: Looks, { mapTiles, mapAttribution, geocoder }: Shared) => ({
  name: look.name,
  description: look.description,
  imprint_url: look.imprint,
  privacy_url: look.privacy,
  theme: look.themeName,
  head_html: look.head,
  foot_html: look.foot,
  ...look.images,
  themes: themes.names,
  map_tiles: mapTiles ?? '',
  map_attribution: mapTiles === undefined ? '' : mapAttribution,
  geocoding: geocoder !== undefined,
})

/** Builds the operations on the settings. They throw 400, 401 or 403. */
export function settingsOperations(looks: Looks, shared: Shared): OperationHandlers<SettingsAction> {
  return {
    'read-settings': async () => ({ status: 200, body: shown(await looks.current(), looks, shared) }),
    async 'change-settings'(request) {
      const args = parseArgs(settingArgs, await readBody(request), 'update')
      const change = (context: Context) => changeSettings(args, looks.themes.names, context)
      const { revision, settings } = await (request.isDry === true
        ? rehearsed(request.context, change)
        : change(request.context))
      const headers = {
        'Cache-Control': 'private, no-store',
        ...(revision !== undefined && { 'X-Fasti-Revision': String(revision) }),
      }
      return { status: 200, headers, body: shown(await looks.current(settings), looks, shared) }
    },
  }
}
