/** Following events from elsewhere: calendar programs and news readers. */
import { type FeedFormat, feedFormats, feedTypes } from '../../../contract/feeds.ts'
import { html, type Markup } from '../markup.ts'
import { pathOf, type Site } from './site.ts'

/** What is followed: the path of its events below the namespace, and what it is called. */
interface Followed {
  readonly path: string
  readonly title: string
}

/** The addresses of a feed, by format. */
export type FeedPaths = Readonly<Record<FeedFormat | 'webcal', string>>

const everything = { path: '/events', title: '' }

/** The addresses of what is followed; of all events by default. */
export function feedPaths({ root }: Site, { path }: Followed = everything): FeedPaths {
  const address = `${root.url}/${root.namespace}${path}`
  const at = (format: FeedFormat) => `${pathOf(address)}.${format}`
  // Calendar programs subscribe to webcal:, which they ask for by https or http.
  const webcal = `${address.replace(/^https?:/, 'webcal:')}.ics`
  return { webcal, ics: at('ics'), rss: at('rss'), atom: at('atom'), 'feed.json': at('feed.json') }
}

/** The feeds, for programs that find them in the head. */
export function feedLinks(site: Site, followed: Followed = everything): Markup {
  const paths = feedPaths(site, followed)
  const title = followed.title === '' ? site.name : followed.title
  const each = feedFormats.map(
    (format) =>
      html`<link rel="alternate" type="${feedTypes[format]}" title="${title}" href="${paths[format]}">`,
  )
  return html`${each}`
}

/** The feeds, for people. */
export function subscriptions({ word }: Site, paths: FeedPaths): Markup {
  return html`<ul class="buttons"><li><a class="button" href="${paths.webcal}">${word('site.subscribe.calendar')}</a></li><li><a class="button" href="${paths.ics}">.ics</a></li><li><a class="button" href="${paths.rss}">RSS</a></li><li><a class="button" href="${paths.atom}">Atom</a></li></ul>`
}
