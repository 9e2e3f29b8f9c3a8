/** Undoes a whole write by its revision: everything that it did to items, in one transaction (ext.). */

import {
  storedFieldValues,
  updateItemToValues,
  type ValuesSentAgain,
  valuesToSendAgain,
} from '../actions/editing/resend.ts'
import { type HandedItem, handItems } from '../actions/groups.ts'
import { refuseTakenTermName } from '../actions/items.ts'
import { rejectSubmissionOfTrashed, takeBackReviewDecisions } from '../actions/proposals.ts'
import { isRecordOfPublishableResource } from '../actions/read.ts'
import { trashForImport, trashItemInTransaction } from '../actions/remove.ts'
import {
  type EarlierState,
  eventsWithLinks,
  groupedByValues,
  isWithoutChange,
} from '../actions/series/earlier-state.ts'
import { runKeepingEarlierState } from '../actions/series/making.ts'
import { trashMadeSeries } from '../actions/series/remove.ts'
import { restoreEarlierState } from '../actions/series/undo.ts'
import { isOfTemplate, undoChangeOfTemplate } from '../actions/templates.ts'
import { editableRecord } from '../actions/update.ts'
import { writeAfterPreparing } from '../actions/writing/preparing.ts'
import type { ItemToChange } from '../actions/writing/save.ts'
import { type Context, viewerOf } from '../api/context.ts'
import {
  commandActor,
  refusalProblem,
  requireMayWriteSomeItems,
  requireScope,
  rightsByRole,
} from '../api/policy.ts'
import { isSameValue } from '../contract/columns.ts'
import { isMergeable, type MergeableName } from '../contract/operations/editing.ts'
import { imageSettingNames } from '../contract/operations/settings.ts'
import { type ResourceName, resourceNames, type TermName } from '../contract/resources/index.ts'
import { type Status, statuses } from '../contract/resources/shared.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { handedBy, isHandOver, undoHandOver, withExistingGroup } from '../people/hand-over.ts'
import { undoChangeOfMember } from '../people/members.ts'
import { because, overtaken, Problem } from '../problem.ts'
import type {
  AuditRow,
  GroupRecord,
  RecordOf,
  RemovedGroup,
  ResultAndRevision,
  Writing,
} from '../store/store.ts'
import { slicesOf } from '../support/slices.ts'

interface UndoneItem {
  readonly resource: ResourceName
  readonly id: number
  /** What the write changed of it, and stays as it is now: secrets are not kept. */
  readonly left?: readonly Secret[]
}

interface UndoneWrite {
  readonly items: readonly UndoneItem[]
  /** The settings that it changed, and that stay as they are now: their image of before is deleted. */
  readonly left: readonly ImageSettingName[]
}

/** Fields whose values are kept nowhere. */
export const secrets = ['password'] as const
type Secret = (typeof secrets)[number]
type ImageSettingName = (typeof imageSettingNames)[number]

const isResource = (name: string): name is ResourceName => resourceNames.some((one) => one === name)

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort((a, b) => a - b) : value)

/** Whether a field still has the value that the write gave it. A scheduled item may have been published meanwhile. */
function isStill(arg: string, current: unknown, after: unknown): boolean {
  if (arg === 'status' && after === 'future' && current === 'publish') return true
  const isSet = arg === 'categories' || arg === 'tags'
  return isSet ? isSameValue(sorted(current), sorted(after)) : isSameValue(current, after)
}

const imageIsGone = () => new Problem('change-not-recorded', because('image_deleted'))

const deletedForGood = () => new Problem('change-not-recorded', because('deleted_for_good'))

/** A row of a write, and the parts of the write. */
interface RowToUndo {
  readonly row: AuditRow
  readonly parts: readonly AuditRow[]
  /** Whether the write has no other row. */
  readonly isAlone: boolean
}

/** What became of a row. */
interface UndoneRow {
  readonly items: readonly UndoneItem[]
  /** Why nothing was changed: the problem of a write of which nothing else can be undone. */
  readonly unchanged?: Problem
}

/** What a write noted of the item of a row before it deleted it. Throws 409 where it noted nothing, since the item was deleted for good. */
function notedBefore({ row: { resource, item_id }, parts }: RowToUndo): object {
  const name = `${resource}_before`
  const part = parts.find((one) => one.resource === name && one.item_id === item_id)
  const [noted] = part?.changes.state ?? []
  if (noted === undefined) throw deletedForGood()
  return Object(noted)
}

/** Returns whether fields still have the values that the write gave them. What they named may be gone, or a part of another item by now. */
async function areStill<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  changes: AuditRow['changes'],
  context: Context,
): Promise<boolean> {
  const current = await storedFieldValues(store, name, kept)
  const others = Object.entries(changes).filter(([arg, [, after]]) => !isStill(arg, current[arg], after))
  if (others.length === 0) return true
  const after = Object.fromEntries(others.map(([arg, [, is]]) => [arg, is]))
  const left = await valuesToSendAgain(store, kept, after, { ...context, actor: commandActor })
  return others.every(([arg]) =>
    left[arg] === undefined ? !current[arg] : isStill(arg, current[arg], left[arg]),
  )
}

async function undoUpdate<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  { row, parts }: RowToUndo,
  context: Context,
): Promise<void> {
  const changes = Object.entries(row.changes)
  if (changes.length === 0) throw new Problem('change-not-recorded')
  if (!(await areStill(store, { name, kept }, row.changes, context))) throw overtaken(row)
  const { status, ...before }: ValuesSentAgain = Object.fromEntries(changes.map(([arg, [was]]) => [arg, was]))
  const isBack = status === 'trash'
  const values = isBack || status === undefined ? before : { ...before, status }
  await updateItemToValues(store, { name, kept }, values, context)
  if (isBack) await trashAgain(store, name, kept.id, prunedStatusBefore(kept.id, parts), context)
}

/** The status with which an import would have restored an event before a write took it out of the trash; undefined for none. */
function prunedStatusBefore(id: number, parts: readonly AuditRow[]): Status | undefined {
  const before = parts.flatMap(({ resource, item_id, changes: { pruned_status } }) =>
    resource === 'event' && item_id === id && pruned_status !== undefined ? [pruned_status[0]] : [],
  )
  return statuses.find((status) => before.includes(status))
}

async function trashAgain<N extends ResourceName>(
  store: Writing,
  name: N,
  id: number,
  prunedStatus: Status | undefined,
  context: Context,
): Promise<void> {
  const record = await editableRecord(store, name, { id }, context)
  if (!isRecordOfPublishableResource(record) || record.status === 'trash') return
  if (prunedStatus === undefined || !('pruned_status' in record))
    return trashItemInTransaction(store, name, record, context)
  await rejectSubmissionOfTrashed(store, id, context)
  await trashForImport(store, record, prunedStatus)
}

/** Whether one of the events is not in the trash. */
async function areSomeKept(store: Writing, ids: readonly number[]): Promise<boolean> {
  // A category may have thousands.
  for (const some of slicesOf(ids))
    for (const { status } of (await store.eventRecords(some)).values()) if (status !== 'trash') return true
  return false
}

/**
 * Deletes a group that a write made, or brought back: what came into it with that goes back. Throws 401 or 403 for others than
 * administrators, and 409 where others are in it.
 */
async function undoGroup(
  store: Writing,
  kept: GroupRecord,
  { row, parts }: RowToUndo,
  context: Context,
): Promise<void> {
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const back: HandedItem[] = []
  for (const item of handedBy(parts, 'group_id'))
    if (item.from?.group_id === kept.id) back.push(await withExistingGroup(store, item, context))
  await handItems(store, back, context)
  const left = [...(await store.ofGroup('event', kept.id)), ...(await store.ofGroup('series', kept.id))]
  if (left.length > 0) throw overtaken(row)
  await store.noteGroupBefore(kept)
  await store.remove('group', kept.id)
}

/** Brings a deleted group back, with its members and templates, and the events that still are where they were moved to. */
async function bringGroupBack(store: Writing, undoing: RowToUndo, context: Context): Promise<void> {
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const { row, parts } = undoing
  const { item_id: id } = row
  const state: RemovedGroup = Object(notedBefore(undoing))
  if ((await store.find('group', { id }, context.moment)) !== undefined) throw overtaken(row)
  await store.bringBack('group', state.record)
  await store.giveMembersAndTemplates(state)
  // The same write may have deleted other groups, too.
  const own = handedBy(parts, 'group_id').filter(({ to }) => to.group_id === id)
  await handItems(store, own, context)
}

/** A term that undoing deleted, and the events in the trash that had it. */
interface RemovedTerm<N extends TermName> {
  readonly record: RecordOf<N>
  readonly events: readonly number[]
}

/** Brings back a term that undoing deleted, and gives it to the events that had it. Throws 409 where its name is taken. */
async function bringTermBack<N extends TermName>(
  store: Writing,
  name: N,
  undoing: RowToUndo,
  { moment }: Context,
): Promise<void> {
  const state: RemovedTerm<N> = Object(notedBefore(undoing))
  const { record, events } = state
  const { id } = record
  if ((await store.find(name, { id }, moment)) !== undefined) throw overtaken(undoing.row)
  const parent = 'parent' in record ? record.parent : null
  await refuseTakenTermName(store, name, { text: record.name, parent })
  await store.bringBack(name, record)
  const links: (readonly [event: number, terms: readonly number[]])[] = []
  for await (const [event, had] of eventsWithLinks(store, events)) links.push([event, [...had[name], id]])
  for (const { ids, values } of groupedByValues(links))
    await store.updateEvents(ids, { [name]: values, modified_utc: epochOfInstant(moment.now) })
}

/**
 * Moves a venue or an organizer that a write made to the trash, or deletes a term; events in the trash have that again where this is undone.
 * Returns false for what something uses: it stays.
 */
async function removeUnlessUsed(
  store: Writing,
  name: MergeableName,
  kept: RecordOf<ResourceName>,
  context: Context,
): Promise<boolean> {
  const { id } = kept
  const events = await store.linkedTo(name, id)
  // A series may give it to dates that it has yet to make.
  if ((await areSomeKept(store, events)) || (await store.isInPatternOfSeries(name, id))) return false
  if (name === 'category' && (await store.children(name, id)).length > 0) return false
  if (name === 'venue' || name === 'organizer') await trashAgain(store, name, id, undefined, context)
  else {
    store.notePart(`${name}_before`, id, { state: [{ record: kept, events }, null] })
    await store.remove(name, id)
  }
  return true
}

/** Brings an item back that undoing deleted, or a group. Throws 409 for what was deleted for good. */
function bringBack(store: Writing, name: ResourceName, undoing: RowToUndo, context: Context): Promise<void> {
  if (name === 'group') return bringGroupBack(store, undoing, context)
  if (name === 'category' || name === 'tag') return bringTermBack(store, name, undoing, context)
  throw deletedForGood()
}

/** Undoes that an item was made. Returns why it stays; undefined where it goes. */
async function undoCreate<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  undoing: RowToUndo,
  context: Context,
): Promise<Problem | undefined> {
  if (name === 'media') return new Problem('change-not-recorded', because('image_stays'))
  if ('status' in kept && kept.status === 'trash') return overtaken(undoing.row)
  if ('main' in kept) await undoGroup(store, kept, undoing, context)
  else if ('recurrence' in kept) await trashMadeSeries(store, kept, context)
  else if (isMergeable(name)) {
    if (!(await removeUnlessUsed(store, name, kept, context))) return overtaken(undoing.row)
  } else {
    // An import that was undone may be repeated.
    const prunedStatus = 'pruned_status' in kept ? kept.status : undefined
    await trashAgain(store, name, kept.id, prunedStatus, context)
  }
  return undefined
}

async function undoMerge<N extends MergeableName>(
  store: Writing,
  name: N,
  { row, parts }: RowToUndo,
  context: Context,
): Promise<void> {
  if (rightsByRole[context.actor.role].edits !== 'all') throw refusalProblem(context.actor)
  const into = await editableRecord(store, name, { id: row.item_id }, context)
  const { revision } = row
  const now = epochOfInstant(context.moment.now)
  if (row.verb === 'merge') {
    if (!parts.some(({ changes: { imports } }) => imports)) throw new Problem('change-not-recorded')
    // What was merged was parted already.
    if ((await store.unmerge(name, into, { revision, parts }, now)) === 0) throw overtaken(row)
    return
  }
  const merged: RecordOf<N>[] = []
  for (const { resource, verb, item_id: id, title } of parts) {
    if (resource !== name || verb !== 'create') continue
    if ((await store.recorded({ resource: name, item_id: id, after: revision })).length > 0)
      throw overtaken({ title })
    merged.push(await editableRecord(store, name, { id }, context))
  }
  if (merged.length === 0) throw new Problem('change-not-recorded')
  await store.merge(name, merged, into, now)
}

const secretNotKept = () => new Problem('change-not-recorded', because('secret_not_kept'))

const notKept = () => new Problem('change-not-recorded', because('state_not_kept'))

/** Returns what an act on a series changed, as it was: first the part of the transaction that began it, then those that went on with it. */
async function statesBefore(
  store: Writing,
  { item_id, id, revision }: AuditRow,
): Promise<readonly [first: EarlierState, ...later: EarlierState[]]> {
  const all = await store.recorded({ seriesBefore: item_id, from: id })
  const states: EarlierState[] = []
  for (const { changes } of all) {
    const state: Partial<EarlierState> = Object(changes.state?.[0] ?? {})
    if (states.length > 0 && state.goesOn === false) break
    // Earlier versions noted it otherwise.
    if (state.named === undefined) throw notKept()
    states.push(Object(state))
  }
  const [first, ...later] = states
  if (first === undefined || all[0]?.revision !== revision) throw notKept()
  return [first, ...later]
}

/**
 * Undoes an act on a series as a whole, which is an act on it again. Returns its events whose passwords stay, as far as the caller may know of
 * them: others may have them by now, or they are gone.
 */
async function undoSeries(store: Writing, row: AuditRow, context: Context): Promise<ReadonlySet<number>> {
  const { item_id: id, title, slug, fields: changed } = row
  const series = await store.find('series', { id }, context.moment)
  if (series !== undefined) await editableRecord(store, 'series', { id }, context)
  const states = await statesBefore(store, row)
  if (states.every(isWithoutChange)) throw secretNotKept()
  const restore = async (keeping: Writing) => {
    await restoreEarlierState(keeping, states, title, context)
    const restored = (await store.find('series', { id }, context.moment)) ?? { id, title, slug }
    const changes = Object.fromEntries(
      Object.entries(row.changes).map(([arg, [was, is]]) => [arg, [is, was]] as const),
    )
    const touched = new Set(states.flatMap(({ left }) => left.map(([event]) => event))).size
    keeping.noteSeries('update', restored, { changed, changes, touched })
    return id
  }
  // Dates that lack the act that is undone get none of it first.
  await runKeepingEarlierState(store, null, restore, context)
  return store.visible(
    'event',
    states.flatMap((state) => state.secrets ?? []),
    viewerOf(context),
  )
}

/** Whether the row says that a series was made of events that were there: what they were is kept beside it, unlike that of a new series. */
const isConversion = ({ resource, verb, fields }: AuditRow) =>
  resource === 'series' && verb === 'create' && fields.length > 0

/** Whether an import went on to change the series that it made of events: what both did is kept once, and undone by the later row. */
const isUndoneByLaterRow = (row: AuditRow, rows: readonly AuditRow[], parts: readonly AuditRow[]) =>
  isConversion(row) &&
  rows.some(
    (later) =>
      later.resource === 'series' &&
      later.item_id === row.item_id &&
      later.id > row.id &&
      !parts.some(
        ({ resource, item_id, id }) =>
          resource === 'series_before' && item_id === row.item_id && id > row.id && id < later.id,
      ),
  )

/** Whether a row says that a secret alone was changed. */
const isOfSecretAlone = ({ verb, fields, changes }: AuditRow) =>
  verb === 'update' && fields.some(isSecret) && Object.keys(changes).length === 0

const isSecret = (field: string) => secrets.some((one) => one === field)

/**
 * Gives the settings of the site their values before a change again. Returns those that stay as they are, since their image of before is
 * deleted. Throws 401, 403 or 409.
 */
async function undoSettings(
  store: Writing,
  { changes }: AuditRow,
  { actor }: Context,
): Promise<readonly ImageSettingName[]> {
  requireScope(actor, 'no scopes')
  if (!rightsByRole[actor.role].administers) throw refusalProblem(actor)
  const all = Object.entries(changes)
  if (all.length === 0) throw new Problem('change-not-recorded')
  const now = await store.settings()
  if (all.some(([name, [, after]]) => (now[name] ?? null) !== after))
    throw overtaken({ title: now.name ?? 'Fasti' })
  const left: ImageSettingName[] = []
  for (const name of imageSettingNames) {
    const before = changes[name]?.[0]
    if (typeof before === 'string' && (await store.media(Number(before))) === undefined) left.push(name)
  }
  const back = all.filter(([name]) => !left.some((one) => one === name))
  if (back.length > 0)
    await store.saveSettings(
      Object.fromEntries(
        back.map(([name, [before]]) => [name, typeof before === 'string' ? before : undefined]),
      ),
    )
  return left
}

/** Undoes what a row says. */
async function undoRow<N extends ResourceName>(
  store: Writing,
  name: N,
  undoing: RowToUndo,
  context: Context,
): Promise<UndoneRow> {
  const { row, parts } = undoing
  const { act, verb, item_id: id, fields } = row
  const undone: UndoneItem = { resource: name, id, ...(fields.some(isSecret) && { left: secrets }) }
  requireMayWriteSomeItems(context.actor, name)
  if (act !== undefined) await undoChangeOfMember(store, row, parts, context)
  else if (name === 'series' && (verb === 'update' || verb === 'trash' || isConversion(row))) {
    const events = await undoSeries(store, row, context)
    return {
      items: [undone, ...[...events].map((id) => ({ resource: 'event', id, left: secrets }) as const)],
    }
  } else if (verb === 'delete') await bringBack(store, name, undoing, context)
  else if ((verb === 'merge' || verb === 'unmerge') && isMergeable(name))
    await undoMerge(store, name, undoing, context)
  else {
    const isGone = async () => (await store.find(name, { id }, context.moment)) === undefined
    const kept = await editableRecord(store, name, { id }, context).catch(async (error: unknown) => {
      if (undoing.isAlone || !(await isGone())) throw error
    })
    if (kept === undefined) return { items: [], unchanged: deletedForGood() }
    if (isOfSecretAlone(row)) return { items: [undone], unchanged: secretNotKept() }
    if (verb === 'create') {
      const unchanged = await undoCreate(store, { name, kept }, undoing, context)
      return unchanged === undefined ? { items: [undone] } : { items: [], unchanged }
    }
    await undoUpdate(store, { name, kept }, undoing, context)
  }
  return { items: [undone] }
}

/**
 * Undoes the write with that revision: fields get the values back that it replaced, what it created goes to the trash, what
 * it moved to the trash comes back, and what it merged is parted. Items that are gone by now are left out. Secrets stay as they are, and so do
 * settings whose image is gone; both are named. Throws 401, 403, 404, or 409 where that is impossible or would change nothing; then nothing is changed.
 */
export function undoWrite(revision: number, context: Context): Promise<ResultAndRevision<UndoneWrite>> {
  return writeAfterPreparing(context, async (store, context) => {
    const rows = await store.recorded({ revision })
    const parts = await store.recorded({ partsOf: revision })
    const decisions = await store.proposals.decisionsOfWrite(revision)
    const isForgotten = ({ resource, changes }: AuditRow) =>
      resource === 'decision' && Object.keys(changes).length === 0
    if (parts.some(isForgotten)) throw notKept()
    if (rows.length === 0 && decisions.length === 0) throw new Problem('write-not-found')
    const items = new Map<string, UndoneItem>()
    const add = (one: UndoneItem) => void items.set(`${one.resource} ${one.id}`, one)
    const handOvers = rows.filter(isHandOver)
    for (const row of handOvers)
      for (const { resource, id } of await undoHandOver(store, row, [...parts, ...rows], context))
        add({ resource, id })
    const left: ImageSettingName[] = []
    const unchanged: Problem[] = []
    // The rows of items that a hand-over touched went back with it.
    for (const row of handOvers.length > 0 ? [] : rows) {
      if (isUndoneByLaterRow(row, rows, parts)) continue
      const { resource, item_id: id } = row
      if (isOfTemplate(row)) {
        await undoChangeOfTemplate(store, row, parts, context)
        // Templates of the site are of no item.
        if (isResource(resource)) add({ resource, id })
      } else if (resource === 'settings' && row.act === undefined) {
        left.push(...(await undoSettings(store, row, context)))
        if (left.length === Object.keys(row.changes).length) unchanged.push(imageIsGone())
      } else if (!isResource(resource)) throw new Problem('change-not-recorded')
      else {
        const undone = await undoRow(store, resource, { row, parts, isAlone: rows.length === 1 }, context)
        for (const one of undone.items) add(one)
        if (undone.unchanged !== undefined) unchanged.push(undone.unchanged)
      }
    }
    const decidedOn = await takeBackReviewDecisions(store, { decisions, rows }, context)
    for (const id of decidedOn) add({ resource: 'event', id })
    const [why] = unchanged
    if (why !== undefined && unchanged.length === rows.length && decidedOn.length === 0) throw why
    return { items: [...items.values()], left }
  })
}
