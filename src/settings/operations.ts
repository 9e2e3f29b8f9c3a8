/** The settings of the site: everybody reads them, administrators change them. */

import { runThenAlwaysUndo } from '../actions/writing/together.ts'
import { answer, named, revisedAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import { administrators, everyone } from '../api/who.ts'
import { settingArgs } from '../contract/operations/settings.ts'
import type { Image } from '../contract/resources/represented.ts'
import {
  booleanShape,
  constantShape,
  eitherShape,
  listShape,
  mapShape,
  type ObjectOf,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
} from '../contract/shape.ts'
import type { StoredSettings } from '../store/store.ts'
import { changeSettings, type NameableInSettings } from './changes.ts'

const image = eitherShape(schemaReferenceShape<Image>('Image'), constantShape(false))
const shapes = {
  ...sameShapeByName(
    textShape,
    'name',
    'description',
    'timezone',
    'language',
    'region',
    'currency',
    'imprint_url',
    'privacy_url',
    'accessibility_contact',
    'accessibility_text',
    'theme',
    'accent_color',
    'head_html',
    'foot_html',
  ),
  ...sameShapeByName(image, 'logo', 'icon', 'share_image'),
  translations: mapShape(mapShape(textShape)),
  logo_url: textShape,
  themes: listShape(textShape),
  ...sameShapeByName(textShape, 'map_tiles', 'map_attribution'),
  geocoding: booleanShape,
  applied: booleanShape,
}
const settings = named('Settings', shapes)

/** The settings in effect, and what the desk needs to change them. */
export type ShownSettings = ObjectOf<typeof shapes>

declare module '../api/outside.ts' {
  interface Outside {
    readonly settings: NameableInSettings & {
      /** The settings in effect: those that are stored, or others as if they were. Not within a transaction. */
      shown(others?: StoredSettings): Promise<ShownSettings>
    }
  }
}

export const readSettings = serviceOperation({
  route: 'GET /settings',
  name: 'read-settings',
  summary: 'Show the settings of the site',
  args: {},
  answer: answer(settings, 'The settings in effect.', { headers: {} }),
  right: { scope: 'read', allows: everyone },
  run: ({ settings }) => settings.shown(),
})

export const changeSiteSettings = serviceOperation({
  route: 'PATCH /settings',
  name: 'change-settings',
  summary: 'Change the settings of the site',
  args: settingArgs,
  body: {
    schema: 'SettingsChanges',
    example: { name: 'What’s on in Turin', imprint_url: 'https://turin.example.org/imprint' },
  },
  answer: revisedAnswer(settings, 'The settings after the change.'),
  right: { scope: 'no scopes', allows: administrators },
  // What is shown is read after the transaction.
  rehearsal: 'own',
  async run({ settings, isDry, ...given }, args) {
    const change = (context: Context) => changeSettings(args, settings, context)
    const { revision, settings: changed } = await (isDry ? runThenAlwaysUndo(given, change) : change(given))
    return { result: await settings.shown(changed), revision }
  },
})
