/** Schemas of the settings of the site, and of the places at an address (ext.). */
import type { SettingsOperationName } from '../../operations/settings.ts'
import { componentReference, type JsonObject } from '../document.ts'
import {
  booleanSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const settingsSchemaNamesByOperation: { readonly [A in SettingsOperationName]: string } = {
  'read-settings': 'Settings',
  'change-settings': 'Settings',
}

const degree = { type: 'number' }
const image = { oneOf: [componentReference('Image'), { const: false }] }

/** Schemas by name. */
export const schemasOfSettings: Readonly<Record<string, JsonObject>> = {
  Settings: objectSchemaWithProperties({
    ...sameSchemaByName(
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
    ...sameSchemaByName(image, 'logo', 'icon', 'share_image'),
    logo_url: textSchema,
    themes: listSchema(textSchema),
    ...sameSchemaByName(textSchema, 'map_tiles', 'map_attribution'),
    geocoding: booleanSchema,
    applied: booleanSchema,
  }),
  Places: objectSchemaWithProperties({
    places: listSchema(objectSchemaWithProperties({ name: textSchema, geo_lat: degree, geo_lng: degree })),
    attribution: textSchema,
  }),
}
