/** The settings of the site (ext.): everybody reads them, administrators change them. */

import { interfaceLanguageCodes } from '../../words/languages.ts'
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'

/** The settings, each cleared by null or "": then the value of the environment or of the theme applies. */
export const settingArgs = {
  name: markedAsExtension(optional(kind.title(100))),
  description: markedAsExtension(optional(kind.plain(500))),
  timezone: markedAsExtension(optional(kind.zone)),
  language: markedAsExtension(optional(kind.choice(interfaceLanguageCodes))),
  region: markedAsExtension(optional(kind.text(3))),
  imprint_url: markedAsExtension(optional(kind.webUrl)),
  privacy_url: markedAsExtension(optional(kind.webUrl)),
  accessibility_contact: markedAsExtension(optional(kind.emailOrUrl)),
  accessibility_text: markedAsExtension(optional(kind.plain(5000))),
  theme: markedAsExtension(optional(kind.text(40))),
  accent_color: markedAsExtension(optional(kind.color)),
  head_html: markedAsExtension(optional(kind.html(20_000))),
  foot_html: markedAsExtension(optional(kind.html(20_000))),
  logo: markedAsExtension(optional(kind.integer(1))),
  icon: markedAsExtension(optional(kind.integer(1))),
  share_image: markedAsExtension(optional(kind.integer(1))),
}

/** The settings that the service reads when it starts: it starts again within seconds of a change. */
export const settingNamesReadAtStart = [
  'timezone',
  'language',
  'region',
] as const satisfies readonly SettingName[]

export type SettingName = keyof typeof settingArgs
/** The settings that name an image by its id. */
export const imageSettingNames = ['logo', 'icon', 'share_image'] as const satisfies readonly SettingName[]
