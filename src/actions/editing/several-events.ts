/** Changes of several events at once, and copies of one to other dates. */

import { type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import { mayEdit, mayRead, refusalProblem, requireMayEdit } from '../../api/policy.ts'
import type { ArgsWithDefaults } from '../../contract/arg.ts'
import type { AssigneeTarget } from '../../contract/kinds.ts'
import {
  type bulkArgs,
  type duplicateArgs,
  MAX_ITEMS_PER_REQUEST,
} from '../../contract/operations/editing.ts'
import {
  parseCreateArgs,
  parseUpdateArgs,
  type TermName,
  type UpdateArgs,
} from '../../contract/resources/index.ts'
import { translationsWithoutDrafts } from '../../domain/languages.ts'
import { internalFields } from '../../domain/publication/internal.ts'
import { resolveParsedDate } from '../../domain/time/date-text.ts'
import { epochOfUtc, plusSeconds } from '../../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { EventRecord, Item, Writing } from '../../store/store.ts'
import { createEvent, shownItem } from '../create.ts'
import { resolveTermIds } from '../linking/link.ts'
import { requireEventUnchangedSinceRevision } from '../proposals.ts'
import { requireMayRead } from '../read.ts'
import { editableRecord, updateInTransaction } from '../update.ts'
import { storedFieldValues, type ValuesSentAgain } from './resend.ts'

// Moves events and what belongs to their time on the wall clock.

const moved = (wall: string, seconds: number) => (wall === '' ? '' : plusSeconds(wall, seconds))

/** Returns the times of an event moved by so many seconds on the wall clock, the validity of its tickets included. */
function eventTimesShiftedBySeconds(
  { start_date, end_date, tickets }: Pick<EventRecord, 'start_date' | 'end_date' | 'tickets'>,
  seconds: number,
) {
  return {
    start_date: moved(start_date, seconds),
    end_date: moved(end_date, seconds),
    tickets: tickets.map((ticket) => ({
      ...ticket,
      valid_from: moved(ticket.valid_from, seconds),
      valid_through: moved(ticket.valid_through, seconds),
    })),
  }
}

// Changes several events alike, all or none (ext.).

const DAY = 86_400

type BulkArgs = ArgsWithDefaults<typeof bulkArgs>

/** Terms to add and to remove, by id. */
interface TermChange {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/** The args of a bulk change that add and remove terms. */
const termArgs = {
  category: ['add_categories', 'remove_categories'],
  tag: ['add_tags', 'remove_tags'],
} as const

async function termChange(
  store: Writing,
  name: TermName,
  args: BulkArgs,
  context: ContextWithImages,
): Promise<TermChange | undefined> {
  const [arg, removeArg] = termArgs[name]
  const [add, remove] = [args[arg], args[removeArg]]
  if (add === undefined && remove === undefined) return undefined
  return { add: await resolveTermIds(store, { name, arg, sent: add ?? [] }, context), remove: remove ?? [] }
}

const applied = (ids: readonly number[], { add, remove }: TermChange) => [
  ...new Set([...ids.filter((id) => !remove.includes(id)), ...add]),
]

/** A change of several events, with its terms found. */
interface WantedChange {
  readonly args: BulkArgs
  readonly category: TermChange | undefined
  readonly tag: TermChange | undefined
}

const assigneeAsSent = (target: AssigneeTarget) =>
  'none' in target ? null : 'id' in target ? target.id : target.text

async function argsFor(
  store: Writing,
  event: EventRecord,
  { args: { venue, assignee, status, shift_days }, category, tag }: WantedChange,
): Promise<UpdateArgs<'event'>> {
  const links = await store.linksOf(event.id)
  const { tickets, ...times } = eventTimesShiftedBySeconds(event, (shift_days ?? 0) * DAY)
  return parseUpdateArgs('event', {
    ...(category !== undefined && { categories: applied(links.category, category) }),
    ...(tag !== undefined && { tags: applied(links.tag, tag) }),
    ...(venue !== undefined && { venue }),
    ...(assignee !== undefined && { assignee: assigneeAsSent(assignee) }),
    ...(status !== undefined && { status }),
    ...(shift_days !== undefined && { ...times, ...(event.ticketed === 1 && { tickets }) }),
  })
}

/** Says which event a problem is about, by its title where the caller may read the event and by its id elsewhere. */
function about(event: EventRecord, error: unknown, { actor }: ContextWithImages): unknown {
  if (!(error instanceof Problem)) return error
  const { code, status, data, headers, message } = error
  const name = mayRead(actor, event) ? `“${event.title}”` : `Event ${event.id}`
  return new Problem(code, { message: `${name}: ${message}`, status, data, headers })
}

async function changeOne(
  store: Writing,
  id: number,
  wanted: WantedChange,
  context: ContextWithImages,
): Promise<boolean> {
  const event = await store.find('event', { id }, context.moment)
  try {
    const kept = await editableRecord(store, 'event', { id }, context)
    if (kept.status === 'trash') throw new Problem('event-no-longer-available')
    await requireEventUnchangedSinceRevision(store, kept, wanted.args.seen, context)
    await updateInTransaction(store, { name: 'event', kept }, await argsFor(store, kept, wanted), context)
    return (await store.find('event', { id }, context.moment))?.version !== kept.version
  } catch (error) {
    throw event === undefined ? error : about(event, error, context)
  }
}

/** Throws 400 where a bulk change names no events or too many, or changes nothing. */
export function requireBulkChange({ ids, seen: _seen, ...changes }: BulkArgs): void {
  if (ids.length === 0 || ids.length > MAX_ITEMS_PER_REQUEST)
    throw invalidParam('ids', because('wrong_number_of_members', { most: MAX_ITEMS_PER_REQUEST }))
  if (Object.keys(changes).length === 0) throw invalidParam('ids', because('change_missing'))
}

/**
 * Changes the events in an open transaction: adds and removes categories and tags, sets the venue, whom they wait for and the
 * status, and moves them by days on the wall clock. Of a series, only the occurrences named change. Throws 400, 401, 403, 404, 409 or 410, naming the
 * event; then none is changed.
 */
export async function changeEventsAlike(store: Writing, args: BulkArgs, context: ContextWithImages) {
  const wanted = {
    args,
    category: await termChange(store, 'category', args, context),
    tag: await termChange(store, 'tag', args, context),
  }
  const changed: number[] = []
  for (const id of args.ids) if (await changeOne(store, id, wanted, context)) changed.push(id)
  return { changed, unchanged: args.ids.filter((id) => !changed.includes(id)) }
}

// Duplicates an event to other dates (ext.).

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
    const complete =
      password_hash === null ? copy : await store.put('event', copy.id, { password_hash, version: 1 })
    copies.push(await shownItem(store, 'event', complete, context))
  }
  return copies
}
