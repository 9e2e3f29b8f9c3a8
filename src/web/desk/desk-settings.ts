import { isInterfaceLanguageCode } from '../../words/languages.ts'

/** What the service wrote into the page. */
const { base = '', root = '', namespace = '', language = 'en', ...page } = document.body.dataset

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
  zone: page.zone ?? 'UTC',
  language,
  /** The language in the region of the site. */
  locale: page.locale ?? language,
  /** The path of the sprite of icons. */
  icons: page.icons ?? '',
  /** The path of the sprite of the icons of categories, which is loaded where one is shown. */
  categoryIcons: page.kinds ?? '',
  /** The name of the calendar. */
  name: page.name ?? 'Fasti',
  /** The address of its logo; empty for none. */
  logo: page.logo ?? '',
  /** The currency of the site as an ISO 4217 code; empty for none. */
  currency: page.currency ?? '',
  /** The words of the button that signs people in through their organisation; undefined without one. */
  organisation: page.organisation,
  /** The protocol by which the organisation signs people in. */
  protocol: page.protocol ?? 'oidc',
  /** Whether people sign in with passwords. */
  hasPasswords: page.passwords !== 'off',
  /** The languages of the interface that the calendar offers. */
  languages: (page.languages ?? '').split(',').filter(isInterfaceLanguageCode),
  /** The languages that texts of items are written in, that of the site first. */
  contentLanguages: (page.contents ?? '').split(',').filter(Boolean),
  /** Whether a machine makes drafts of translations. */
  hasTranslator: page.translator === 'on',
  /** Whether the calendar is on the social web. */
  isFederating: page.federation === 'on',
  /** Whether the URL contains the language. */
  hasChosenLanguage: page.chosen === 'true',
} as const
