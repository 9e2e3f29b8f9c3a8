/** Duplicates an event to other dates (ext.). */

import { type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import { mayEdit, refusalProblem, requireMayEdit } from '../../api/policy.ts'
import type { ArgsWithDefaults } from '../../contract/arg.ts'
import type { duplicateArgs } from '../../contract/operations/editing.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { translationsWithoutDrafts } from '../../domain/content/translations.ts'
import { internalFields } from '../../domain/publication/internal.ts'
import { resolveParsedDate } from '../../domain/time/date-text.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, Item, Writing } from '../../store/store.ts'
import { createEvent, writtenItem } from '../create.ts'
import { requireMayRead } from '../read.ts'
import { storedFieldValues, type ValuesSentAgain } from './resend.ts'
import { eventTimesShiftedBySeconds } from './shift.ts'

const MIDNIGHT = '00:00:00'

/** The columns that a copy does not take over: identity, publication, outcome, and what only its editors see. */
const ownOfEvent: readonly string[] = [
  'author',
  'date_utc',
  'slug',
  'event_status',
  'status',
  ...internalFields,
]

/** Returns where the copies start, as wall clocks in the event's zone. A date at midnight takes the event's time of day. */
function startsOf(
  { start_date, timezone }: EventRecord,
  { dates }: ArgsWithDefaults<typeof duplicateArgs>,
  { moment }: ContextWithImages,
): readonly string[] {
  return dates.map((date) => {
    const wall = resolveParsedDate(date, timezone, moment.now)?.wall
    if (wall === undefined) throw invalidParam('dates', because('out_of_years'))
    return wall.endsWith(MIDNIGHT) ? `${wall.slice(0, 10)}${start_date.slice(10)}` : wall
  })
}

/** Returns what copies of an event share, as args of a create; links that the caller can't see are left out. */
async function sharedArgs(
  store: Writing,
  event: EventRecord,
  context: ContextWithImages,
): Promise<ValuesSentAgain> {
  const values = await storedFieldValues(store, 'event', event)
  const shared = Object.entries(values).filter(([arg, value]) => !ownOfEvent.includes(arg) && value !== null)
  const seen = async (name: 'venue' | 'organizer') => {
    const ids = Array.isArray(values[name]) ? values[name] : []
    const visible = await store.visible(name, ids, viewerOf(context))
    return ids.filter((id) => visible.has(id))
  }
  // Drafts of translations are only for those who may edit the event.
  const translations = mayEdit(context.actor, event)
    ? event.translations
    : translationsWithoutDrafts(event.translations)
  return {
    ...Object.fromEntries(shared),
    translations,
    venue: await seen('venue'),
    organizer: await seen('organizer'),
  }
}

/** Throws 401 or 403 where the caller may not read everything that a copy shows. */
export function allowCopying(event: EventRecord, context: PureContext): void {
  requireMayRead('event', event, context)
  if (event.status === 'trash') requireMayEdit(context.actor, event)
  if (event.password_hash !== null && !mayEdit(context.actor, event))
    throw refusalProblem(context.actor, 'event-password-protected')
}

/**
 * Creates a copy of an event for each date, drafts by default, in an open transaction. A copy of an occurrence is a single event. A password is
 * copied. Throws 400.
 */
export async function copyEventToDates(
  store: Writing,
  event: EventRecord,
  args: ArgsWithDefaults<typeof duplicateArgs>,
  context: ContextWithImages,
): Promise<readonly Item<'event'>[]> {
  const shared = await sharedArgs(store, event, context)
  const copies: Item<'event'>[] = []
  for (const start of startsOf(event, args, context)) {
    const times = eventTimesShiftedBySeconds(event, epochOfUtc(start) - epochOfUtc(event.start_date))
    const sent = parseCreateArgs('event', { ...shared, ...times, status: args.status ?? 'draft' })
    const copy = await createEvent(store, sent, { ...context, restoresTranslations: true })
    const { password_hash } = event
    if (password_hash !== null) await store.update('event', copy, { password_hash, version: 1 })
    copies.push(await writtenItem(store, 'event', copy, context))
  }
  return copies
}
