import { type ArgSpecs, defaulted, markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { event } from '../resources/event.ts'
import type { ItemName } from '../resources/index.ts'
import { shownLanguageArgs } from '../resources/shared.ts'
import { namesOf } from '../table-of.ts'

// Feeds of events (contract §0, ext.): formats, scopes and args.

/** Maps a format (the extension of the URL) to its media type. */
export const feedMediaTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  'feed.json': 'application/feed+json',
} as const

export type FeedFormat = keyof typeof feedMediaTypes
export const feedFormats: readonly FeedFormat[] = namesOf(feedMediaTypes)

/** Maps a format to the media type of feeds, and of files with all events of a list. */
export const formatMediaTypes = {
  ...feedMediaTypes,
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
} as const

export type FileFormat = keyof typeof formatMediaTypes
/** The formats of files with all events of a list, which no program subscribes to. */
export const listFileFormats = ['csv', 'jsonl'] as const satisfies readonly FileFormat[]

/** Whether a file has the events of a list, with the filters, the order and the rights of the list. */
export const isListFileFormat = (format: FileFormat): boolean => listFileFormats.some((one) => one === format)

/** The resources that can limit a feed to their own events, such as one venue. */
export type FeedScopeResourceName = Exclude<ItemName, 'event' | 'group' | 'page'>

const { page, per_page, translations, ...listArgs } = event.listArgs

/** The args of a file with all events of a list: those of the list, without paging. Its window has no default dates (contract §3.1). */
export const listFileArgs = {
  ...listArgs,
  start_date: optional(kind.date),
  end_date: optional(kind.date),
}

const { order, orderby, hide_from_listings, ...filters } = listFileArgs

/** Whether a calendar has each occurrence of a series as an event of its own (contract §10.4). */
const expand = markedAsExtension(optional(kind.boolean))

/** The args of a calendar of many events: the filters of the event list, without hidden events, paging and order. */
export const calendarFeedArgs = { ...filters, expand }

/** The args of a news feed: the filters of the event list, without hidden events and paging. It begins with what was published last. */
export const newsFeedArgs = {
  ...filters,
  orderby: markedAsExtension(defaulted(orderby.kind, 'date')),
  order: markedAsExtension(optional(order.kind)),
}

/** Returns the args of a feed, or of a file, of many events. */
export function feedArgsOfFormat(format: FileFormat): ArgSpecs {
  if (isListFileFormat(format)) return listFileArgs
  return format === 'ics' ? calendarFeedArgs : newsFeedArgs
}

/** The secret part of a secret feed's path (contract §5, ext.). */
export const secretFeedPathArgs = { secret: markedAsExtension(required(kind.text(200))) }

export const oneEventFeedArgsByAddressing = {
  id: { ...event.byId, expand, lang: shownLanguageArgs.lang },
  slug: { expand, lang: shownLanguageArgs.lang },
} satisfies Record<'id' | 'slug', ArgSpecs>
