/** Changes several events alike, all or none (ext.). */

import type { ContextWithImages } from '../../api/context.ts'
import { mayRead } from '../../api/policy.ts'
import type { ArgsWithDefaults } from '../../contract/arg.ts'
import type { AssigneeTarget } from '../../contract/kinds.ts'
import { type bulkArgs, MAX_ITEMS_PER_REQUEST } from '../../contract/operations/editing.ts'
import type { TermName, UpdateArgs } from '../../contract/resources/index.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { EventRecord, Writing } from '../../store/store.ts'
import { resolveTermIds } from '../linking/terms.ts'
import { requireEventUnchangedSinceRevision } from '../proposals/seen.ts'
import { editableRecord, updateInTransaction } from '../update.ts'
import { eventTimesShiftedBySeconds } from './shift.ts'

const DAY = 86_400

type BulkArgs = ArgsWithDefaults<typeof bulkArgs>

/** The ids of the events that were changed, and of those that were so already. */
interface BulkChange {
  readonly changed: readonly number[]
  readonly unchanged: readonly number[]
}

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
export async function changeEventsAlike(
  store: Writing,
  args: BulkArgs,
  context: ContextWithImages,
): Promise<BulkChange> {
  const wanted = {
    args,
    category: await termChange(store, 'category', args, context),
    tag: await termChange(store, 'tag', args, context),
  }
  const changed: number[] = []
  for (const id of args.ids) if (await changeOne(store, id, wanted, context)) changed.push(id)
  return { changed, unchanged: args.ids.filter((id) => !changed.includes(id)) }
}
