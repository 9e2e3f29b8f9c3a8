/** The settings of the site (ext.): everybody reads them, administrators change them. */

import { interfaceLanguageCodes } from '../../words/languages.ts'
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { namesOf } from '../table-of.ts'

const { title, plain, webUrl, html } = kind

/** The settings that are texts for people, of which each language may have its own. */
const translatedKinds = {
  name: title(100),
  description: plain(500),
  imprint_url: webUrl,
  privacy_url: webUrl,
  accessibility_text: plain(5000),
  head_html: html(20_000),
  foot_html: html(20_000),
}

/** The names of these settings. */
export const translatedSettingNames = namesOf(translatedKinds)

/** The settings, each cleared by null or "": then the value of the environment or of the theme applies. */
export const settingArgs = {
  name: markedAsExtension(optional(translatedKinds.name)),
  description: markedAsExtension(optional(translatedKinds.description)),
  timezone: markedAsExtension(optional(kind.zone)),
  language: markedAsExtension(optional(kind.choice(interfaceLanguageCodes))),
  region: markedAsExtension(optional(kind.text(3))),
  imprint_url: markedAsExtension(optional(translatedKinds.imprint_url)),
  privacy_url: markedAsExtension(optional(translatedKinds.privacy_url)),
  accessibility_contact: markedAsExtension(optional(kind.emailOrUrl)),
  accessibility_text: markedAsExtension(optional(translatedKinds.accessibility_text)),
  theme: markedAsExtension(optional(kind.text(40))),
  accent_color: markedAsExtension(optional(kind.color)),
  head_html: markedAsExtension(optional(translatedKinds.head_html)),
  foot_html: markedAsExtension(optional(translatedKinds.foot_html)),
  logo: markedAsExtension(optional(kind.integer(1))),
  icon: markedAsExtension(optional(kind.integer(1))),
  share_image: markedAsExtension(optional(kind.integer(1))),
  translations: markedAsExtension(optional(kind.textsByLanguage(translatedKinds))),
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
