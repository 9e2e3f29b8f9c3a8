/** The writes of events and series, in the order of the index. */

import {
  allowCopying,
  changeEventsAlike,
  copyEventToDates,
  requireBulkChange,
} from '../actions/editing/several-events.ts'
import { type RemovalExtent, removeInTransaction } from '../actions/remove.ts'
import { putEvent as put } from '../actions/update.ts'
import { checksOfUpdateArgsAlone } from '../actions/writing/write-checks.ts'
import { copiesAnswer, itemAnswer, putItemAnswer, removedItemAnswer } from '../api/answer.ts'
import type { PureContext } from '../api/context.ts'
import { operation, putOperation, type Right } from '../api/operation.ts'
import { bulkArgs, duplicateArgs, forceArgs } from '../contract/operations/editing.ts'
import { applyTo, series as declaredSeries, event } from '../contract/resources/event.ts'
import type { UpdateArgs } from '../contract/resources/index.ts'
import {
  changing,
  creatingOne,
  type OnOne,
  reverting,
  translating,
  trashing,
  updating,
} from '../items/shared.ts'
import type { EventRecord } from '../store/store.ts'
import { events, mayWrite, series } from './json.ts'

const market = {
  title: 'Market day',
  start_date: '2027-05-04 08:00:00',
  end_date: '2027-05-04 13:00:00',
  timezone: 'Europe/Rome',
  cost: '€5 – €10',
  venue: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy' },
  organizer: [{ organizer: 'Market Society' }],
  categories: ['Markets'],
  tags: ['outdoors'],
}
const changesOfMarket = { title: 'Market morning', end_date: '2027-05-04 12:00:00', website: null }

/** What updates and removals of an event have alike, whatever its address. */
const updates = {
  of: events,
  summary: 'Update an event',
  body: { schema: 'EventChanges', example: changesOfMarket },
  answer: itemAnswer(events, 'The updated item.'),
  right: mayWrite('event'),
  prepares: true,
  between: (by: PureContext, args: Partial<UpdateArgs<'event'>>) =>
    checksOfUpdateArgsAlone('event', args, by),
  run: changing(events),
} as const
const removals = {
  of: events,
  summary: 'Move an event to the trash, or delete it permanently',
  args: { ...forceArgs, apply_to: applyTo },
  answer: removedItemAnswer(events, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayWrite('event'),
  run: ({ tx, item, ...by }: OnOne<'event'>, { force = false, apply_to }: Partial<RemovalExtent>) =>
    removeInTransaction(tx, 'event', item, { force, apply_to }, by),
} as const

export const createEvent = creatingOne(events, 'Create an event', {
  refusesToSet: event.refusesElsewhere,
  body: { schema: 'NewEvent', example: market },
  right: mayWrite('event'),
  prepares: true,
})

export const updateEvent = operation({
  ...updates,
  route: 'POST, PUT, PATCH /events/{id}',
  args: event.updateArgs,
  body: { schema: 'EventChangesById', example: changesOfMarket },
  problems: ['event-no-longer-available'],
})

export const removeEvent = operation({
  ...removals,
  route: 'DELETE /events/{id}',
  args: { ...event.byId, ...removals.args },
  problems: ['event-no-longer-available', 'event-is-in-trash'],
})

export const updateEventBySlug = operation({
  ...updates,
  route: 'POST, PUT, PATCH /events/by-slug/{slug}',
  args: event.fields,
  refusesToSet: event.refusesElsewhere,
})

export const removeEventBySlug = operation({ ...removals, route: 'DELETE /events/by-slug/{slug}' })

export const updateEventByUid = operation({
  ...updates,
  route: 'PATCH /events/by-uid/{uid}',
  args: event.fields,
  refusesToSet: event.refusesElsewhere,
  problems: ['event-no-longer-available'],
})

export const removeEventByUid = operation({
  ...removals,
  route: 'DELETE /events/by-uid/{uid}',
  problems: ['event-no-longer-available', 'event-is-in-trash'],
})

export const putEvent = putOperation({
  route: 'PUT /events/by-uid/{uid}',
  of: events,
  summary: 'Create or update the event with an external id',
  args: event.fields,
  body: { schema: 'EventChanges', example: changesOfMarket },
  answer: putItemAnswer(events, 'The updated event.'),
  right: mayWrite('event'),
  problems: ['rest_no_route', 'event-no-longer-available'],
  prepares: true,
  put: ({ tx, item, uid, ...by }, sent) => put(tx, { item, uid, sent }, by),
})

export const revertEvent = reverting(events, {
  right: mayWrite('event'),
  problems: ['event-no-longer-available'],
  prepares: true,
})

const mayCopy: Right<EventRecord> = { ...mayWrite('event'), requireOn: allowCopying }

export const duplicateEvent = operation({
  route: 'POST /events/{id}/duplicate',
  of: events,
  summary: 'Duplicate an event to other dates',
  args: duplicateArgs,
  body: { schema: 'NewDuplicates', example: { dates: ['2027-05-11', '2027-05-18'] } },
  answer: copiesAnswer(events, 'Duplicates', 'The copies, in the order of the dates.'),
  right: mayCopy,
  problems: ['event-not-accessible', 'event-password-protected', 'event-no-longer-available'],
  leavesItem: true,
  run: ({ tx, item, ...by }, args) => copyEventToDates(tx, item, args, by),
})

export const changeManyEvents = operation({
  route: 'POST /events/bulk',
  of: events,
  summary: 'Make the same change to several events',
  args: bulkArgs,
  body: { schema: 'NewBulkChange', example: { ids: [1], add_tags: ['outdoors'], shift_days: 7 } },
  answer: {
    status: 200,
    schema: 'BulkChange',
    text: 'The ids of the changed events, and of those that already had these values.',
    items: () => [],
    shown: (change: object) => change,
  },
  right: mayWrite('event'),
  problems: ['event-not-found', 'event-no-longer-available', 'review_outdated'],
  prepares: true,
  check: (_by, args) => requireBulkChange(args),
  run: ({ tx, ...by }, args) => changeEventsAlike(tx, args, by),
})

export const translateEvent = translating(events, {
  right: mayWrite('event'),
  problems: ['event-no-longer-available'],
  prepares: true,
  more: { apply_to: applyTo },
})

export const updateSeries = updating(series, 'Change a series and all its occurrences', {
  refusesToSet: declaredSeries.refusesElsewhere,
  body: { schema: 'SeriesChanges', example: { title: 'Weekly market' } },
  right: mayWrite('series'),
  problems: ['series-no-longer-available'],
  prepares: true,
  between: (by, args) => checksOfUpdateArgsAlone('series', args, by),
})

export const removeSeries = trashing(
  series,
  'Move the future occurrences of a series to the trash, or delete all of it permanently',
  { right: mayWrite('series'), problems: ['series-no-longer-available', 'series-is-in-trash'] },
)

export const translateSeries = translating(series, {
  right: mayWrite('series'),
  problems: ['series-no-longer-available'],
  prepares: true,
})
