/** URLs of items and pages under a root (contract §0). */
import type { ResourceName, TermName } from '../contract/resources/index.ts'
import {
  type ContentChoice,
  type ContentLanguages,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/languages.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

export interface Root {
  /** `FASTI_BASE_URL`, without a trailing slash. */
  readonly base: string
  /** `base`, and `/{language}` where the request named one. */
  readonly url: string
  readonly namespace: string
  /** The language of texts that the service writes; English by default. */
  readonly language?: InterfaceLanguageCode
  /** The language in the region of the site, for dates and numbers. */
  readonly locale?: string
  /** The content languages, and the one in which texts are shown; the language of the service alone by default. */
  readonly content?: ContentChoice
  /** Whether items are shown with all their translations. */
  readonly showsTranslations?: true
  /** The base URL of pages if it differs from `url`. */
  readonly pages?: string
  /** The dialect of an alias whose clients expect other representations. */
  readonly dialect?: RepresentationsOfAlias
}

const [english] = siteLanguageAsOnlyContentLanguage('en')
const inEnglish: ContentChoice = { languages: [english], asked: english }

/** Returns the part of a root under which items have the language of the site, and, of several languages, all translations if `all`. */
export const makeRootPartForSiteLanguage = (
  languages: ContentLanguages,
  all = false,
): Pick<Root, 'content' | 'showsTranslations'> => ({
  content: { languages, asked: languages[0] },
  ...(all && languages.length > 1 && { showsTranslations: true }),
})

/** Returns the content languages, and the one in which texts are shown. */
export const contentChoiceOfRoot = ({
  content = inEnglish,
}: {
  readonly content?: Root['content'] | undefined
}): ContentChoice => content

/** Returns a text that is equal for roots under which items have the same texts and show the same of their translations. */
export const cacheKeyOfRootContentLanguage = (root: Root): string =>
  `${contentChoiceOfRoot(root).asked}${root.showsTranslations === true ? ' and all' : ''}`

export function baseUrlOfPages({ pages, url }: Root): string {
  return `${pages ?? url}/`
}

/** Returns the URL of an item's page in the web calendar. */
export function urlOfItemPage(
  root: Root,
  kind: 'event' | 'series' | 'venue' | 'organizer' | 'category' | 'tag' | 'group' | 'page',
  slug: string,
): string {
  return `${baseUrlOfPages(root)}${kind}/${encodeURIComponent(slug)}/`
}

/** Returns the URL of the image that the service draws of a public event, whose page has that URL. */
export const shareImageUrl = (page: string): string => `${page}share.png`

/** Returns the URL of a collection, or of one of its items. */
export function restUrl({ url, namespace }: Root, collection: string, id?: number): string {
  const path = `${url}/${namespace}/${collection}`
  return id === undefined ? path : `${path}/${id}`
}

/** Returns `HOST[:PORT][/PATH]?id=ID`, with the type for all resources except events. */
export function globalId({ base }: Pick<Root, 'base'>, name: ResourceName | 'media', id: number): string {
  const type = name === 'event' ? '' : `&type=${name}`
  return `${base.replace(/^[a-z]+:\/\//i, '')}?id=${id}${type}`
}

export function urlOfMediaFileName({ base }: Root, file: string): string {
  return `${base}/media/${file}`
}

// Dialects: the forms in which the clients of other calendars read and write items under an alias (contract §12).

/** The questions that a dialect may ask while it reads the fields of a write. */
export interface DialectWriteQuestions {
  /** The resource that is written, if any. */
  readonly resource: ResourceName | undefined
  /** Whether a new item is written. */
  readonly isNew: boolean
  /** Whether a term is known by this id, slug or name. */
  hasTerm(name: TermName, text: string): Promise<boolean>
  /** The changed item as its writer sees it now, in the dialect; undefined for a new one, and where the caller can't read it. */
  shown(): Promise<object | undefined>
}

/** How an alias represents and parses items if it differs from the Fasti API (contract §12). */
export interface RepresentationsOfAlias {
  /** Dialects of one form represent items alike. */
  readonly form: string
  /** Converts a representation into the form that clients of this dialect expect; keys keep their order. */
  shown(name: ResourceName, representation: object): object
  /** Converts sent fields into Fasti args. Throws 400 for what it does not understand. */
  sent(
    sent: Readonly<Record<string, unknown>>,
    questions: DialectWriteQuestions,
  ): Promise<Readonly<Record<string, unknown>>>
}
