/** Schemas of the settings of the site, and of the places at an address (ext.). */
import type { SettingsAction } from '../../operations/settings.ts'
import { type Json, ref } from '../document.ts'
import { eachSchema, flagSchema, listSchema, schemaOfObject, textSchema } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const settingsSchemas: { readonly [A in SettingsAction]: string } = {
  'read-settings': 'Settings',
  'change-settings': 'Settings',
}

const degree = { type: 'number' }
const image = { oneOf: [ref('Image'), { const: false }] }

/** Schemas by name. */
export const ofSettings: Readonly<Record<string, Json>> = {
  Settings: schemaOfObject({
    ...eachSchema(
      textSchema,
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
    ...eachSchema(image, 'logo', 'icon', 'share_image'),
    themes: listSchema(textSchema),
    ...eachSchema(textSchema, 'map_tiles', 'map_attribution'),
    geocoding: flagSchema,
    applied: flagSchema,
  }),
  Places: schemaOfObject({
    places: listSchema(schemaOfObject({ name: textSchema, geo_lat: degree, geo_lng: degree })),
    attribution: textSchema,
  }),
}
