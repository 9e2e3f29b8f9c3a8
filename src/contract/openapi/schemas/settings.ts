/** Schemas of the settings of the site, and of the places at an address (ext.). */
import type { SettingsAction } from '../../operations/settings.ts'
import { componentReference, type Json } from '../document.ts'
import { booleanSchema, listSchema, sameSchemaForEach, schemaOfObject, textSchema } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const settingsSchemaNames: { readonly [A in SettingsAction]: string } = {
  'read-settings': 'Settings',
  'change-settings': 'Settings',
}

const degree = { type: 'number' }
const image = { oneOf: [componentReference('Image'), { const: false }] }

/** Schemas by name. */
export const schemasOfSettings: Readonly<Record<string, Json>> = {
  Settings: schemaOfObject({
    ...sameSchemaForEach(
      textSchema,
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
    ...sameSchemaForEach(image, 'logo', 'icon', 'share_image'),
    themes: listSchema(textSchema),
    ...sameSchemaForEach(textSchema, 'map_tiles', 'map_attribution'),
    geocoding: booleanSchema,
    applied: booleanSchema,
  }),
  Places: schemaOfObject({
    places: listSchema(schemaOfObject({ name: textSchema, geo_lat: degree, geo_lng: degree })),
    attribution: textSchema,
  }),
}
