/** Acts of which the log has one line, whatever they write. */

import { argNamesByLinkedResource, derivedColumns } from '../../contract/columns.ts'
import type { MergeableName } from '../../contract/operations/editing.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import type { OpenDatabase } from '../database/connection.ts'
import { type Db, insertRows, queryFirstRow, queryRows, sql } from '../database/sql.ts'
import { isSameMembership, lineOfMember, membershipIn, storeMembership } from '../records/memberships.ts'
import type {
  ActsWithOneAuditRow,
  AuditRow,
  BeforeAndAfterByField,
  MergeTarget,
  RecordOf,
  SiteWriting,
  UndoneMerge,
  WritingAuditedPerItem,
} from '../store.ts'
import type { MergeTable } from '../tables.ts'
import { type Log, notedAct } from './log.ts'
import { giveMembersAndTemplates, groupToRemove } from './removed-groups.ts'

// Merges venues, organizers and terms into others of their kind, and parts them again.

const derived: { readonly [N in MergeableName]: (record: RecordOf<N>) => object } = derivedColumns

/** Replaces an id in a list, where it is; the other id is not added twice. */
function replaced(ids: readonly number[], from: number, into: number): readonly number[] {
  return [...new Set(ids.map((id) => (id === from ? into : id)))]
}

/** The items that are merged or parted, in one transaction, at `now` (seconds since 1970 UTC). The log has what each link was. */
interface Merging<N extends MergeableName> {
  readonly store: WritingAuditedPerItem
  readonly db: Db
  readonly log: Log
  readonly name: N
  readonly now: number
}

/** Changes the targets of one kind of link of several events, each as its next version. */
async function relink(
  { store, log, name, now }: Merging<MergeableName>,
  events: readonly number[],
  next: (targets: readonly number[], event: number) => readonly number[],
): Promise<void> {
  const links = await store.linksOfAll(events)
  const groups = new Map<string, { readonly targets: readonly number[]; readonly ids: number[] }>()
  for (const [id, linked] of links) {
    const targets = next(linked[name], id)
    log.notePart('event', id, { [argNamesByLinkedResource[name]]: [linked[name], targets] })
    const key = targets.join()
    const group = groups.get(key) ?? { targets, ids: [] }
    groups.set(key, group)
    group.ids.push(id)
  }
  for (const { targets, ids } of groups.values())
    await store.updateEvents(ids, { [name]: targets, modified_utc: now })
}

/** Changes the patterns of series that link to an item. */
async function repattern(
  { store, log, name, now }: Merging<MergeableName>,
  isMeant: (id: number, targets: readonly number[]) => boolean,
  next: (targets: readonly number[]) => readonly number[],
): Promise<void> {
  for await (const { id, version, pattern } of store.all('series')) {
    const targets = pattern.links[name]
    if (!isMeant(id, targets)) continue
    const links = { ...pattern.links, [name]: next(targets) }
    log.notePart('series', id, { [argNamesByLinkedResource[name]]: [targets, links[name]] })
    await store.update('series', id, {
      pattern: { ...pattern, links },
      version: version + 1,
      modified_utc: now,
    })
  }
}

/** Moves the children of a merged category. Those above its target go up, as where a category is deleted. */
async function moveChildren(store: WritingAuditedPerItem, from: number, into: number): Promise<void> {
  for (const child of await store.children('category', from))
    if (!(await store.isBelow('category', into, child)))
      await store.update('category', child, { parent: into })
}

async function mergeOne<N extends MergeableName>(
  merging: Merging<N>,
  record: RecordOf<N>,
  { into, revision }: MergeTarget,
): Promise<number> {
  const { store, db, log, name, now } = merging
  const { id: from, slug } = record
  const events = await store.linkedTo(name, from)
  await relink(merging, events, (targets) => replaced(targets, from, into))
  await repattern(
    merging,
    (_, targets) => targets.includes(from),
    (targets) => replaced(targets, from, into),
  )
  if (name === 'category') await moveChildren(store, from, into)
  log.notePart(name, from, { imports: [await store.importKeysOf(name, from), []] })
  await sql`update imports set item_id = ${into} where resource = ${name} and item_id = ${from}`.execute(db)
  const former = sql<{
    readonly slug: string
  }>`select slug from former_slugs where resource = ${name} and item_id = ${from}`
  const slugs = (await queryRows(db, former)).map((row) => row.slug)
  await store.remove(name, from, now)
  // They lead on to the other item, and are those of this one again if both are parted.
  await store.addFormerSlugs(name, from, slugs)
  const named = { slug, name_key: foldedText(record.name), record: JSON.stringify(record) }
  await insertRows(db, 'merges', [{ revision, resource: name, item_id: from, into_id: into, ...named }])
  return events.length
}

/** Merges items into another one. Returns how many events linked to them. */
async function mergeItemsIntoTarget<N extends MergeableName>(
  merging: Merging<N>,
  records: readonly RecordOf<N>[],
  target: MergeTarget,
): Promise<number> {
  let touched = 0
  for (const record of records) touched += await mergeOne(merging, record, target)
  return touched
}

/** Inserts a merged item as it was, as its next version, without a parent or an image that is gone. Its folded texts are those of today. */
async function bringBack<N extends MergeableName>(
  { store, db, name, now }: Merging<N>,
  row: MergeTable,
): Promise<void> {
  const record: RecordOf<N> & { readonly parent?: number | null; readonly image?: number | null } =
    JSON.parse(row.record)
  const { parent = null, image = null } = record
  const slug = await store.freeSlug(name, row.slug)
  const hasParent =
    parent === null ||
    (await queryFirstRow(db, sql`select 1 from categories where id = ${parent}`)) !== undefined
  const hasImage = image === null || (await store.media(image)) !== undefined
  await store.insert(name, {
    ...record,
    ...derived[name]({ ...record, slug }),
    slug,
    version: record.version + 1,
    modified_utc: now,
    ...(!hasParent && { parent: null }),
    ...(!hasImage && { image: null }),
    // It counts what it is linked to again.
    ...('count' in record && { count: 0 }),
  })
}

const idsIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value : [])

async function partOne(
  merging: Merging<MergeableName>,
  row: MergeTable,
  parts: readonly AuditRow[],
): Promise<void> {
  const { store, db, name } = merging
  const { item_id: from, into_id: into } = row
  await bringBack(merging, row)
  /** The items of a resource whose links to the merged item went to the other one, with those that they had. */
  const linked = new Map(
    parts.flatMap(({ resource, item_id, changes: { [argNamesByLinkedResource[name]]: links } }) => {
      const [was, is] = [idsIn(links?.[0]), idsIn(links?.[1])]
      return was.includes(from) && !is.includes(from) ? [[`${resource} ${item_id}`, was] as const] : []
    }),
  )
  const events = [...linked.keys()].flatMap((key) => (key.startsWith('event ') ? [Number(key.slice(6))] : []))
  await relink(merging, events, (targets, event) =>
    linked.get(`event ${event}`)?.includes(into)
      ? [...new Set([...targets, from])]
      : replaced(targets, into, from),
  )
  const isMeant = (id: number, targets: readonly number[]) =>
    linked.has(`series ${id}`) && targets.includes(into)
  await repattern(merging, isMeant, (targets) => replaced(targets, into, from))
  const under: readonly number[] = await store.children('category', name === 'category' ? into : 0)
  for (const { resource, item_id, changes } of parts) {
    if (resource === 'category' && changes.parent?.[0] === from && under.includes(item_id))
      await store.update('category', item_id, { parent: from })
    if (resource === name && item_id === from)
      for (const key of Object(changes.imports?.[0] ?? [])) await store.rememberImport(key, name, from)
  }
  await sql`delete from merges where id = ${row.id}`.execute(db)
}

/** Parts what a write merged into an item. Returns how many items came back. */
async function unmergeItems(
  merging: Merging<MergeableName>,
  { revision, parts }: UndoneMerge,
): Promise<number> {
  const { db, name } = merging
  const { rows } =
    await sql<MergeTable>`select * from merges where revision = ${revision} and resource = ${name}
    order by id desc`.execute(db)
  for (const row of rows) await partOne(merging, row, parts)
  return rows.length
}

/**
 * The field that a column stores, usually of the same name. Derived columns, such as search keys, belong to no
 * field.
 */
export function fieldsOfColumn(name: ResourceName, column: string): readonly string[] {
  if (column === 'password_hash') return ['password']
  if (column === 'date_utc') return ['date']
  if (column === 'group_id') return ['group']
  if (column === 'name' && (name === 'venue' || name === 'organizer')) return [name]
  return Object.hasOwn(resourceNamed(name).fields, column) ? [column] : []
}

/** Seconds for which the log has the state of a series before an act on it as a whole, and drafts that were decided: seven days. */
export const KEPT = 7 * 24 * 3600

/** The transaction that runs on a connection. */
interface Current {
  readonly revision: number
}

/** The writing of one connection that has no lines, and what the lines of its acts are made of. */
interface Auditable {
  readonly store: WritingAuditedPerItem
  readonly log: Log
  readonly db: Db
  readonly current: Current
  /** Counts changes of rights. */
  readonly accounts: OpenDatabase['accounts']
}

/** What the log has of an item under another name. */
const beside: ReadonlyMap<ResourceName, string> = new Map([
  ['event', 'decision'],
  ['series', 'series_before'],
  ['group', 'group_before'],
])

const forgetValuesOf = (db: Db, resources: readonly string[], ids: readonly number[]) =>
  sql`update audit set changes = '{}' where ${isOneOfSql(sql`resource`, resources)}
    and ${isOneOfSql(sql`item_id`, ids)} and changes <> '{}'`.execute(db)

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export async function forgetValuesOfItem(db: Db, resource: ResourceName, ...ids: number[]): Promise<void> {
  await forgetValuesOf(db, [resource, beside.get(resource) ?? resource], ids)
}

const auditedSettings = (audit: Auditable): Pick<SiteWriting, 'saveSettings'> => ({
  async saveSettings(changes) {
    await audit.store.saveSettings(changes)
    const changed = Object.keys(changes)
    audit.log.note({ verb: 'update', resource: 'settings', item_id: 0, title: '', slug: '', changed })
  },
})

/** Returns the function that notes a merge into an item, or its end. The item itself does not change by it. */
const notingOnTarget =
  ({ log }: Auditable) =>
  <N extends MergeableName>(
    verb: 'merge' | 'unmerge',
    resource: N,
    into: RecordOf<N>,
    act: { readonly touched: number; readonly changes: BeforeAndAfterByField },
  ): void => {
    log.note({
      verb,
      resource,
      item_id: into.id,
      title: into.name,
      slug: into.slug,
      version: into.version,
      ...act,
    })
  }

const auditedActs = (
  audit: Auditable,
  noteOnTarget: ReturnType<typeof notingOnTarget>,
): Omit<ActsWithOneAuditRow, 'forgetContact'> => ({
  async merge(name, records, into, now) {
    const { store, db, log, current } = audit
    const target = { into: into.id, revision: current.revision }
    const touched = await mergeItemsIntoTarget({ store, db, log, name, now }, records, target)
    const merged = records.map(({ id, name }) => ({ id, name }))
    noteOnTarget('merge', name, into, { touched, changes: { merged: [[], merged] } })
  },
  async unmerge(name, into, of, now) {
    const { store, db, log } = audit
    const parted = await unmergeItems({ store, db, log, name, now }, of)
    noteOnTarget('unmerge', name, into, { touched: 1, changes: {} })
    return parted
  },
  noteHandOver: (act, values, touched) =>
    audit.log.note({ ...notedAct({ resource: 'user', item_id: values.person.id, act, values }), touched }),
  notePart: audit.log.notePart,
  noteSeries: (verb, { id, title, slug }, act) =>
    audit.log.note({ verb, resource: 'series', item_id: id, title, slug, ...act }),
  async noteSeriesBefore(series, state, now) {
    await sql`delete from audit where resource = 'series_before' and at_utc <= ${now - KEPT}`.execute(
      audit.db,
    )
    audit.log.notePart('series_before', series, { state: [state, null] })
  },
  async forgetSeriesBefore(series) {
    await forgetValuesOf(audit.db, ['series_before'], [series])
  },
  forgetSeriesValues: (series) => forgetValuesOfItem(audit.db, 'series', series),
  async noteGroupBefore(group) {
    audit.log.notePart('group_before', group.id, { state: [await groupToRemove(audit.db, group), null] })
  },
  async giveMembersAndTemplates(group) {
    audit.accounts.changes += 1
    await giveMembersAndTemplates(audit.db, group)
  },
  membership: (group, user) => membershipIn(audit.db, group, user),
  async setMembership(group, person, next) {
    const { db, log, accounts } = audit
    const before = await storeMembership(db, group, person.id, next)
    if (isSameMembership(before, next)) return
    accounts.changes += 1
    log.note(await lineOfMember(db, group, person, next))
    log.notePart('group_member', group, { [person.id]: [before ?? null, next ?? null] })
  },
})

/** Returns the acts that have one line in the log. `audit.store` writes what they change without lines. */
export const actsWithOneLine = (
  audit: Auditable,
): Omit<ActsWithOneAuditRow, 'forgetContact'> & Pick<SiteWriting, 'saveSettings'> => ({
  ...auditedSettings(audit),
  ...auditedActs(audit, notingOnTarget(audit)),
})
