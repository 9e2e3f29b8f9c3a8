/** Where the desk is: what the service wrote into the page. */
const { base = '', root = '', namespace = '', zone = 'UTC', language = 'en', chosen } = document.body.dataset
const { name = 'Fasti', currency = '' } = document.body.dataset

export const place = {
  /** The path of the base address, without a slash at the end. */
  base,
  /** The path of the root asked through: the base, and a language where one was chosen. */
  root,
  /** The path below which the interface answers. */
  api: `${root}/${namespace}`,
  /** The path of the desk itself. */
  desk: `${root}/desk`,
  /** The site zone. */
  zone,
  language,
  /** The name of the calendar. */
  name,
  /** The currency of the site, as ISO 4217 has it; empty for none. */
  currency,
  /** Whether the address names the language. */
  hasChosenLanguage: chosen === 'true',
} as const
