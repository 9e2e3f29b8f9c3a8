/** Feeds and files of events. */
import { type FeedOperation, feedOperation } from '../../api/operation.ts'
import { everyone } from '../../api/permission.ts'
import type { Room } from '../../api/room.ts'
import {
  type FeedScopeResourceName,
  feedArgsOfFormat,
  feedFormats,
  isListFileFormat,
  listFileFormats,
  oneEventFeedArgsByAddressing,
  secretFeedPathArgs,
} from '../../contract/operations/feeds.ts'
import { isPublishable, resourceNamed } from '../../contract/resources/index.ts'

// Feeds of events, and files with all events of a list, in the order of the index.

const right = { scope: 'read', allows: everyone } as const
const ofMany = ['rest_forbidden_status'] as const
// Filters of files can name hidden events, as those of lists.
const ofFiles = [...ofMany, 'rest_not_logged_in'] as const
const ofOne = ['event-not-found', 'event-not-accessible', 'event-password-protected'] as const

const ofAll = [...feedFormats, ...listFileFormats].map((format) =>
  feedOperation({
    route: `GET /events.${format}`,
    summary: isListFileFormat(format)
      ? 'Download all events of a list as a table (CSV) or as JSON lines'
      : 'Subscribe to events in a calendar app or feed reader',
    format,
    args: feedArgsOfFormat(format),
    right,
    problems: isListFileFormat(format) ? ofFiles : ofMany,
  }),
)

const ofOneEvent = feedOperation({
  route: 'GET /events/{id}.ics',
  summary: 'Download an event as an iCalendar file',
  format: 'ics',
  args: oneEventFeedArgsByAddressing.id,
  right,
  problems: [...ofOne, 'event-no-longer-available'],
})

const ofOneEventBySlug = feedOperation({
  route: 'GET /events/by-slug/{slug}.ics',
  summary: 'Download an event as an iCalendar file',
  format: 'ics',
  args: oneEventFeedArgsByAddressing.slug,
  right,
  problems: ofOne,
})

/** The feeds of the events that items of a resource have. */
const ofItems = (name: FeedScopeResourceName, summary: string) =>
  feedFormats.map((format) =>
    feedOperation({
      route: `GET /${resourceNamed(name).collection}/{id}/events.${format}`,
      summary,
      format,
      ofEventsOf: name,
      args: feedArgsOfFormat(format),
      right,
      problems: [
        ...ofMany,
        `${name}-not-found`,
        ...(isPublishable(name) ? ([`${name}-not-accessible`, `${name}-no-longer-available`] as const) : []),
      ],
    }),
  )

const secret = feedOperation({
  route: 'GET /feeds/{secret}/events.ics',
  summary: 'Subscribe to the events of a secret feed',
  format: 'ics',
  secret: secretFeedPathArgs,
  args: feedArgsOfFormat('ics'),
  // Whoever has the address reads it, with whatever token.
  right: { scope: undefined, allows: everyone },
  problems: ofMany,
})

const feeds: readonly FeedOperation[] = [
  ...ofAll,
  ofOneEvent,
  ofOneEventBySlug,
  ...ofItems('venue', 'Subscribe to the events at a venue'),
  ...ofItems('organizer', 'Subscribe to the events of an organizer'),
  ...ofItems('category', 'Subscribe to the events in a category'),
  ...ofItems('tag', 'Subscribe to the events with a tag'),
  secret,
]

// Feeds and files of events. The door of their room.

export const feedsRoom: Room = { name: 'feeds', operations: feeds }
