/** Schemas of the settings of the site, and of the places at an address (ext.). */
import type { SettingsAction } from '../../operations/settings.ts'
import { type Json, ref } from '../document.ts'
import { each, flag, listOf, object, text } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const settingsSchemas: { readonly [A in SettingsAction]: string } = {
  'read-settings': 'Settings',
  'change-settings': 'Settings',
}

const degree = { type: 'number' }
const image = { oneOf: [ref('Image'), { const: false }] }

/** Schemas by name. */
export const ofSettings: Readonly<Record<string, Json>> = {
  Settings: object({
    ...each(
      text,
      'name',
      'description',
      'timezone',
      'language',
      'region',
      'currency',
      'imprint_url',
      'privacy_url',
      'theme',
      'head_html',
      'foot_html',
    ),
    ...each(image, 'logo', 'icon', 'share_image'),
    themes: listOf(text),
    ...each(text, 'map_tiles', 'map_attribution'),
    geocoding: flag,
    applied: flag,
  }),
  Places: object({
    places: listOf(object({ name: text, geo_lat: degree, geo_lng: degree })),
    attribution: text,
  }),
}
