/** Links to feeds for calendar apps and feed readers. */
import { type FeedFormat, feedFormats, feedMediaTypes } from '../../../contract/operations/calendars/feeds.ts'
import { contentChoiceOfRoot } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { pageLanguageOfContentLanguage } from './languages/addresses.ts'
import { ownNameOfLanguage, siteLanguagesIfSeveral } from './languages/text-language.ts'
import { pathOfUrl, rootUrlInLanguage, type Site } from './site.ts'
import { type FeedUrls, subscribeButtons } from './subscribe-buttons.ts'

/** The source of a feed: the path of its events below the namespace, and its title. */
export interface FeedSource {
  readonly path: string
  readonly title: string
  /** The filters of the page; "" for none. */
  readonly query?: string
  /** The query of the page that leads followers from the social web; none of what has no actor. */
  readonly social?: string
}

const everything = { path: '/events', title: '' }

/** Returns the URLs of a feed; by default of all events. */
export function feedUrls(
  { root }: Pick<Site, 'root'>,
  { path, query = '' }: FeedSource = everything,
): FeedUrls {
  const queryText = query === '' ? '' : `?${query}`
  const address = `${root.url}/${root.namespace}${path}`
  const at = (format: FeedFormat) => `${pathOfUrl(address)}.${format}${queryText}`
  // Calendar apps subscribe to webcal: URLs and fetch them by https or http.
  const webcal = `${address.replace(/^https?:/, 'webcal:')}.ics${queryText}`
  return { webcal, ics: at('ics'), rss: at('rss'), atom: at('atom'), 'feed.json': at('feed.json') }
}

const feedLink = (format: FeedFormat, title: string, paths: FeedUrls): Markup =>
  html`<link rel="alternate" type="${feedMediaTypes[format]}" title="${title}" href="${paths[format]}">`

/** The formats that a head names in each further language: one for calendar apps, one for feed readers. */
const furtherFormats = ['ics', 'atom'] as const satisfies readonly FeedFormat[]

/** Returns the URLs of a feed in a content language: below the root whose pages show it, else with `lang`. */
function feedPathsIn(tag: string, site: Site, followed: FeedSource): FeedUrls {
  const language = pageLanguageOfContentLanguage(tag, site)
  if (language !== undefined)
    return feedUrls({ root: { ...site.root, url: rootUrlInLanguage(site, language) } }, followed)
  const { query = '' } = followed
  return feedUrls(site, { ...followed, query: `${query === '' ? '' : `${query}&`}lang=${tag}` })
}

/**
 * Returns the links to a feed in the content languages other than that of the page. Their titles name them, as feed readers show them;
 * `hreflang` is left to the languages of the page itself.
 */
function furtherFeedLinks(site: Site, followed: FeedSource, title: string): readonly Markup[] {
  const { asked } = contentChoiceOfRoot(site.root)
  const others = (siteLanguagesIfSeveral(site) ?? []).filter((tag) => tag !== asked)
  return others.flatMap((tag) => {
    const paths = feedPathsIn(tag, site, followed)
    return furtherFormats.map((format) => feedLink(format, `${title} – ${ownNameOfLanguage(tag)}`, paths))
  })
}

/** Returns the feed links for the head, where clients discover them. */
export function feedHeadLinks(site: Site, followed: FeedSource = everything): Markup {
  const paths = feedUrls(site, followed)
  const title = followed.title === '' ? site.name : followed.title
  const each = feedFormats.map((format) => feedLink(format, title, paths))
  return html`${each}${furtherFeedLinks(site, followed, title)}`
}

/** Returns the visible feed links; by default of all events. */
export function visibleFeedLinks(site: Site, followed: FeedSource = everything): Markup {
  const paths = feedUrls(site, followed)
  return html`<ul class="buttons"><li><a class="button" href="${paths.webcal}">${site.word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, followed.title)}<li><a class="button" href="${paths.ics}">.ics</a></li><li><a class="button" href="${paths.rss}">RSS</a></li><li><a class="button" href="${paths.atom}">Atom</a></li></ul>`
}
