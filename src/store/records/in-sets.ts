/** What a transaction writes and looks up in sets. */

import {
  linkNames,
  type ResourceName,
  type TermName,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { deletedOccurrenceKey, deletedSeriesRestKey } from '../../domain/import-source.ts'
import { typicalOccurrence } from '../../domain/series/occurrences.ts'
import { foldedText, numberedSlug, slugOr } from '../../domain/text/letters.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { recordWithCurrentStatus } from '../conditions/shown-records.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, joinedSql, quotedName, type SqlParameter, sql } from '../database/sql.ts'
import { occurrencesOfSeries } from '../series/reading.ts'
import { rowsLikeThisPerStatement, slicesWithPauses } from '../series/slices.ts'
import { itemTables } from '../tables.ts'
import type {
  EventLinkKind,
  ImportedItem,
  ItemAddress,
  LinkIds,
  LinkName,
  OccurrenceRecord,
  RecordOf,
} from '../types/index.ts'
import type { Reading } from '../types/reading.ts'
import { type LinkedItemsReader, linksOfEvents } from './links.ts'
import { publicRecordsOfNames, queryRecords, type RowOf, recordsOfIdsInAnyOrder } from './query-records.ts'
import { importKeysOfEvents, importsWithPrefixes, rememberImports } from './settings.ts'
import { AT_ONCE, type SlugOfResource, slugInAddress, takenSlugsAmong } from './slugs.ts'

// What a transaction writes late, in sets: rows that nothing has read yet, additions to counts, and what sources were imported as. They are written before a statement that
// may need them, and at the end. A savepoint is set before the first statement that it protects: what is only noted is forgotten.

/** The tables whose rows may be late, in the order in which they refer to each other, and a word in each statement that reads them. */
const lateTables = {
  venues: 'venue',
  organizers: 'organizer',
  events: 'event',
  event_venues: 'event_venues',
  event_organizers: 'event_organizers',
  event_categories: 'event_categories',
  event_tags: 'event_tags',
} as const

type LateTable = keyof typeof lateTables
export const isLateTable = (table: string): table is LateTable => Object.hasOwn(lateTables, table)

type Row = Readonly<Record<string, SqlParameter>>

/** Rows of one statement: a lot of an import, of a hundred lines at most, is to take few. */
const WRITTEN_AT_ONCE = 50

/** What is not written yet. */
interface Noted {
  readonly rows: Map<LateTable, readonly Row[]>
  readonly counts: Map<TermName, ReadonlyMap<number, number>>
  /** The next ids of tables whose late rows have ids. */
  readonly ids: Map<LateTable, number>
  readonly imports: Map<string, ImportedItem>
}

const nothing = (): Noted => ({ rows: new Map(), counts: new Map(), ids: new Map(), imports: new Map() })
const copyOf = ({ rows, counts, ids, imports }: Noted): Noted => ({
  rows: new Map(rows),
  counts: new Map(counts),
  ids: new Map(ids),
  imports: new Map(imports),
})
const isNothing = ({ rows, counts, ids, imports }: Noted) =>
  rows.size + counts.size + ids.size + imports.size === 0

/** The late writes of the transactions on one connection. */
export type LateWrites = ReturnType<typeof lateWritesOf>

/** The late tables whose rows have ids. */
const numberedTables = ['events', 'venues', 'organizers'] as const satisfies readonly LateTable[]

/** Returns the ids that the database would give the next rows of all tables whose late rows have ids. */
async function nextIds(db: Db): Promise<ReadonlyMap<LateTable, number>> {
  const each = numberedTables.map((table) =>
    db.dialect === 'sqlite'
      ? sql`select name, seq + 1 as id from sqlite_sequence where name = ${table}`
      : sql`select cast(${table} as text) as name, last_value + case when is_called then 1 else 0 end as id
          from ${quotedName(`${table}_id_seq`)}`,
  )
  const found = await sql<{
    readonly name: LateTable
    readonly id: number
  }>`${joinedSql(each, ' union all ')}`.rows(db)
  const ids = new Map(found.map(({ name, id }) => [name, Number(id)]))
  return new Map(numberedTables.map((table) => [table, ids.get(table) ?? 1]))
}

/** Makes new ids on PostgreSQL follow those of late rows. `next` are the ids that would follow, by table. */
async function followIds(db: Db, next: ReadonlyMap<LateTable, number>): Promise<void> {
  if (db.dialect === 'sqlite' || next.size === 0) return
  const each = [...next].map(
    ([table, id]) =>
      sql`setval(${`${table}_id_seq`}, greatest(cast(${id - 1} as bigint), (select last_value from ${quotedName(`${table}_id_seq`)})))`,
  )
  await sql`select ${joinedSql(each)}`.execute(db)
}

/** Inserts rows of one table. An insert has rows with the same columns. */
async function insertAll(db: Db, table: LateTable, rows: readonly Row[]): Promise<void> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    groups.set(columns, [...(groups.get(columns) ?? []), row])
  }
  const rowsPerStatement = (group: readonly Row[]) =>
    Math.min(...group.map((row) => rowsLikeThisPerStatement(row, WRITTEN_AT_ONCE)))
  for (const group of groups.values())
    for await (const some of slicesWithPauses(group, rowsPerStatement(group)))
      await insertRows(db, table, some)
}

/** Adds to the counts of terms. Returns those whose counts changed. */
async function addCounts<N extends TermName>(
  db: Db,
  name: N,
  changes: ReadonlyMap<number, number>,
): Promise<readonly RecordOf<N>[]> {
  const counted: RecordOf<N>[] = []
  const all = [...changes].filter(([, by]) => by !== 0)
  for await (const some of slicesWithPauses(all, WRITTEN_AT_ONCE)) {
    const cases = some.map(([id, by]) => sql`when ${id} then cast(${by} as integer)`)
    const isCounted = isOneOfSql(
      quotedName('id'),
      some.map(([id]) => id),
    )
    const table = quotedName(itemTables[name])
    const update = sql<RowOf<N>>`update ${table} set count = count + case id ${joinedSql(cases, ' ')} end
      where ${isCounted} returning *`
    counted.push(...(await queryRecords(db, name, update)))
  }
  return counted
}

/** What statements contain that read counts. */
const readsCounts = /\*|count/

/** Whether a statement only reads. */
const isRead = (text: string) => /^[\s(]*select\b/i.test(text)

/** Returns the late writes on the connection `direct`. `onWrite` is told each other statement that writes, and the table of each count. */
export function lateWritesOf(direct: Db, onWrite: (text: string) => void) {
  let noted = nothing()
  let holds = false
  let savepoints: { isSet: boolean }[] = []
  /** One statement after the other waits for what it needs. */
  let work: Promise<void> = Promise.resolve()

  const setSavepoints = async () => {
    for (const one of savepoints) {
      if (one.isSet) continue
      one.isSet = true
      await sql`savepoint attempt`.execute(direct)
    }
  }
  const writeImports = async () => {
    const all = [...noted.imports]
    noted.imports.clear()
    for await (const some of slicesWithPauses(all, WRITTEN_AT_ONCE))
      await rememberImports(direct, new Map(some))
  }
  const writeCounts = async <N extends TermName>(name: N): Promise<readonly RecordOf<N>[]> => {
    const changes = noted.counts.get(name) ?? new Map<number, number>()
    noted.counts.delete(name)
    return addCounts(direct, name, changes)
  }
  const write = async (isWanted: (table: LateTable) => boolean, isCounted: (name: TermName) => boolean) => {
    const next = new Map<LateTable, number>()
    for (const table of Object.keys(lateTables).filter(isLateTable)) {
      const rows = noted.rows.get(table)
      if (rows === undefined || !isWanted(table)) continue
      noted.rows.delete(table)
      const id = noted.ids.get(table)
      if (id !== undefined) next.set(table, id)
      await insertAll(direct, table, rows)
    }
    await followIds(direct, next)
    for (const name of noted.counts.keys()) if (isCounted(name)) await writeCounts(name)
  }
  const writeAll = async () => {
    await write(
      () => true,
      () => true,
    )
    await writeImports()
  }
  /** Writes what a statement may read, and what that refers to. */
  const writeFor = async (text: string) => {
    await setSavepoints()
    if (!isRead(text)) {
      await writeAll()
      noted.ids.clear()
      return
    }
    const all = Object.keys(lateTables).filter(isLateTable)
    const last = all.findLastIndex((table) => text.includes(lateTables[table]))
    await write(
      (table) => all.indexOf(table) <= last,
      (name) => text.includes(itemTables[name]) && readsCounts.test(text),
    )
    if (text.includes('imports')) await writeImports()
  }
  const forgetSince = async (before: Noted) => {
    await work.catch(() => {})
    work = Promise.resolve()
    noted = before
  }
  /** The connection, whose statements find everything written that they may read. */
  const db: Db = {
    dialect: direct.dialect,
    async run(text, values) {
      const isIdle = isNothing(noted) && savepoints.every(({ isSet }) => isSet)
      if (!isIdle) work = work.then(() => writeFor(text))
      await work
      if (!isRead(text)) onWrite(text)
      return direct.run(text, values)
    },
  }
  return {
    db,
    /** Forgets everything: a transaction begins. */
    begin() {
      noted = nothing()
      holds = false
      savepoints = []
      work = Promise.resolve()
    },
    /** Makes new rows late from now on: many are to come. */
    holdRows() {
      holds = true
    },
    /** Whether new rows are late. */
    holdsRows: () => holds,
    /** Notes a new row. */
    add: (table: LateTable, row: Row) => void noted.rows.set(table, [...(noted.rows.get(table) ?? []), row]),
    /** Notes a new row under the next id, which it returns. */
    async addUnderNextId(table: LateTable, row: Row) {
      if (!noted.ids.has(table)) for (const [one, next] of await nextIds(direct)) noted.ids.set(one, next)
      const id = noted.ids.get(table) ?? 1
      noted.ids.set(table, id + 1)
      noted.rows.set(table, [...(noted.rows.get(table) ?? []), { ...row, id }])
      return id
    },
    /** Adds to the counts of terms, by id. */
    addCounts(name: TermName, changes: ReadonlyMap<number, number>) {
      onWrite(itemTables[name])
      const sums = new Map(noted.counts.get(name))
      for (const [id, by] of changes) sums.set(id, (sums.get(id) ?? 0) + by)
      noted.counts.set(name, sums)
    },
    /** Writes the counts of these terms. Returns those whose counts changed, as they are then. */
    async writeCounts<N extends TermName>(name: N) {
      let counted: readonly RecordOf<N>[] = []
      if (!noted.counts.has(name)) return counted
      work = work.then(async () => {
        await setSavepoints()
        counted = await writeCounts(name)
      })
      await work
      return counted
    },
    /** Records what a source was imported as. */
    addImport: (key: string, item: ImportedItem) => void noted.imports.set(key, item),
    /** Runs `act`. If it fails, what it wrote and noted is undone. */
    async attempt<T>(act: () => Promise<T>): Promise<T> {
      const before = copyOf(noted)
      const outer = savepoints
      const own = { isSet: false }
      savepoints = [...outer, own]
      try {
        const result = await act()
        if (own.isSet) await sql`release savepoint attempt`.execute(direct)
        savepoints = outer
        return result
      } catch (error) {
        await forgetSince(before)
        savepoints = outer
        // If the database aborted the whole transaction there is no savepoint left; the first error is thrown.
        if (own.isSet)
          await sql`rollback to savepoint attempt`
            .execute(direct)
            .then(() => sql`release savepoint attempt`.execute(direct))
            .catch(() => {})
        throw error
      }
    },
    /** Writes everything. */
    async finish() {
      await work
      await writeAll()
      noted.ids.clear()
    },
  }
}

// What one transaction looked up at once for the items that it is going to make: the slugs that are free, the venues and organizers of
// their names, whether there is an item with a UID or at an address, what sources were imported as, what the events that are there link to, and
// the dates of the series that are there. It holds until a statement may change it; what the transaction inserts late is added.

/** The titles of events and the names of venues and organizers that a transaction is going to make, and by what it looks for events. */
export interface ExpectedItems {
  readonly event: readonly string[]
  readonly venue: readonly string[]
  readonly organizer: readonly string[]
  /** UIDs of events or series, and slugs of events. */
  readonly uids: readonly string[]
  readonly addresses: readonly string[]
}

type Namesakes = { readonly [N in VenueOrOrganizerName]: Map<string, readonly RecordOf<N>[]> }
type LookedUpReads = Pick<
  Reading,
  | ('alike' | 'mergedAlike' | 'find' | 'eventWithUid' | 'seriesWithUid')
  | ('imported' | 'importedAs' | 'importsUnder' | 'importKeysOf' | 'importKeysOfEvents')
  | ('linksOf' | 'existing' | 'occurrences')
>

/** What is looked up for the transactions of one connection. */
export type LookUps = ReturnType<typeof newLookUps>

/** What statements contain that may change what is looked up. */
const changing = /\b(?:events|venues|organizers|former_slugs|merges)\b/
const changingAddresses = /\b(?:events|series)\b.*\b(?:uid|slug)\b|\bdelete from "?(?:events|series)\b/s
const changingImports = /\bimports\b/
const changingSeries = /\b(?:events|series)\b/
const changingLinks = /\b(?:events|venues|organizers|categories|tags|event_\w+)\b/
const changingLinked = {
  venue: /\b(?:venues|media)\b/,
  organizer: /\b(?:organizers|media)\b/,
  category: /\bcategories\b/,
  tag: /\btags\b/,
} as const satisfies Record<LinkName, RegExp>

const keyOf = (name: ResourceName, text: string) => `${name} ${text}`

/** The columns by which an import finds an item that is there. */
type FoundBy = 'event uid' | 'event slug' | 'series uid'

/** Returns those of these slugs that events have. */
async function slugsOfEventsAmong(db: Db, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set()
  return new Set(
    await sql`select slug from events where ${isOneOfSql(quotedName('slug'), slugs)}`.column<string>(db),
  )
}

/** Returns the events or series with one of these UIDs, lowest id first. */
const withUidAmong = <N extends 'event' | 'series'>(db: Db, name: N, uids: readonly string[]) =>
  queryRecords(
    db,
    name,
    sql`select * from ${quotedName(itemTables[name])} where ${isOneOfSql(quotedName('uid'), uids)} order by id`,
  )

/** The dates of a series among which the keys of its source are looked up: one of the first has it. */
const FIRST_DATES = 50

/** The linked items of one kind that are known, by id. */
type KnownItems = { readonly [N in LinkName]: Map<number, RecordOf<N>> }

/** Returns the records with these ids, if all are known. */
function allKnown<T>(known: ReadonlyMap<number, T>, ids: readonly number[]): readonly T[] | undefined {
  const found = ids.flatMap((id) => known.get(id) ?? [])
  return found.length === ids.length ? found : undefined
}

/** Returns what is looked up in the transactions on a connection. */
export function newLookUps(late: Pick<LateWrites, 'db' | 'writeCounts'>) {
  const { db } = late
  const slugs = new Map<string, boolean>()
  const namesakes: Namesakes = { venue: new Map(), organizer: new Map() }
  /** What no item has, by what it would be found by. */
  const absent = new Set<string>()
  const eventsByUid = new Map<string, RecordOf<'event'>>()
  const eventsById = new Map<number, RecordOf<'event'>>()
  const seriesByUid = new Map<string, RecordOf<'series'>>()
  const seriesById = new Map<number, RecordOf<'series'>>()
  const occurrences = new Map<number, readonly OccurrenceRecord[]>()
  const foundById: { readonly [N in ResourceName]?: ReadonlyMap<number, RecordOf<N>> } = {
    event: eventsById,
    series: seriesById,
  }
  const links = new Map<number, LinkIds>()
  const linked: KnownItems = { venue: new Map(), organizer: new Map(), category: new Map(), tag: new Map() }
  const imports = new Map<string, ImportedItem | undefined>()
  const importKeysByEvent = new Map<number, readonly string[]>()
  const importsByPrefix = new Map<string, Awaited<ReturnType<Reading['importsUnder']>>>()
  let isMerged = true
  /** Undoes what is known of each inserted item. */
  let undoing: (() => void)[] = []
  const forgetItems = () => {
    slugs.clear()
    namesakes.venue.clear()
    namesakes.organizer.clear()
    eventsByUid.clear()
    eventsById.clear()
    isMerged = true
    undoing = []
  }
  const forgetSeries = () => {
    seriesByUid.clear()
    seriesById.clear()
    occurrences.clear()
  }
  const learnRecord = <N extends LinkName>(known: Map<number, RecordOf<N>>, record: RecordOf<N>) => {
    const before = known.get(record.id)
    known.set(record.id, record)
    undoing.push(() => void (before === undefined ? known.delete(record.id) : known.set(record.id, before)))
  }
  const forgetImports = () => {
    imports.clear()
    importKeysByEvent.clear()
    importsByPrefix.clear()
  }
  const begin = () => {
    forgetItems()
    forgetSeries()
    links.clear()
    for (const name of linkNames) linked[name].clear()
    forgetImports()
    absent.clear()
  }
  const noteAbsent = (
    by: FoundBy,
    values: readonly string[],
    present: { readonly has: (value: string) => boolean },
  ) => {
    for (const value of values) if (!present.has(value)) absent.add(`${by} ${value}`)
  }
  const learnLinked = async <N extends LinkName>(name: N, known: Map<number, RecordOf<N>>) => {
    const ids = [...new Set([...links.values()].flatMap((of) => of[name]))]
    if (ids.length === 0) return
    for (const record of await recordsOfIdsInAnyOrder(db, name, ids)) known.set(record.id, record)
  }
  const lookUpLinks = async (events: readonly number[]) => {
    for (const [id, of] of await linksOfEvents(db, events)) links.set(id, of)
    await learnLinked('venue', linked.venue)
    await learnLinked('organizer', linked.organizer)
    await learnLinked('category', linked.category)
    await learnLinked('tag', linked.tag)
  }
  /** Looks up the series with these UIDs, their dates, and what people here deleted or cut off. Returns the ids of dates that are like most others, or have values of their own. */
  const lookUpSeries = async (uids: readonly string[]): Promise<readonly number[]> => {
    for (const record of await withUidAmong(db, 'series', uids)) {
      if (seriesByUid.has(record.uid)) continue
      seriesByUid.set(record.uid, record)
      seriesById.set(record.id, record)
    }
    noteAbsent('series uid', uids, seriesByUid)
    if (seriesById.size === 0) return []
    for (const [id, all] of await occurrencesOfSeries(db, [...seriesById.keys()])) occurrences.set(id, all)
    const prefixes = [...seriesByUid.keys()].flatMap((uid) => [
      deletedOccurrenceKey(uid, ''),
      deletedSeriesRestKey(uid, ''),
    ])
    for (const [prefix, found] of await importsWithPrefixes(db, prefixes)) importsByPrefix.set(prefix, found)
    return [...occurrences.values()].flatMap((all) => {
      const own = all.filter(({ own_fields }) => own_fields !== '[]').slice(0, FIRST_DATES)
      return [typicalOccurrence(all), ...own].flatMap((one) => one?.id ?? [])
    })
  }
  /** Looks up the events and series with these UIDs, from where each was imported, and what it links to. */
  const lookUpWithUid = async (uids: readonly string[]) => {
    if (uids.length === 0) return
    const dates = await lookUpSeries(uids)
    for (const record of await withUidAmong(db, 'event', uids)) {
      if (eventsByUid.has(record.uid)) continue
      eventsByUid.set(record.uid, record)
      eventsById.set(record.id, record)
    }
    noteAbsent('event uid', uids, eventsByUid)
    const imported = [...imports.values()].flatMap((one) => (one?.resource === 'event' ? one.item_id : []))
    const others = [...new Set([...dates, ...imported])].filter((id) => !eventsById.has(id))
    for (const record of others.length === 0 ? [] : await recordsOfIdsInAnyOrder(db, 'event', others))
      eventsById.set(record.id, record)
    const ids = [...eventsById.keys()]
    if (ids.length === 0) return
    const first = [...occurrences.values()].flatMap((all) => all.slice(0, FIRST_DATES).map(({ id }) => id))
    for (const [id, keys] of await importKeysOfEvents(db, [...new Set([...ids, ...first])]))
      importKeysByEvent.set(id, keys)
    await lookUpLinks(ids)
  }
  const learnLinks = (event: number, of: LinkIds) => {
    links.set(event, of)
    undoing.push(() => void links.delete(event))
  }
  const isAbsent = (by: FoundBy, value: string) => absent.has(`${by} ${value}`)
  const makePresent = (by: FoundBy, value: string) => {
    const key = `${by} ${value}`
    if (absent.delete(key)) undoing.push(() => void absent.add(key))
  }
  const lookUpSlugs = async (wanted: readonly SlugOfResource[]) => {
    for (const { name, slug } of wanted) slugs.set(keyOf(name, slug), false)
    for (const { name, slug } of await takenSlugsAmong(db, wanted)) slugs.set(keyOf(name, slug), true)
  }
  /** Looks up the slugs of titles, and the numbered ones of those that several want or an item has. */
  const lookUpSlugsOf = async (titles: Pick<ExpectedItems, 'event' | VenueOrOrganizerName>) => {
    const counts = new Map<string, SlugOfResource & { readonly count: number }>()
    for (const name of ['event', 'venue', 'organizer'] as const)
      for (const title of titles[name]) {
        const slug = numberedSlug(slugOr(title, name), 1)
        const { count = 0 } = counts.get(keyOf(name, slug)) ?? {}
        counts.set(keyOf(name, slug), { name, slug, count: count + 1 })
      }
    const all = [...counts.values()]
    await lookUpSlugs(all)
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => 2 + at)
    const several = all.filter(({ name, slug, count }) => count > 1 || slugs.get(keyOf(name, slug)))
    await lookUpSlugs(
      several.flatMap(({ name, slug }) => numbers.map((n) => ({ name, slug: numberedSlug(slug, n) }))),
    )
  }
  const lookUpNames = async <N extends VenueOrOrganizerName>(
    known: Map<string, readonly RecordOf<N>[]>,
    name: N,
    { names, moment }: { readonly names: readonly string[]; readonly moment: Moment },
  ) => {
    const keys = [...new Set(names.map(foldedText))]
    if (keys.length === 0) return
    for (const key of keys) known.set(key, [])
    for (const record of await publicRecordsOfNames(db, name, keys, moment))
      known.set(record.name_key, [...(known.get(record.name_key) ?? []), record])
  }
  const learnCounted = async <N extends TermName>(name: N) => {
    const known: Map<number, RecordOf<N>> = linked[name]
    for (const record of await late.writeCounts(name)) learnRecord(known, record)
  }
  const learn = <N extends VenueOrOrganizerName>(name: N, record: RecordOf<N>) => {
    learnRecord<N>(linked[name], record)
    const known: Map<string, readonly RecordOf<N>[]> = namesakes[name]
    const { name_key, status } = record
    const before = known.get(name_key)
    if (before === undefined) return
    if (status === 'publish') known.set(name_key, [...before, record])
    else known.delete(name_key)
    undoing.push(() => void known.set(name_key, before))
  }
  return {
    /** Forgets everything: a transaction begins. */
    begin,
    /** Forgets everything that a statement may change. */
    forgetFor(text: string) {
      if (changing.test(text)) forgetItems()
      if (changingSeries.test(text)) forgetSeries()
      if (changingLinks.test(text)) links.clear()
      for (const name of linkNames) if (changingLinked[name].test(text)) linked[name].clear()
      if (changingAddresses.test(text)) absent.clear()
      if (changingImports.test(text)) forgetImports()
    },
    /** Looks up what is expected. */
    async lookUp({ event, venue, organizer, uids, addresses }: ExpectedItems, moment: Moment) {
      await lookUpWithUid(uids)
      const pages = addresses.flatMap((one) => slugInAddress(one) ?? [])
      noteAbsent('event slug', pages, await slugsOfEventsAmong(db, pages))
      await lookUpSlugsOf({ event, venue, organizer })
      await lookUpNames(namesakes.venue, 'venue', { names: venue, moment })
      await lookUpNames(namesakes.organizer, 'organizer', { names: organizer, moment })
      if (venue.length + organizer.length > 0) isMerged = await sql`select id from merges limit 1`.exists(db)
    },
    /** Whether an item has or had a slug; undefined if that is not known. */
    isTaken: (name: ResourceName, slug: string) => slugs.get(keyOf(name, slug)),
    /** An item was inserted, an event with these links. */
    inserted(name: ResourceName, record: RecordOf<ResourceName>, linkedIds: LinkIds | undefined) {
      if (linkedIds !== undefined) learnLinks(record.id, linkedIds)
      const key = keyOf(name, record.slug)
      const isInTrash = 'status' in record && record.status === 'trash'
      if (!isInTrash && slugs.get(key) === false) {
        slugs.set(key, true)
        undoing.push(() => void slugs.set(key, false))
      }
      if ('uid' in record) makePresent(name === 'series' ? 'series uid' : 'event uid', record.uid)
      if (name === 'event') makePresent('event slug', record.slug)
      if (!('name_key' in record && 'status' in record)) return
      if ('city' in record) learn('venue', record)
      else learn('organizer', record)
    },
    /** An event has these links now. */
    linked: learnLinks,
    /** A source was imported as an item. */
    imported(key: string, item: ImportedItem) {
      const [isKnown, before] = [imports.has(key), imports.get(key)]
      imports.set(key, item)
      importKeysByEvent.delete(item.item_id)
      // Another event may have been imported under this key before.
      for (const [id, keys] of importKeysByEvent) if (keys.includes(key)) importKeysByEvent.delete(id)
      for (const prefix of importsByPrefix.keys()) if (key.startsWith(prefix)) importsByPrefix.delete(prefix)
      undoing.push(() => void (isKnown ? imports.set(key, before) : imports.delete(key)))
    },
    /** Forgets the items that are inserted from now on when the returned function is called. */
    mark() {
      const before = undoing.length
      const known = undoing
      return () => {
        // What was forgotten meanwhile stays unknown.
        if (known === undoing) for (const undo of undoing.splice(before).reverse()) undo()
        else begin()
      }
    },
    /** Returns the reads that what is known answers, where it does. */
    reads: ({
      alike,
      mergedAlike,
      find,
      eventWithUid,
      seriesWithUid,
      imported,
      importedAs,
      importsUnder,
      importKeysOf,
      importKeysOfEvents,
      linksOf,
      existing,
      occurrences: datesOf,
    }: LookedUpReads): LookedUpReads => ({
      async find<N extends ResourceName>(name: N, address: ItemAddress, moment: Moment) {
        const slug = name === 'event' && 'slug' in address ? slugInAddress(address.slug) : undefined
        if (slug !== undefined && isAbsent('event slug', slug)) return undefined
        const known = 'id' in address ? foundById[name]?.get(address.id) : undefined
        if (known !== undefined) return recordWithCurrentStatus(known, { moment })
        return find(name, address, moment)
      },
      eventWithUid: async (uid) =>
        isAbsent('event uid', uid) ? undefined : (eventsByUid.get(uid) ?? eventWithUid(uid)),
      seriesWithUid: async (uid) =>
        isAbsent('series uid', uid) ? undefined : (seriesByUid.get(uid) ?? seriesWithUid(uid)),
      occurrences: async (series) => occurrences.get(series) ?? datesOf(series),
      imported: async (key) => (imports.has(key) ? imports.get(key) : imported(key)),
      async importedAs(keys) {
        const found = await importedAs(keys)
        for (const key of keys) imports.set(key, found.get(key))
        return found
      },
      importsUnder: async (prefix) => importsByPrefix.get(prefix) ?? importsUnder(prefix),
      importKeysOf: async (resource, id) =>
        (resource === 'event' ? importKeysByEvent.get(id) : undefined) ?? importKeysOf(resource, id),
      importKeysOfEvents: async (ids) =>
        ids.every((id) => importKeysByEvent.has(id)) ? importKeysByEvent : importKeysOfEvents(ids),
      linksOf: async (eventId) => links.get(eventId) ?? linksOf(eventId),
      existing: async (targets) =>
        linkNames.every((name) => targets[name].every((id) => linked[name].has(id)))
          ? targets
          : existing(targets),
      async alike(name, nameKey, moment) {
        const known = namesakes[name].get(nameKey)
        if (known !== undefined) return known
        const found = await alike(name, nameKey, moment)
        for (const record of found) learnRecord<typeof name>(linked[name], record)
        return found
      },
      mergedAlike: async (name, nameKey) => (isMerged ? mergedAlike(name, nameKey) : []),
    }),
    /** Returns the links and linked items that are known, and otherwise those of others. */
    linkedItems: ({ targets, records, due }: LinkedItemsReader): LinkedItemsReader => ({
      async targets(kinds, events) {
        const known = allKnown(links, events)
        if (known === undefined) return targets(kinds, events)
        return recordFromNames(linkNames, (name) =>
          kinds.includes(name) ? new Map(events.map((id, at) => [id, known[at]?.[name] ?? []])) : new Map(),
        )
      },
      async records<N extends EventLinkKind>(name: N, ids: readonly number[]) {
        const known: Map<number, RecordOf<N>> = linked[name]
        if (name === 'category' || name === 'tag') await learnCounted(name)
        return allKnown(known, ids) ?? records(name, ids)
      },
      due,
    }),
  }
}
