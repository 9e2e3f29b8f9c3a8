/** The languages of content: those in which the texts of items may be (contract §15). They are BCP 47 tags in their canonical case. */

/** The content languages of a site; the first is the site's own. */
export type ContentLanguages = readonly [string, ...string[]]

/** The content languages, and the one in which texts are asked for. */
export interface ContentChoice {
  readonly languages: ContentLanguages
  /** One of the languages. */
  readonly asked: string
}

const LONGEST_TAG = 35
const MOST_LANGUAGES = 40

/** Returns the content language in which a reader of a language is shown texts: the one that it stands for, else that of the site. */
export const contentChoiceFor = (language: string, languages: ContentLanguages): ContentChoice => ({
  languages,
  asked: contentLanguageMatchingTag(language, languages) ?? languages[0],
})

/** Returns a tag in its canonical case; undefined for a text that is no tag. */
export function parseLanguageTag(text: string): string | undefined {
  if (text.length > LONGEST_TAG) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** Returns the content languages in a list with commas, each once; undefined if one is no tag, or there are none or too many. */
export function parseContentLanguages(text: string): ContentLanguages | undefined {
  const tags = text.split(',').map((one) => parseLanguageTag(one.trim()))
  const [first, ...others] = new Set(tags)
  const known = others.filter((tag) => tag !== undefined)
  if (first === undefined || known.length < others.length || others.length >= MOST_LANGUAGES) return undefined
  return [first, ...known]
}

/** Returns the languages of a site that declares none: its own alone. */
export const siteLanguageAsOnlyContentLanguage = (language: string): ContentLanguages => [
  parseLanguageTag(language) ?? language,
]

const isPart = (short: string, long: string) => long.startsWith(`${short}-`)

/**
 * Returns the content language that a tag stands for: the one of that name, else the longest that the tag begins with, else the
 * first that begins with the tag; undefined if there is none.
 */
export function contentLanguageMatchingTag(tag: string, languages: ContentLanguages): string | undefined {
  const wanted = tag.toLowerCase()
  const known = languages.map((name) => ({ name, key: name.toLowerCase() }))
  const same = known.find(({ key }) => key === wanted)
  const [shorter] = known.filter(({ key }) => isPart(key, wanted)).sort((a, b) => b.key.length - a.key.length)
  return (same ?? shorter ?? known.find(({ key }) => isPart(wanted, key)))?.name
}

/** Returns whether a text in one language is one in the other, too: tags such as `de` and `de-CH` are. */
export function isSameLanguage(tag: string, other: string): boolean {
  const [one, two] = [tag.toLowerCase(), other.toLowerCase()]
  return one === two || isPart(one, two) || isPart(two, one)
}
