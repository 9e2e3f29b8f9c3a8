/** Acts of which the log has one line, whatever they write. */

import { argNamesByLinkedResource } from '../../contract/columns.ts'
import type { PersonOfAct, ValuesByAct } from '../../contract/operations/audit.ts'
import type { MergeableName } from '../../contract/operations/editing.ts'
import { foldedText } from '../../domain/text/letters.ts'
import type { OpenDatabase } from '../database/connection.ts'
import { type Db, insertRows, sql } from '../database/sql.ts'
import { isSameMembership, lineOfMember, membershipIn, storeMembership } from '../records/memberships.ts'
import { saveSettings, storedSettings } from '../records/settings.ts'
import {
  changesOfTemplate,
  countTemplates,
  lineOfTemplate,
  storeTemplate,
  templateIn,
} from '../records/templates.ts'
import type { MergeTable } from '../tables.ts'
import type {
  AuditRow,
  BeforeAndAfterByField,
  EventTemplate,
  GroupRecord,
  MergeTarget,
  RecordOf,
  RemovedGroup,
  SeriesRecord,
  SettingChanges,
  StoredMembership,
  TemplateValues,
  UndoneMerge,
} from '../types/index.ts'
import type { LoggedPerItem } from '../types/writing.ts'
import { type Log, notedAct } from './log.ts'
import { forgetValuesOf, forgetValuesOfItem } from './logged.ts'
import { giveMembersAndTemplates, groupToRemove } from './removed-groups.ts'

// Merges venues, organizers and terms into others of their kind, and parts them again.

/** Replaces an id in a list, where it is; the other id is not added twice. */
function replaced(ids: readonly number[], from: number, into: number): readonly number[] {
  return [...new Set(ids.map((id) => (id === from ? into : id)))]
}

/** The items that are merged or parted, in one transaction, at `now` (seconds since 1970 UTC). The log has what each link was. */
interface Merging<N extends MergeableName> {
  readonly store: LoggedPerItem
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
    await store.put('series', id, {
      pattern: { ...pattern, links },
      version: version + 1,
      modified_utc: now,
    })
  }
}

/** Moves the children of a merged category. Those above its target go up, as where a category is deleted. */
async function moveChildren(store: LoggedPerItem, from: number, into: number): Promise<void> {
  for (const child of await store.children('category', from))
    if (!(await store.isBelow('category', into, child))) await store.put('category', child, { parent: into })
}

async function mergeOne<N extends MergeableName>(
  merging: Merging<N>,
  record: RecordOf<N>,
  { into, revision }: MergeTarget,
): Promise<number> {
  const { store, db, log, name } = merging
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
  const former = sql`select slug from former_slugs where resource = ${name} and item_id = ${from}`
  const slugs = await former.column<string>(db)
  await store.remove(name, from)
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

const idsIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value : [])

async function partOne(
  merging: Merging<MergeableName>,
  row: MergeTable,
  parts: readonly AuditRow[],
): Promise<void> {
  const { store, db, name } = merging
  const { item_id: from, into_id: into } = row
  const record: RecordOf<MergeableName> = JSON.parse(row.record)
  await store.bringBack(name, { ...record, slug: row.slug })
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
      await store.put('category', item_id, { parent: from })
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

/** Seconds for which the log has the state of a series before an act on it as a whole, and drafts that were decided: seven days. */
export const KEPT = 7 * 24 * 3600

/** Deletes the states of series before acts that are older. `now` is in seconds since 1970 UTC. */
export async function forgetOldSeriesStates(db: Db, now: number): Promise<void> {
  await sql`delete from audit where resource = 'series_before' and at_utc <= ${now - KEPT}`.execute(db)
}

/** The transaction that runs on a connection. */
interface Current {
  readonly revision: number
}

/** The writing of one connection that has no lines, and what the lines of its acts are made of. */
interface Auditable {
  readonly store: LoggedPerItem
  readonly log: Log
  readonly db: Db
  readonly current: Current
  /** Counts changes of rights. */
  readonly accounts: OpenDatabase['accounts']
}

/** The extent of an act on a series. */
interface SeriesActToNote {
  /** The number of events that it touched. */
  readonly touched: number
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  /** Of the changed fields of the pattern, the values before and after. */
  readonly changes?: BeforeAndAfterByField
}

/** Returns the acts that have one line in the log, however many items they touch. `store` writes what they change without lines. Times in seconds since 1970 UTC. */
export function actsWithOneLine({ store, log, db, current, accounts }: Auditable) {
  /** Notes a merge into an item, or its end. The item itself does not change by it. */
  const noteOnTarget = <N extends MergeableName>(
    verb: 'merge' | 'unmerge',
    resource: N,
    { id, name, slug, version }: RecordOf<N>,
    act: { readonly touched: number; readonly changes: BeforeAndAfterByField },
  ) => log.note({ verb, resource, item_id: id, title: name, slug, version, ...act })
  return {
    async saveSettings(changes: SettingChanges) {
      const before = await storedSettings(db)
      await saveSettings(db, changes)
      const changed = Object.keys(changes)
      const pairs = changed.map((name) => [name, [before[name] ?? null, changes[name] ?? null]] as const)
      const values = { changed, changes: Object.fromEntries(pairs) }
      log.note({ verb: 'update', resource: 'settings', item_id: 0, title: '', slug: '', ...values })
    },
    /** Merges items into another one of their kind. */
    async merge<N extends MergeableName>(
      name: N,
      records: readonly RecordOf<N>[],
      into: RecordOf<N>,
      now: number,
    ) {
      const target = { into: into.id, revision: current.revision }
      const touched = await mergeItemsIntoTarget({ store, db, log, name, now }, records, target)
      const merged = records.map(({ id, name }) => ({ id, name }))
      noteOnTarget('merge', name, into, { touched, changes: { merged: [[], merged] } })
    },
    /** Parts what a write merged into an item. Returns how many items came back. */
    async unmerge<N extends MergeableName>(name: N, into: RecordOf<N>, of: UndoneMerge, now: number) {
      const parted = await unmergeItems({ store, db, log, name, now }, of)
      noteOnTarget('unmerge', name, into, { touched: 1, changes: {} })
      return parted
    },
    /** Notes that what a user is author of has another author now, or is in another group. */
    noteHandOver: <A extends 'handed_over' | 'handed_to_group' | 'taken_from_group'>(
      act: A,
      values: ValuesByAct[A],
      touched: number,
    ) => log.note({ ...notedAct({ resource: 'user', item_id: values.person.id, act, values }), touched }),
    /** Notes a part of an act. */
    notePart: log.notePart,
    /** Notes an act on a series, by its title after it. */
    noteSeries: (
      verb: 'create' | 'update' | 'trash' | 'delete',
      { id, title, slug }: Pick<SeriesRecord, 'id' | 'title' | 'slug'>,
      act: SeriesActToNote,
    ) => log.note({ verb, resource: 'series', item_id: id, title, slug, ...act }),
    /** Notes the state of a series before this act, in parts, for seven days. */
    async noteSeriesBefore(series: number, parts: readonly object[], now: number) {
      await forgetOldSeriesStates(db, now)
      for (const state of parts) log.notePart('series_before', series, { state: [state, null] })
    },
    /** Whether the log has the state of a series before any act. */
    async hasSeriesBefore(series: number) {
      const found = sql`select 1 from audit where resource = 'series_before' and item_id = ${series} and is_part = 1 limit 1`
      return await found.exists(db)
    },
    /** Deletes the states of a series before acts. */
    forgetSeriesBefore: (series: number) => forgetValuesOf(db, ['series_before'], [series]),
    /** Deletes these, and the values before and after its changes. */
    forgetSeriesValues: (series: number) => forgetValuesOfItem(db, 'series', series),
    /** Notes a group with its members and templates, which are deleted along with it. */
    async noteGroupBefore(group: GroupRecord) {
      log.notePart('group_before', group.id, { state: [await groupToRemove(db, group), null] })
    },
    /** Gives a group that is back its templates, and those of its members who are users still. */
    async giveMembersAndTemplates(group: Pick<RemovedGroup, 'members' | 'templates'>) {
      accounts.changes += 1
      await giveMembersAndTemplates(db, group)
    },
    /** How a user is a member of a group; undefined for others. */
    membership: (group: number, user: number) => membershipIn(db, group, user),
    /**
     * Makes a user a member of a group, or takes the user out of it (undefined): one line of the group, if anything differs. Returns whether it
     * does.
     */
    async setMembership(group: number, person: PersonOfAct, next: StoredMembership | undefined) {
      const before = await storeMembership(db, group, person.id, next)
      if (isSameMembership(before, next)) return false
      accounts.changes += 1
      log.note(await lineOfMember(db, group, person, next))
      log.notePart('group_member', group, { [person.id]: [before ?? null, next ?? null] })
      return true
    },
    /** The template of events with an id. */
    template: (id: number) => templateIn(db, id),
    /** Counts the templates of a group, or of the site (null). */
    templatesOf: (group: number | null) => countTemplates(db, group),
    /**
     * Inserts a template, or changes the one with that id if it is there: one line of the group, or of the settings, if anything differs.
     * Returns it.
     */
    async putTemplate(id: number | undefined, values: TemplateValues, now: number) {
      const before = id === undefined ? undefined : await templateIn(db, id)
      const changes = changesOfTemplate(before, values)
      if (before !== undefined && Object.keys(changes).length === 0) return before
      const template = await storeTemplate(db, id, values, { before, now })
      const act = before === undefined ? 'template_added' : 'template_renamed'
      log.note(await lineOfTemplate(db, template, act))
      log.notePart('template', template.id, changes)
      return template
    },
    /** Deletes a template: one line of the group, or of the settings. */
    async removeTemplate(template: EventTemplate) {
      await sql`delete from event_templates where id = ${template.id}`.execute(db)
      log.note(await lineOfTemplate(db, template, 'template_removed'))
      log.notePart('template', template.id, changesOfTemplate(template, undefined))
    },
  }
}
