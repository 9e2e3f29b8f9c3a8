/** Feeds of events (contract §0, ext.): their addresses, and the filters they take. */
import { type Args, extension, required } from './arg.ts'
import * as kind from './kinds.ts'
import { event } from './resources/event.ts'
import type { ItemName } from './resources/index.ts'

/** Format, which is how the address ends → media type. */
export const feedTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  'feed.json': 'application/feed+json',
} as const

export type FeedFormat = keyof typeof feedTypes
export const feedFormats = Object.keys(feedTypes) as readonly FeedFormat[]

/** What a feed may be behind: it is then about the events of one of these. */
export type FeedScope = Exclude<ItemName, 'event'>

const { page, per_page, order, orderby, hide_from_listings, ...filters } = event.listArgs

/** The filters of the list of events: a feed has one page and an order of its own, and nothing hidden. */
export const feedArgs = filters

/** The part of the path that only its holder knows (contract §5, ext.). */
export const secretArgs = { secret: extension(required(kind.text(200))) }

/** The args of one event as a feed. */
export const itemFeedArgs = { id: event.byId, slug: {} } satisfies Record<'id' | 'slug', Args>
