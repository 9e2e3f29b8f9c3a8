import { isInterfaceLanguageCode } from '../../words/languages.ts'

/** The paths and settings that the service wrote into the page. */
const {
  base = '',
  root = '',
  namespace = '',
  zone = 'UTC',
  language = 'en',
  locale = language,
  chosen,
} = document.body.dataset
const {
  name = 'Fasti',
  logo = '',
  currency = '',
  organisation,
  protocol = 'oidc',
  passwords,
  icons = '',
  kinds = '',
  languages = '',
  contents = '',
  translator,
  federation,
} = document.body.dataset

export const deskSettings = {
  /** The path of the base URL, without a trailing slash. */
  base,
  /** The path of the current root: the base, and a language if one was chosen. */
  root,
  /** The path of the API. */
  api: `${root}/${namespace}`,
  /** The path of the desk. */
  desk: `${root}/desk`,
  /** The site zone. */
  zone,
  language,
  /** The language in the region of the site. */
  locale,
  /** The path of the sprite of icons. */
  icons,
  /** The path of the sprite of the icons of categories, which is loaded where one is shown. */
  categoryIcons: kinds,
  /** The name of the calendar. */
  name,
  /** The address of its logo; empty for none. */
  logo,
  /** The currency of the site as an ISO 4217 code; empty for none. */
  currency,
  /** The words of the button that signs people in through their organisation; undefined without one. */
  organisation,
  /** The protocol by which the organisation signs people in. */
  protocol,
  /** Whether people sign in with passwords. */
  hasPasswords: passwords !== 'off',
  /** The languages of the interface that the calendar offers. */
  languages: languages.split(',').filter(isInterfaceLanguageCode),
  /** The languages that texts of items are written in, that of the site first. */
  contentLanguages: contents.split(',').filter(Boolean),
  /** Whether a machine makes drafts of translations. */
  hasTranslator: translator === 'on',
  /** Whether the calendar is on the social web. */
  isFederating: federation === 'on',
  /** Whether the URL contains the language. */
  hasChosenLanguage: chosen === 'true',
} as const
