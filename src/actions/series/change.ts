/** Changes a series as a whole: through an occurrence with apply_to=all, or by itself (contract §10.3). */
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { type PatternField, patternFields } from '../../contract/resources/occurrence.ts'
import { isApproved } from '../../domain/publication/status.ts'
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord, Links, Occurrence, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { allowEditing, mayPublish } from '../policy.ts'
import { differing, nextSlug } from '../writing/save.ts'
import { afterApproval, nextEvent, publishLinked } from '../writing/update-event.ts'
import { insertMissing } from './adopt.ts'
import { allowEditingAll, applyTo, isBack, linkNames } from './apply.ts'
import { dissolve, leave, withdraw } from './leave.ts'
import { later, ruleColumns } from './make.ts'
import { missing } from './occurrences.ts'
import { ownFieldsOf, patternAt } from './own-fields.ts'
import { differsIn, type Linked, livePattern, patternColumns, sameTargets } from './pattern.ts'
import { type Plan, planOf } from './plan.ts'
import { tally } from './tally.ts'
import { firstOccurrences, horizonOf, madeAtOnce } from './times.ts'

/** What a series is changed through: an occurrence, or its pattern. */
export interface Through extends Linked {
  readonly isOccurrence: boolean
}

/** Whether the recurrence sent ends the series. */
const isDissolving = ({ recurrence }: UpdateArgs<'event'>): boolean =>
  recurrence === null || recurrence?.length === 0

/** The event that a change goes through, after it. Its slug and password are its own; a series has a slug too. */
export async function afterChange(
  store: Writing,
  { event, links, isOccurrence }: Through,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<Linked> {
  const next = await nextEvent(store, { event, links }, args, context)
  const slug = isOccurrence
    ? await nextSlug(store, 'event', args.slug, next.event.title, event, next.isBack)
    : args.slug === undefined || args.slug === event.slug
      ? event.slug
      : await store.freeSlug('series', slugOr(args.slug || next.event.title, 'series'), event.series ?? 0)
  return afterApproval({ event, links }, { event: { ...next.event, slug }, links: next.links }, context)
}

/** Writes the occurrence that the change was made through: what it was sent, at the place that the rule now gives. */
async function saveThrough(store: Writing, through: Through, after: Linked, plan: Plan, context: Context) {
  const { event } = through
  const place = patternAt(plan.pattern, plan.rule, plan.newId(event.recurrence_id))
  const own = ownFieldsOf(event)
  const left = patternFields.filter(
    (field) => (own.includes(field) || differsIn(field, through, after)) && differsIn(field, after, place),
  )
  const isRestored = plan.isRestored && event.status === 'trash'
  const next: EventRecord = {
    ...after.event,
    own_fields: JSON.stringify(left),
    was_public: 0,
    ...(isRestored && { trash_act: 0 }),
  }
  const { recurrence_id: _, ...columns } = differing(next, event)
  const moved = linkNames.filter((name) => !sameTargets(name, through.links[name], after.links[name]))
  await store.updateEvents([event.id], { ...columns, modified_utc: epochOf(context.moment.now) })
  for (const name of moved) await store.setLinksOfAll(name, [event.id], after.links[name])
  return {
    id: event.id,
    recurrence_id: place.event.recurrence_id,
    start_date: next.start_date,
    end_date: next.end_date,
    start_utc: next.start_utc,
    end_utc: next.end_utc,
    previous_start_date: next.previous_start_date,
  }
}

/** Writes the series itself as its next version. Returns its record. */
async function saveSeries(store: Writing, plan: Plan, slug: string, madeUntil: string, context: Context) {
  const { series, pattern, rule, isRestored } = plan
  const columns = {
    ...patternColumns(pattern.event, pattern.links),
    ...ruleColumns(rule, madeUntil),
    slug,
    version: series.version + 1,
    modified_utc: epochOf(context.moment.now),
    ...(isRestored && { trash_act: 0, recurrence_before: [] }),
  }
  await store.update('series', series.id, columns)
  return { ...series, ...columns }
}

const isSame = (plan: Plan, through: Through, after: Linked) =>
  plan.fields.length === 0 &&
  !plan.isNewRule &&
  !plan.isRestored &&
  Object.keys(differing(after.event, through.event)).length === 0

/** The occurrences that the rule gives up to the horizon, where it is another one or reaches further. */
function wanted(plan: Plan, context: Context) {
  if (!plan.isNewRule && !plan.isMoved && !plan.isRestored) return { horizon: plan.madeUntil, all: [] }
  const horizon = later(horizonOf(plan.rule, context), plan.madeUntil)
  if (plan.isNewRule) {
    const all = firstOccurrences(plan.rule, horizonOf(plan.rule, context), context)
    return { horizon: later(horizonOf(plan.rule, context), all[0]?.recurrenceId ?? ''), all }
  }
  return { horizon, all: occurrencesBetween(plan.rule, plan.madeUntil, horizon) }
}

/** Divides the occurrences into those that a new rule hits, and those that leave the series. */
function divided(
  plan: Plan,
  occurrences: readonly Occurrence[],
  all: readonly { readonly recurrenceId: string }[],
) {
  if (!plan.isNewRule) return { staying: occurrences, left: [] }
  const hit = new Set(all.map(({ recurrenceId }) => recurrenceId))
  const isHit = ({ recurrence_id }: Occurrence) => hit.has(plan.newId(recurrence_id))
  return { staying: occurrences.filter(isHit), left: occurrences.filter((one) => !isHit(one)) }
}

/** Moves occurrences out of the series. */
async function takeOut(store: Writing, plan: Plan, left: readonly Occurrence[], context: Context) {
  const { series, rule, pattern, newId } = plan
  if (context.followsSource !== true) return leave(store, left, context)
  return withdraw(store, { uid: series.uid, rule, status: pattern.event.status }, left, newId, context)
}

/** Whether a change may alter for which terms the events count that stay in the series. */
const changesCounts = ({ fields, isRestored }: Plan): boolean =>
  isRestored || fields.some((field) => countedFields.includes(field))

const countedFields: readonly PatternField[] = ['status', 'date', 'categories', 'tags']

/** The occurrences that a change touches: all outside the trash, and those that come back from it. */
const touchable = (plan: Plan, occurrences: readonly Occurrence[]) =>
  occurrences.filter((one) => one.status !== 'trash' || isBack(plan, one))

/**
 * Changes a series and its occurrences in an open transaction. A change without effect writes nothing. Returns the number
 * of events touched and the changed fields; undefined if nothing changed.
 */
export async function changeSeries(
  store: Writing,
  series: SeriesRecord,
  through: Through,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<{ readonly touched: number; readonly fields: readonly string[] } | undefined> {
  allowEditing(context.actor, series)
  const after = await afterChange(store, through, args, context)
  const pattern = through.isOccurrence ? await livePattern(store, series, context) : through
  const plan = planOf(series, pattern, through, after, args, context)
  const isDissolved = isDissolving(args)
  if (!isDissolved && isSame(plan, through, after)) return undefined
  const every = await store.occurrences(series.id)
  allowEditingAll(touchable(plan, every), context)
  const { all, horizon } = wanted(plan, context)
  const { staying, left } = divided(plan, every, all)
  const counts = await tally(store, isDissolved || changesCounts(plan) ? every : left)
  await takeOut(store, plan, left, context)
  const own = through.isOccurrence ? through.event.id : 0
  const { touched, times } = await applyTo(
    store,
    plan,
    staying.filter(({ id }) => id !== own),
    context,
  )
  const ofOwn = own > 0 ? [await saveThrough(store, through, after, plan, context)] : []
  const isHit = staying.some(({ id }) => id === own)
  const moved = plan.isMoved ? [...times, ...ofOwn.filter(() => isHit)] : []
  await store.updateEach(moved)
  if (!isHit && plan.isMoved) await store.updateEach(ofOwn.map(({ recurrence_id: _, ...columns }) => columns))
  const slug = through.isOccurrence ? series.slug : after.event.slug
  const there = staying.map((one) => ({ recurrence_id: plan.newId(one.recurrence_id) }))
  const added = isDissolved ? [] : missing(all, there)
  const { now, madeUntil } = madeAtOnce(added, horizon, context)
  const saved = await saveSeries(store, plan, slug, madeUntil, context)
  await insertMissing(store, saved, plan.pattern, now, context)
  await publishOthers(store, plan, through.links, context)
  if (isDissolved) await dissolve(store, saved, own, context)
  await counts.settle()
  return {
    touched:
      new Set([...touched, ...left.map(({ id }) => id), ...ofOwn.map(({ id }) => id)]).size + added.length,
    fields: [...plan.fields, ...(plan.isNewRule || isDissolved ? ['recurrence'] : [])],
  }
}

async function publishOthers(store: Writing, plan: Plan, links: Links, context: Context): Promise<void> {
  const { event } = plan.pattern
  const isPublished = isApproved(event.status) && event.status !== plan.before.event.status
  if (isPublished && mayPublish(context.actor)) await publishLinked(store, { links, event }, context)
}
