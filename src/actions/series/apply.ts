/** Writes a change of a series to its occurrences, with few statements (contract §10.3). */
import { type ItemStatus, statusAt } from '../../domain/publication/status.ts'
import { occurrenceAt } from '../../domain/series/occurrence-starts.ts'
import { slugCandidate } from '../../domain/text/slug.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord, Links, Occurrence, Writing } from '../../store/store.ts'
import { composeEvent, previousStart } from '../compose/event.ts'
import type { Context } from '../context.ts'
import { allowEditing } from '../policy.ts'
import { chargeOccurrences } from '../writing/price.ts'
import { differing } from '../writing/save.ts'
import { inherited, ownFieldsOf, patternAt } from './own-fields.ts'
import { differsIn, type Linked, sameTargets, sharedColumns } from './pattern.ts'
import type { Plan } from './plan.ts'
import { timeColumns } from './times.ts'

export const linkNames = ['venue', 'organizer', 'category', 'tag'] as const satisfies (keyof Links)[]

/** The columns of an event, its links, and the status it had before. */
interface Change {
  readonly id: number
  readonly columns: Partial<EventRecord>
  readonly links: Partial<Links>
}

type Times = { readonly id: number } & ReturnType<typeof timeColumns> &
  Pick<EventRecord, 'recurrence_id' | 'previous_start_date'>

const isTrashed = ({ status }: Pick<EventRecord, 'status'>) => status === 'trash'

/** Whether an occurrence comes back with its series: it went to the trash with it. */
export const isBack = (plan: Plan, { status, trash_act }: Occurrence): boolean =>
  plan.isRestored && status === 'trash' && trash_act > 0 && trash_act === plan.series.trash_act

/** Throws 401 or 403 unless the actor may edit all of these occurrences. */
export function allowEditingAll(occurrences: readonly Occurrence[], { actor, moment }: Context): void {
  const now = epochOf(moment.now)
  for (const { author, status, date_utc } of occurrences)
    allowEditing(actor, { author, status: statusAt(status, date_utc, now) })
}

/** The times of an occurrence, where it follows the pattern. */
function timesAt(plan: Plan, occurrence: Occurrence): Times {
  const newId = plan.newId(occurrence.recurrence_id)
  const columns = timeColumns(occurrenceAt(newId, plan.rule), plan.rule.zone)
  const { event_status } = plan.pattern.event
  const previous_start_date = previousStart(event_status, columns.start_date, occurrence)
  return { id: occurrence.id, recurrence_id: newId, ...columns, previous_start_date }
}

/** The columns of the pattern that change, without the status for what stays in the trash. */
const noPrevious = { previous_start_date: '' }

function sharedChanges({ before, pattern }: Plan, isInTrash: boolean): Partial<EventRecord> {
  const changes: Partial<EventRecord> = differing(sharedColumns(pattern.event), sharedColumns(before.event))
  if (!isInTrash) return changes.event_status === 'scheduled' ? { ...changes, ...noPrevious } : changes
  const { status: _, ...others } = changes
  return others
}

/** The kinds of links that change. */
const movedLinks = ({ before, pattern }: Plan): Partial<Links> =>
  Object.fromEntries(
    linkNames
      .filter((name) => !sameTargets(name, before.links[name], pattern.links[name]))
      .map((name) => [name, pattern.links[name]]),
  )

/** An occurrence with fields of its own after the change: the others follow the pattern. */
function exception(plan: Plan, of: Linked, context: Context): Change & { readonly times: Times } {
  const own = ownFieldsOf(of.event)
  const place = patternAt(plan.pattern, plan.rule, plan.newId(of.event.recurrence_id))
  const hasOwnTimes = own.includes('start_date') || own.includes('end_date')
  const followed = plan.fields.filter(
    (field) => !own.includes(field) && field !== 'start_date' && field !== 'end_date',
  )
  const names =
    plan.isMoved && !hasOwnTimes ? [...followed, 'start_date' as const, 'end_date' as const] : followed
  const isStaying = isTrashed(of.event)
  const base = inherited(of, isStaying ? names.filter((name) => name !== 'status') : names, place)
  const { status, date_utc, date_set, ...derived } = composeEvent({}, base.event, context)
  const event: EventRecord = { ...base.event, ...derived, recurrence_id: place.event.recurrence_id }
  const after = { event, links: base.links }
  const left = own.filter((field) => differsIn(field, after, place))
  const { recurrence_id, start_date, end_date, start_utc, end_utc, previous_start_date, ...columns } =
    differing({ ...event, own_fields: JSON.stringify(left) }, of.event)
  const links = linkNames.filter((name) => !sameTargets(name, of.links[name], base.links[name]))
  return {
    id: event.id,
    columns,
    links: Object.fromEntries(links.map((name) => [name, base.links[name]])),
    times: {
      id: event.id,
      recurrence_id: event.recurrence_id,
      start_date: event.start_date,
      end_date: event.end_date,
      start_utc: event.start_utc,
      end_utc: event.end_utc,
      previous_start_date: previousStart(event.event_status, event.start_date, of.event),
    },
  }
}

/** Frees the slugs of occurrences that come back from the trash: those taken meanwhile get a number. */
export async function slugsOfRestored(
  store: Writing,
  restored: readonly Pick<Occurrence, 'id' | 'slug'>[],
): Promise<readonly Change[]> {
  const taken = new Set(await store.takenSlugs(restored.map(({ slug }) => slug)))
  const changes: Change[] = []
  for (const { id, slug } of restored) {
    let free = slug
    if (taken.has(slug)) {
      free = await store.freeSlug('event', slug, id)
      for (let n = 2; taken.has(free); n += 1) free = slugCandidate(slug, n)
      changes.push({ id, columns: { slug: free }, links: {} })
    }
    taken.add(free)
  }
  return changes
}

async function saveAll(
  store: Writing,
  ids: readonly number[],
  { columns, links }: Omit<Change, 'id'>,
  isTouched: boolean,
  context: Context,
): Promise<readonly number[]> {
  const moved = linkNames.filter((name) => links[name] !== undefined)
  if (ids.length === 0 || (Object.keys(columns).length + moved.length === 0 && !isTouched)) return []
  chargeOccurrences(store, ids.length, columns, 'apply_to', context)
  await store.updateEvents(ids, { ...columns, was_public: 0, modified_utc: epochOf(context.moment.now) })
  for (const name of moved) await store.setLinksOfAll(name, ids, links[name] ?? [])
  return ids
}

/**
 * Writes the change to the occurrences other than the one that it was made through. Returns the ids of those that it
 * touched, and the times of all of them, which are written last.
 */
export async function applyTo(
  store: Writing,
  plan: Plan,
  occurrences: readonly Occurrence[],
  context: Context,
): Promise<{ readonly touched: readonly number[]; readonly times: readonly Times[] }> {
  const plain = occurrences.filter(({ own_fields }) => own_fields === '[]')
  const links = movedLinks(plan)
  const save = (some: readonly Occurrence[], columns: Partial<EventRecord>) =>
    saveAll(
      store,
      some.map(({ id }) => id),
      { columns, links },
      plan.isMoved,
      context,
    )
  const restored = plain.filter((one) => isBack(plan, one))
  const staying = plain.filter((one) => isTrashed(one) && !isBack(plan, one))
  const others = plain.filter((one) => !isTrashed(one))
  const { status, date_utc, date_set } = plan.pattern.event
  const slugs = await slugsOfRestored(
    store,
    occurrences.filter((one) => isBack(plan, one)),
  )
  for (const { id, columns } of slugs) await store.updateEach([{ id, slug: columns.slug ?? '' }])
  const touched = [
    ...(await save(others, sharedChanges(plan, false))),
    ...(await save(staying, sharedChanges(plan, true))),
    ...(await save(restored, { ...sharedChanges(plan, true), status, date_utc, date_set, trash_act: 0 })),
  ]
  const times = plan.isMoved ? plain.map((one) => timesAt(plan, one)) : []
  const exceptions = occurrences.filter(({ own_fields }) => own_fields !== '[]')
  const ids = exceptions.map(({ id }) => id)
  const [records, linked] = [await store.eventRecords(ids), await store.linksOfAll(ids)]
  for (const one of exceptions) {
    const [event, own] = [records.get(one.id), linked.get(one.id)]
    if (event === undefined || own === undefined) continue
    const change = exception(plan, { event, links: own }, context)
    const back: { status: ItemStatus; trash_act: number } | undefined = isBack(plan, one)
      ? { status, trash_act: 0 }
      : undefined
    const columns = { ...change.columns, ...back }
    touched.push(...(await saveAll(store, [one.id], { columns, links: change.links }, plan.isMoved, context)))
    times.push(change.times)
  }
  return { touched, times }
}
