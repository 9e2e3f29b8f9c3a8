/** Operations on the settings of the site (ext.): everybody reads them, administrators change them. */
import { asExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { languageNames } from '../languages.ts'

/** The settings, each cleared by null or "": then the value of the environment or of the theme applies. */
export const settingArgs = {
  name: asExtension(optional(kind.title(100))),
  description: asExtension(optional(kind.plain(500))),
  timezone: asExtension(optional(kind.zone)),
  language: asExtension(optional(kind.choice(languageNames))),
  region: asExtension(optional(kind.text(3))),
  imprint_url: asExtension(optional(kind.webUrl)),
  privacy_url: asExtension(optional(kind.webUrl)),
  accessibility_contact: asExtension(optional(kind.contact)),
  accessibility_text: asExtension(optional(kind.plain(5000))),
  theme: asExtension(optional(kind.text(40))),
  head_html: asExtension(optional(kind.html(20_000))),
  foot_html: asExtension(optional(kind.html(20_000))),
  logo: asExtension(optional(kind.integer(1))),
  icon: asExtension(optional(kind.integer(1))),
  share_image: asExtension(optional(kind.integer(1))),
}

/** The settings that the service reads when it starts: it starts again within seconds of a change. */
export const startSettings = ['timezone', 'language', 'region'] as const satisfies readonly SettingName[]

export type SettingName = keyof typeof settingArgs
/** The settings that name an image by its id. */
export const imageSettings = ['logo', 'icon', 'share_image'] as const satisfies readonly SettingName[]

/** Every operation, in the order of the index. */
export const settingsOperations = [
  { path: '/settings', address: {}, action: 'read-settings', methods: ['GET'], args: {} },
  { path: '/settings', address: {}, action: 'change-settings', methods: ['PATCH'], args: settingArgs },
] as const

export type SettingsAction = (typeof settingsOperations)[number]['action']
