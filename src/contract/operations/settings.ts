/** Operations on the settings of the site (ext.): everybody reads them, administrators change them. */
import { extension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { languageNames } from '../languages.ts'

/** The settings, each cleared by null or "": then the value of the environment or of the theme applies. */
export const settingArgs = {
  name: extension(optional(kind.title(100))),
  description: extension(optional(kind.plain(500))),
  timezone: extension(optional(kind.zone)),
  language: extension(optional(kind.choice(languageNames))),
  region: extension(optional(kind.text(3))),
  imprint_url: extension(optional(kind.webUrl)),
  privacy_url: extension(optional(kind.webUrl)),
  theme: extension(optional(kind.text(40))),
  head_html: extension(optional(kind.html(20_000))),
  foot_html: extension(optional(kind.html(20_000))),
  logo: extension(optional(kind.integer(1))),
  icon: extension(optional(kind.integer(1))),
  share_image: extension(optional(kind.integer(1))),
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
