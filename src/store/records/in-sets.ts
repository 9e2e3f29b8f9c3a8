/** What a transaction writes and looks up in sets. */

import { linkNames, type ResourceName, type VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { foldedText, numberedSlug, slugOr } from '../../domain/text/letters.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { recordWithCurrentStatus } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import {
  type Db,
  insertRows,
  joinedSql,
  queryFirstRow,
  queryRows,
  quotedName,
  type SqlParameter,
  sql,
} from '../database/sql.ts'
import { rowsLikeThisPerStatement, slicesWithPauses } from '../series/slices.ts'
import type {
  EventLinkKind,
  ExpectedItems,
  ImportedItem,
  ItemAddress,
  LinkIds,
  LinkName,
  Reading,
  RecordOf,
} from '../store.ts'
import { type LinkedItemsReader, linkTargetsOfEvents } from './links.ts'
import { itemTable, queryRecords, recordsOfIdsInAnyOrder } from './query-records.ts'
import { rememberImports } from './settings.ts'
import { AT_ONCE, slugInAddress, takenSlugsAmong } from './slugs.ts'

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

type CountedTable = 'categories' | 'tags'

type Row = Readonly<Record<string, SqlParameter>>

/** What is not written yet. */
interface Noted {
  readonly rows: Map<LateTable, readonly Row[]>
  readonly counts: Map<CountedTable, ReadonlyMap<number, number>>
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
export interface LateWrites {
  /** The connection, whose statements find everything written that they may read. */
  readonly db: Db
  /** Forgets everything: a transaction begins. */
  begin(): void
  /** Makes new rows late from now on: many are to come. */
  holdRows(): void
  /** Whether new rows are late. */
  holdsRows(): boolean
  /** Notes a new row. */
  add(table: LateTable, row: Row): void
  /** Notes a new row under the next id, which it returns. */
  addUnderNextId(table: LateTable, row: Row): Promise<number>
  /** Adds to the counts of terms, by id. */
  addCounts(table: CountedTable, changes: ReadonlyMap<number, number>): void
  /** Records what a source was imported as. */
  addImport(key: string, item: ImportedItem): void
  /** Runs `act`. If it fails, what it wrote and noted is undone. */
  attempt<T>(act: () => Promise<T>): Promise<T>
  /** Writes everything. */
  finish(): Promise<void>
}

/** Returns the id that the database would give the next row. */
async function nextId(db: Db, table: LateTable): Promise<number> {
  const next =
    db.dialect === 'sqlite'
      ? sql<{ id: number }>`select seq + 1 as id from sqlite_sequence where name = ${table}`
      : sql<{
          id: number
        }>`select last_value + case when is_called then 1 else 0 end as id from ${quotedName(`${table}_id_seq`)}`
  return Number((await queryFirstRow(db, next))?.id ?? 1)
}

/** Inserts rows of one table. An insert has rows with the same columns. */
async function insertAll(db: Db, table: LateTable, rows: readonly Row[]): Promise<void> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    groups.set(columns, [...(groups.get(columns) ?? []), row])
  }
  for (const group of groups.values())
    for await (const some of slicesWithPauses(group, Math.min(...group.map(rowsLikeThisPerStatement))))
      await insertRows(db, table, some)
}

/** Adds to the counts of terms. */
async function addCounts(db: Db, table: CountedTable, changes: ReadonlyMap<number, number>): Promise<void> {
  const all = [...changes].filter(([, by]) => by !== 0)
  for await (const some of slicesWithPauses(all)) {
    const cases = some.map(([id, by]) => sql`when ${id} then cast(${by} as integer)`)
    const isCounted = isOneOfSql(
      quotedName('id'),
      some.map(([id]) => id),
    )
    await sql`update ${quotedName(table)} set count = count + case id ${joinedSql(cases, ' ')} end where ${isCounted}`.execute(
      db,
    )
  }
}

/** What statements contain that read counts. */
const readsCounts = /\*|count/

/** Whether a statement only reads. */
const isRead = (text: string) => /^[\s(]*select\b/i.test(text)

/** Returns the late writes on the connection `direct`. `onWrite` is told each other statement that writes, and the table of each count. */
export function lateWritesOf(direct: Db, onWrite: (text: string) => void): LateWrites {
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
    for await (const some of slicesWithPauses(all)) await rememberImports(direct, new Map(some))
  }
  const write = async (
    isWanted: (table: LateTable) => boolean,
    isCounted: (table: CountedTable) => boolean,
  ) => {
    for (const table of Object.keys(lateTables).filter(isLateTable)) {
      const rows = noted.rows.get(table)
      if (rows === undefined || !isWanted(table)) continue
      noted.rows.delete(table)
      const hasIds = noted.ids.delete(table)
      await insertAll(direct, table, rows)
      if (hasIds && direct.dialect === 'postgres')
        await sql`select setval(${`${table}_id_seq`}, greatest(max(id), (select last_value from ${quotedName(`${table}_id_seq`)})))
          from ${quotedName(table)}`.execute(direct)
    }
    for (const [table, changes] of noted.counts) {
      if (!isCounted(table)) continue
      noted.counts.delete(table)
      await addCounts(direct, table, changes)
    }
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
      (table) => text.includes(table) && readsCounts.test(text),
    )
    if (text.includes('imports')) await writeImports()
  }
  const forgetSince = async (before: Noted) => {
    await work.catch(() => {})
    work = Promise.resolve()
    noted = before
  }
  return {
    db: {
      dialect: direct.dialect,
      async run(text, values) {
        const isIdle = isNothing(noted) && savepoints.every(({ isSet }) => isSet)
        if (!isIdle) work = work.then(() => writeFor(text))
        await work
        if (!isRead(text)) onWrite(text)
        return direct.run(text, values)
      },
    },
    begin() {
      noted = nothing()
      holds = false
      savepoints = []
      work = Promise.resolve()
    },
    holdRows() {
      holds = true
    },
    holdsRows: () => holds,
    add: (table, row) => void noted.rows.set(table, [...(noted.rows.get(table) ?? []), row]),
    async addUnderNextId(table, row) {
      const id = noted.ids.get(table) ?? (await nextId(direct, table))
      noted.ids.set(table, id + 1)
      noted.rows.set(table, [...(noted.rows.get(table) ?? []), { ...row, id }])
      return id
    },
    addCounts(table, changes) {
      onWrite(table)
      const sums = new Map(noted.counts.get(table))
      for (const [id, by] of changes) sums.set(id, (sums.get(id) ?? 0) + by)
      noted.counts.set(table, sums)
    },
    addImport: (key, item) => void noted.imports.set(key, item),
    async attempt(act) {
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
    async finish() {
      await work
      await writeAll()
      noted.ids.clear()
    },
  }
}

// What one transaction looked up at once for the items that it is going to make: the slugs that are free, the venues and organizers of
// their names, whether there is an item with a UID or at an address, what sources were imported as, and what the events that are there link to.
// It holds until a statement may change it; what the transaction inserts late is added.

type Namesakes = { readonly [N in VenueOrOrganizerName]: Map<string, readonly RecordOf<N>[]> }
type LookedUpReads = Pick<
  Reading,
  | ('alike' | 'mergedAlike' | 'find' | 'eventWithUid' | 'seriesWithUid')
  | ('imported' | 'importedAs' | 'importKeysOf' | 'linksOf')
>

/** Returns the public venues or organizers with one of these folded names, lowest id first. */
export function publicRecordsOfNames<N extends VenueOrOrganizerName>(
  db: Db,
  name: N,
  nameKeys: readonly string[],
  moment: Moment,
): Promise<readonly RecordOf<N>[]> {
  const table = itemTable(name)
  const open = isPublicSql(table, { moment, scope: { user: undefined, reads: 'none', edits: 'none' } })
  const named = isOneOfSql(quotedName('name_key'), nameKeys)
  return queryRecords(
    db,
    name,
    sql`select * from ${quotedName(table)} where ${allOfSql([named, open])} order by id`,
  )
}

/** What is looked up for the transactions of one connection. */
export interface LookUps {
  /** Forgets everything: a transaction begins. */
  begin(): void
  /** Forgets everything that a statement may change. */
  forgetFor(text: string): void
  /** Looks up what is expected. */
  lookUp(expected: ExpectedItems, moment: Moment): Promise<void>
  /** Whether an item has or had a slug; undefined if that is not known. */
  isTaken(name: ResourceName, slug: string): boolean | undefined
  /** An item was inserted. */
  inserted(name: ResourceName, record: RecordOf<ResourceName>): void
  /** A source was imported as an item. */
  imported(key: string, item: ImportedItem): void
  /** Forgets the items that are inserted from now on when the returned function is called. */
  mark(): () => void
  /** Returns the reads that what is known answers, where it does. */
  reads(others: LookedUpReads): LookedUpReads
  /** Returns the links and linked items that are known, and otherwise those of `others`. */
  linkedItems(others: LinkedItemsReader): LinkedItemsReader
}

/** What statements contain that may change what is looked up. */
const changing = /\b(?:events|venues|organizers|former_slugs|merges)\b/
const changingAddresses = /\b(?:events|series)\b.*\b(?:uid|slug)\b|\bdelete from "?(?:events|series)\b/s
const changingImports = /\bimports\b/
const changingLinked = /\b(?:events|venues|organizers|categories|tags|event_\w+)\b/

const keyOf = (name: ResourceName, text: string) => `${name} ${text}`

/** The columns by which an import finds an item that is there. */
type FoundBy = 'event uid' | 'event slug' | 'series uid'

/** Returns the values of a column that items have, of these. */
async function presentAmong(
  db: Db,
  table: 'events' | 'series',
  column: 'uid' | 'slug',
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set()
  const found = await queryRows(
    db,
    sql<{ readonly value: string }>`select ${quotedName(column)} as value from ${quotedName(table)}
      where ${isOneOfSql(quotedName(column), values)}`,
  )
  return new Set(found.map(({ value }) => value))
}

/** Returns the events with one of these UIDs, lowest id first. */
const eventsWithUidAmong = (db: Db, uids: readonly string[]) =>
  queryRecords(
    db,
    'event',
    sql`select * from events where ${isOneOfSql(quotedName('uid'), uids)} order by id`,
  )

/** Returns the keys of the sources that these events were imported from, ordered. */
const importKeysOfEvents = (db: Db, ids: readonly number[]) =>
  queryRows(
    db,
    sql<{ readonly key: string; readonly item_id: number }>`select key, item_id from imports
      where ${isOneOfSql(quotedName('item_id'), ids)} and resource = 'event' order by key`,
  )

/** The linked items of one kind that are known, by id. */
type KnownItems = { readonly [N in LinkName]: Map<number, RecordOf<N>> }

/** Returns the records with these ids, if all are known. */
function allKnown<T>(known: ReadonlyMap<number, T>, ids: readonly number[]): readonly T[] | undefined {
  const found = ids.flatMap((id) => known.get(id) ?? [])
  return found.length === ids.length ? found : undefined
}

/** Returns what is looked up in the transactions on a connection. */
export function newLookUps(db: Db): LookUps {
  const slugs = new Map<string, boolean>()
  const namesakes: Namesakes = { venue: new Map(), organizer: new Map() }
  /** What no item has, by what it would be found by. */
  const absent = new Set<string>()
  const eventsByUid = new Map<string, RecordOf<'event'>>()
  const eventsById = new Map<number, RecordOf<'event'>>()
  const foundById: { readonly [N in ResourceName]?: ReadonlyMap<number, RecordOf<N>> } = { event: eventsById }
  const links = new Map<number, LinkIds>()
  const linked: KnownItems = { venue: new Map(), organizer: new Map(), category: new Map(), tag: new Map() }
  const imports = new Map<string, ImportedItem | undefined>()
  const importKeysByEvent = new Map<number, readonly string[]>()
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
  const forgetLinked = () => {
    links.clear()
    for (const name of linkNames) linked[name].clear()
  }
  const forgetImports = () => {
    imports.clear()
    importKeysByEvent.clear()
  }
  const begin = () => {
    forgetItems()
    forgetLinked()
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
  /** Looks up what events link to. */
  const lookUpLinks = async (events: readonly number[]) => {
    const targets = await linkTargetsOfEvents(db, linkNames, events, linkNames)
    for (const id of events)
      links.set(
        id,
        recordFromNames(linkNames, (name) => targets[name].get(id) ?? []),
      )
    await learnLinked('venue', linked.venue)
    await learnLinked('organizer', linked.organizer)
    await learnLinked('category', linked.category)
    await learnLinked('tag', linked.tag)
  }
  /** Looks up the events with these UIDs, from where each was imported, and what it links to. */
  const lookUpEventsWithUid = async (uids: readonly string[]) => {
    if (uids.length === 0) return
    for (const record of await eventsWithUidAmong(db, uids)) {
      if (eventsByUid.has(record.uid)) continue
      eventsByUid.set(record.uid, record)
      eventsById.set(record.id, record)
    }
    noteAbsent('event uid', uids, eventsByUid)
    const ids = [...eventsById.keys()]
    for (const id of ids) importKeysByEvent.set(id, [])
    if (ids.length === 0) return
    for (const { key, item_id } of await importKeysOfEvents(db, ids))
      importKeysByEvent.set(item_id, [...(importKeysByEvent.get(item_id) ?? []), key])
    await lookUpLinks(ids)
  }
  const isAbsent = (by: FoundBy, value: string) => absent.has(`${by} ${value}`)
  const makePresent = (by: FoundBy, value: string) => {
    const key = `${by} ${value}`
    if (absent.delete(key)) undoing.push(() => void absent.add(key))
  }
  const lookUpSlugs = async (name: 'event' | VenueOrOrganizerName, wanted: readonly string[]) => {
    const taken = await takenSlugsAmong(db, name, wanted)
    for (const slug of wanted) slugs.set(keyOf(name, slug), taken.has(slug))
  }
  /** Looks up the slugs of titles, and the numbered ones of those that several want or an item has. */
  const lookUpSlugsOf = async (name: 'event' | VenueOrOrganizerName, titles: readonly string[]) => {
    const all = titles.map((title) => numberedSlug(slugOr(title, name), 1))
    await lookUpSlugs(name, [...new Set(all)])
    const several = all.filter((slug, at) => slugs.get(keyOf(name, slug)) || all.indexOf(slug) < at)
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => 2 + at)
    const numbered = [...new Set(several)].flatMap((slug) => numbers.map((n) => numberedSlug(slug, n)))
    await lookUpSlugs(name, numbered)
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
  const learn = <N extends VenueOrOrganizerName>(
    known: Map<string, readonly RecordOf<N>[]>,
    record: RecordOf<N>,
  ) => {
    const { name_key, status } = record
    const before = known.get(name_key)
    if (before === undefined) return
    if (status === 'publish') known.set(name_key, [...before, record])
    else known.delete(name_key)
    undoing.push(() => void known.set(name_key, before))
  }
  return {
    begin,
    forgetFor(text) {
      if (changing.test(text)) forgetItems()
      if (changingLinked.test(text)) forgetLinked()
      if (changingAddresses.test(text)) absent.clear()
      if (changingImports.test(text)) forgetImports()
    },
    async lookUp({ event, venue, organizer, uids, addresses }, moment) {
      await lookUpEventsWithUid(uids)
      noteAbsent('series uid', uids, await presentAmong(db, 'series', 'uid', uids))
      const pages = addresses.flatMap((one) => slugInAddress(one) ?? [])
      noteAbsent('event slug', pages, await presentAmong(db, 'events', 'slug', pages))
      await lookUpSlugsOf('event', event)
      await lookUpSlugsOf('venue', venue)
      await lookUpSlugsOf('organizer', organizer)
      await lookUpNames(namesakes.venue, 'venue', { names: venue, moment })
      await lookUpNames(namesakes.organizer, 'organizer', { names: organizer, moment })
      if (venue.length + organizer.length > 0)
        isMerged = (await queryRows(db, sql`select id from merges limit 1`)).length > 0
    },
    isTaken: (name, slug) => slugs.get(keyOf(name, slug)),
    inserted(name, record) {
      const key = keyOf(name, record.slug)
      const isInTrash = 'status' in record && record.status === 'trash'
      if (!isInTrash && slugs.get(key) === false) {
        slugs.set(key, true)
        undoing.push(() => void slugs.set(key, false))
      }
      if ('uid' in record) makePresent(name === 'series' ? 'series uid' : 'event uid', record.uid)
      if (name === 'event') makePresent('event slug', record.slug)
      if (!('name_key' in record && 'status' in record)) return
      if ('city' in record) learn(namesakes.venue, record)
      else learn(namesakes.organizer, record)
    },
    imported(key, item) {
      const [isKnown, before] = [imports.has(key), imports.get(key)]
      imports.set(key, item)
      importKeysByEvent.delete(item.item_id)
      // Another event may have been imported under this key before.
      for (const [id, keys] of importKeysByEvent) if (keys.includes(key)) importKeysByEvent.delete(id)
      undoing.push(() => void (isKnown ? imports.set(key, before) : imports.delete(key)))
    },
    mark() {
      const before = undoing.length
      const known = undoing
      return () => {
        // What was forgotten meanwhile stays unknown.
        if (known === undoing) for (const undo of undoing.splice(before).reverse()) undo()
        else begin()
      }
    },
    reads: ({
      alike,
      mergedAlike,
      find,
      eventWithUid,
      seriesWithUid,
      imported,
      importedAs,
      importKeysOf,
      linksOf,
    }) => ({
      async find<N extends ResourceName>(name: N, address: ItemAddress, moment: Moment) {
        const slug = name === 'event' && 'slug' in address ? slugInAddress(address.slug) : undefined
        if (slug !== undefined && isAbsent('event slug', slug)) return undefined
        const known = 'id' in address ? foundById[name]?.get(address.id) : undefined
        if (known !== undefined) return recordWithCurrentStatus(known, { moment })
        return find(name, address, moment)
      },
      eventWithUid: async (uid) =>
        isAbsent('event uid', uid) ? undefined : (eventsByUid.get(uid) ?? eventWithUid(uid)),
      seriesWithUid: async (uid) => (isAbsent('series uid', uid) ? undefined : seriesWithUid(uid)),
      imported: async (key) => (imports.has(key) ? imports.get(key) : imported(key)),
      async importedAs(keys) {
        const found = await importedAs(keys)
        for (const key of keys) imports.set(key, found.get(key))
        return found
      },
      importKeysOf: async (resource, id) =>
        (resource === 'event' ? importKeysByEvent.get(id) : undefined) ?? importKeysOf(resource, id),
      linksOf: async (eventId) => links.get(eventId) ?? linksOf(eventId),
      async alike(name, nameKey, moment) {
        return namesakes[name].get(nameKey) ?? alike(name, nameKey, moment)
      },
      mergedAlike: async (name, nameKey) => (isMerged ? mergedAlike(name, nameKey) : []),
    }),
    linkedItems: ({ targets, records, due }) => ({
      async targets(kinds, events) {
        const known = allKnown(links, events)
        if (known === undefined) return targets(kinds, events)
        return recordFromNames(linkNames, (name) =>
          kinds.includes(name) ? new Map(events.map((id, at) => [id, known[at]?.[name] ?? []])) : new Map(),
        )
      },
      async records<N extends EventLinkKind>(name: N, ids: readonly number[]) {
        const known: ReadonlyMap<number, RecordOf<N>> = linked[name]
        return allKnown(known, ids) ?? records(name, ids)
      },
      due,
    }),
  }
}
