/** Feeds of events (contract §0, ext.): formats, scopes and args. */
import { type Args, extension, optional, required } from '../../arg.ts'
import * as kind from '../../kinds.ts'
import { event } from '../../resources/event.ts'
import type { ItemName } from '../../resources/index.ts'
import { namesOf } from '../../table-of.ts'

/** Maps a format (the extension of the URL) to its media type. */
export const feedTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  'feed.json': 'application/feed+json',
} as const

export type FeedFormat = keyof typeof feedTypes
export const feedFormats: readonly FeedFormat[] = namesOf(feedTypes)

/** The resources that can limit a feed to their own events, such as one venue. */
export type FeedScope = Exclude<ItemName, 'event'>

const { page, per_page, order, orderby, hide_from_listings, ...filters } = event.listArgs

/** Whether a calendar has each occurrence of a series as an event of its own (contract §10.4). */
const expand = extension(optional(kind.boolean))

/** The filters of the event list, without paging, order and hidden events: a feed has one page and a fixed order. */
export const feedArgs = filters

/** The args of a calendar of many events. */
export const calendarFeedArgs = { ...feedArgs, expand }

/** The args of a feed of many events. */
export const feedArgsOf = (format: FeedFormat): Args => (format === 'ics' ? calendarFeedArgs : feedArgs)

/** The secret part of a secret feed's path (contract §5, ext.). */
export const secretFeedArgs = { secret: extension(required(kind.text(200))) }

/** The args of a feed of one event, by id or by slug. */
export const itemFeedArgs = { id: { ...event.byId, expand }, slug: { expand } } satisfies Record<
  'id' | 'slug',
  Args
>
