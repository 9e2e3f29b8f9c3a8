/** Undoes a whole write by its revision: everything that it did to items, in one transaction (ext.). */

import { storedFieldValues, updateItemToValues, type ValuesSentAgain } from '../actions/editing/resend.ts'
import { rejectSubmissionOfTrashed, takeBackReviewDecisions } from '../actions/proposals.ts'
import { isRecordOfPublishableResource } from '../actions/read.ts'
import { trashForImport, trashItemInTransaction } from '../actions/remove.ts'
import { removeWholeSeries } from '../actions/series/remove.ts'
import { type EarlierState, restoreEarlierState, runKeepingEarlierState } from '../actions/series/undo.ts'
import { editableRecord } from '../actions/update.ts'
import { writeAfterPreparing } from '../actions/writing/preparing.ts'
import { type ItemToChange, isSameValue } from '../actions/writing/save.ts'
import type { Context } from '../api/context.ts'
import { refusalProblem, requireMayWriteSomeItems, rightsByRole } from '../api/policy.ts'
import { isMergeable, type MergeableName } from '../contract/operations/editing.ts'
import { type ResourceName, resourceNames } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import {
  type HandedItem,
  handedBy,
  handItems,
  isHandOver,
  undoHandOver,
  withExistingGroup,
} from '../people/hand-over.ts'
import { undoChangeOfMember } from '../people/members.ts'
import { because, Problem } from '../problem.ts'
import type {
  AuditRow,
  GroupRecord,
  RecordOf,
  RemovedGroup,
  ResultAndRevision,
  Writing,
} from '../store/store.ts'

interface UndoneItem {
  readonly resource: ResourceName
  readonly id: number
}

const isResource = (name: string): name is ResourceName => resourceNames.some((one) => one === name)

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort((a, b) => a - b) : value)

/** Whether a field still has the value that the write gave it. A scheduled item may have been published meanwhile. */
function isStill(arg: string, current: unknown, after: unknown): boolean {
  if (arg === 'status' && after === 'future' && current === 'publish') return true
  const isSet = arg === 'categories' || arg === 'tags'
  return isSet ? isSameValue(sorted(current), sorted(after)) : isSameValue(current, after)
}

const overtaken = ({ title }: Pick<AuditRow, 'title'>) =>
  new Problem('change-overtaken', because('changed_since', { title }))

/** A row of a write, and the parts of the write. */
interface RowToUndo {
  readonly row: AuditRow
  readonly parts: readonly AuditRow[]
}

async function undoUpdate<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  row: AuditRow,
  context: Context,
): Promise<void> {
  const current = await storedFieldValues(store, name, kept)
  const changes = Object.entries(row.changes)
  if (changes.length === 0 || row.fields.includes('password')) throw new Problem('change-not-recorded')
  if (changes.some(([arg, [, after]]) => !isStill(arg, current[arg], after))) throw overtaken(row)
  const { status, ...before }: ValuesSentAgain = Object.fromEntries(changes.map(([arg, [was]]) => [arg, was]))
  const isBack = status === 'trash'
  const values = isBack || status === undefined ? before : { ...before, status }
  await updateItemToValues(store, { name, kept }, values, context)
  if (isBack) await trashAgain(store, name, kept.id, context)
}

async function trashAgain<N extends ResourceName>(
  store: Writing,
  name: N,
  id: number,
  context: Context,
): Promise<void> {
  const record = await editableRecord(store, name, { id }, context)
  if (isRecordOfPublishableResource(record) && record.status !== 'trash')
    await trashItemInTransaction(store, name, record, context)
}

/** Whether one of the events is not in the trash. */
async function areSomeKept(store: Writing, ids: readonly number[], { moment }: Context): Promise<boolean> {
  for (const id of ids) {
    const event = await store.find('event', { id }, moment)
    if (event !== undefined && event.status !== 'trash') return true
  }
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
  await store.remove('group', kept.id, epochOfInstant(context.moment.now))
}

/** Brings a deleted group back, with its members and templates, and the events that still are where they were moved to. */
async function bringGroupBack(store: Writing, { row, parts }: RowToUndo, context: Context): Promise<void> {
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const { item_id: id } = row
  const { state: [noted] = [] } =
    parts.find(({ resource, item_id }) => resource === 'group_before' && item_id === id)?.changes ?? {}
  if (noted === undefined) throw new Problem('change-not-recorded')
  if ((await store.find('group', { id }, context.moment)) !== undefined) throw overtaken(row)
  const state: RemovedGroup = Object(noted)
  const { record } = state
  const hasImage = record.image !== null && (await store.media(record.image)) !== undefined
  await store.insert('group', {
    ...record,
    slug: await store.freeSlug('group', record.slug, id),
    image: hasImage ? record.image : null,
    version: record.version + 1,
    modified_utc: epochOfInstant(context.moment.now),
  })
  await store.giveMembersAndTemplates(state)
  // The same write may have deleted other groups, too.
  const own = handedBy(parts, 'group_id').filter(({ to }) => to.group_id === id)
  await handItems(store, own, context)
}

async function undoCreate<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  { row, parts }: RowToUndo,
  context: Context,
): Promise<void> {
  if ('recurrence' in kept) {
    if (kept.status !== 'trash') await removeWholeSeries(store, kept, false, context)
    return
  }
  // An import that was undone may be repeated.
  if ('pruned_status' in kept) {
    if (kept.status === 'trash') return
    await rejectSubmissionOfTrashed(store, kept.id, context)
    return trashForImport(store, kept, context)
  }
  if (isRecordOfPublishableResource(kept)) return trashAgain(store, name, kept.id, context)
  // Images stay in the library: others may use them by now.
  if (name === 'media') return
  if ('main' in kept) return undoGroup(store, kept, { row, parts }, context)
  const using = name === 'category' || name === 'tag' ? await store.linkedTo(name, kept.id) : []
  const isUsed = await areSomeKept(store, using, context)
  if (isUsed || (name === 'category' && (await store.children(name, kept.id)).length > 0))
    throw overtaken(row)
  // Events that are restored from the trash have their terms again.
  if (using.length === 0) await store.remove(name, kept.id, kept.modified_utc)
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

/** Undoes an act on a series as a whole, which is an act on it again. */
async function undoSeries(
  store: Writing,
  row: AuditRow,
  parts: readonly AuditRow[],
  context: Context,
): Promise<void> {
  const { state: [kept] = [] } =
    parts.find(({ resource, item_id }) => resource === 'series_before' && item_id === row.item_id)?.changes ??
    {}
  if (kept === undefined) throw new Problem('change-not-recorded')
  const state: EarlierState = Object(kept)
  const restore = async () => {
    await restoreEarlierState(store, state, row.title, context)
    const { item_id: id, title, slug, fields: changed } = row
    const restored = (await store.find('series', { id }, context.moment)) ?? { id, title, slug }
    const changes = Object.fromEntries(
      Object.entries(row.changes).map(([arg, [was, is]]) => [arg, [is, was]] as const),
    )
    store.noteSeries('update', restored, { changed, changes, touched: state.versions.length })
    return id
  }
  const series = await store.find('series', { id: row.item_id }, context.moment)
  if (series === undefined) await restore()
  else await runKeepingEarlierState(store, series, restore, context)
}

async function undoRow<N extends ResourceName>(
  store: Writing,
  name: N,
  row: AuditRow,
  parts: readonly AuditRow[],
  context: Context,
): Promise<void> {
  requireMayWriteSomeItems(context.actor, name)
  if (row.act !== undefined) return undoChangeOfMember(store, row, parts, context)
  if (name === 'series' && (row.verb === 'update' || row.verb === 'trash'))
    return undoSeries(store, row, parts, context)
  if (row.verb === 'delete' && name === 'group') return bringGroupBack(store, { row, parts }, context)
  if (row.verb === 'delete') throw new Problem('change-not-recorded')
  if ((row.verb === 'merge' || row.verb === 'unmerge') && isMergeable(name))
    return undoMerge(store, name, { row, parts }, context)
  const kept = await editableRecord(store, name, { id: row.item_id }, context)
  if (row.verb === 'create') return undoCreate(store, { name, kept }, { row, parts }, context)
  return undoUpdate(store, { name, kept }, row, context)
}

/**
 * Undoes the write with that revision: fields get the values back that it replaced, what it created goes to the trash, what
 * it moved to the trash comes back, and what it merged is parted. Throws 401, 403, 404, or 409 where that is impossible; then
 * nothing is changed.
 */
export function undoWrite(
  revision: number,
  context: Context,
): Promise<ResultAndRevision<readonly UndoneItem[]>> {
  return writeAfterPreparing(context, async (store, context) => {
    const rows = await store.recorded({ revision })
    const parts = await store.recorded({ partsOf: revision })
    const decisions = await store.proposals.decisionsOfWrite(revision)
    const isForgotten = ({ resource, changes }: AuditRow) =>
      resource === 'decision' && Object.keys(changes).length === 0
    if (parts.some(isForgotten)) throw new Problem('change-not-recorded')
    if (rows.length === 0 && decisions.length === 0) throw new Problem('write-not-found')
    const items = new Map<string, UndoneItem>()
    const handOvers = rows.filter(isHandOver)
    for (const row of handOvers)
      for (const { resource, id } of await undoHandOver(store, row, [...parts, ...rows], context))
        items.set(`${resource} ${id}`, { resource, id })
    // The rows of items that a hand-over touched went back with it.
    for (const row of handOvers.length > 0 ? [] : rows) {
      const { resource, item_id } = row
      if (!isResource(resource)) throw new Problem('change-not-recorded')
      await undoRow(store, resource, row, parts, context)
      items.set(`${resource} ${item_id}`, { resource, id: item_id })
    }
    for (const id of await takeBackReviewDecisions(store, { decisions, rows }, context))
      items.set(`event ${id}`, { resource: 'event', id })
    return [...items.values()]
  })
}
