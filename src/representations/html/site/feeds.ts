/** Links to feeds for calendar apps and feed readers. */
import { type FeedFormat, feedFormats, feedTypes } from '../../../contract/operations/calendars/feeds.ts'
import { html, type Markup } from '../markup.ts'
import { type FeedPaths, subscribeButtons } from './elsewhere.ts'
import { pathOfUrl, type Site } from './site.ts'

/** The source of a feed: the path of its events below the namespace, and its title. */
export interface FollowedList {
  readonly path: string
  readonly title: string
  /** The filters of the page; "" for none. */
  readonly query?: string
  /** The query of the page that leads followers from the social web; none of what has no actor. */
  readonly social?: string
}

const everything = { path: '/events', title: '' }

/** Returns the URLs of a feed; by default of all events. */
export function feedPaths({ root }: Site, { path, query = '' }: FollowedList = everything): FeedPaths {
  const queryText = query === '' ? '' : `?${query}`
  const address = `${root.url}/${root.namespace}${path}`
  const at = (format: FeedFormat) => `${pathOfUrl(address)}.${format}${queryText}`
  // Calendar apps subscribe to webcal: URLs and fetch them by https or http.
  const webcal = `${address.replace(/^https?:/, 'webcal:')}.ics${queryText}`
  return { webcal, ics: at('ics'), rss: at('rss'), atom: at('atom'), 'feed.json': at('feed.json') }
}

/** Returns the feed links for the head, where clients discover them. */
export function feedLinks(site: Site, followed: FollowedList = everything): Markup {
  const paths = feedPaths(site, followed)
  const title = followed.title === '' ? site.name : followed.title
  const each = feedFormats.map(
    (format) =>
      html`<link rel="alternate" type="${feedTypes[format]}" title="${title}" href="${paths[format]}">`,
  )
  return html`${each}`
}

/** Returns the visible feed links; by default of all events. */
export function visibleFeedLinks(site: Site, followed: FollowedList = everything): Markup {
  const paths = feedPaths(site, followed)
  return html`<ul class="buttons"><li><a class="button" href="${paths.webcal}">${site.word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, followed.title)}<li><a class="button" href="${paths.ics}">.ics</a></li><li><a class="button" href="${paths.rss}">RSS</a></li><li><a class="button" href="${paths.atom}">Atom</a></li></ul>`
}
