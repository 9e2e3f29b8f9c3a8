/** Writes many events with few statements, on both databases: those of a series, those of an author, those that are due. */

import { linkNames, type TermName, termNames } from '../../contract/resources/index.ts'
import { withoutUndefined } from '../../contract/table-of.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { isTextReferenceColumn, storeLongTextsOfRows } from '../database/long-texts.ts'
import {
  type Db,
  insertOf,
  insertRows,
  joinedSql,
  quotedName,
  type SqlParameter,
  sql,
} from '../database/sql.ts'
import {
  updateSearchedTranslationsOfItems,
  updateSearchedTranslationsOfRows,
} from '../events/searched-translations.ts'
import { noteEventEndings } from '../federation/events.ts'
import type { JournalNotes } from '../log/journal.ts'
import { forgetValuesOfItem } from '../log/logged.ts'
import { visibilitiesOf, visibilityColumns } from '../log/newest-changes.ts'
import type { LateWrites } from '../records/in-sets.ts'
import { linkTargetsOfEvents } from '../records/links.ts'
import { columnsToWrite } from '../records/query-records.ts'
import { linkTables } from '../tables.ts'
import type { EventRecord, LinkIds, LinkName, OccurrencePlaceChange, ValuesOf } from '../types/index.ts'
import { rowsLikeThisPerStatement, slicesWithPauses } from './slices.ts'

type Row = Readonly<Record<string, SqlParameter>>

/** Rows of one statement that writes. On SQLite nobody is answered until it ends: with 50, lists waited twice as long beside imports. */
const WRITTEN_AT_ONCE = 20

async function insertOccurrences(db: Db, values: readonly ValuesOf<'event'>[]): Promise<readonly number[]> {
  const ids = new Map<string, number>()
  const all = values.map((one) => columnsToWrite('event', one))
  const shared = await storeLongTextsOfRows(db, all, 'new')
  const size = rowsLikeThisPerStatement(shared[0] ?? {}, WRITTEN_AT_ONCE)
  for await (const some of slicesWithPauses(shared, size)) {
    const inserted = insertOf<{ id: number; recurrence_id: string }>(
      'events',
      some,
      ' returning id, recurrence_id',
    )
    for (const { id, recurrence_id } of await inserted.rows(db)) ids.set(recurrence_id, id)
  }
  const made = values.flatMap(({ recurrence_id = '' }) => ids.get(recurrence_id) ?? [])
  if (all.some(({ translations }) => translations !== '{}'))
    await updateSearchedTranslationsOfRows(db, made, all)
  return made
}

/** The type of a value, which PostgreSQL can't infer from a list of values. */
const typed = (column: string, value: SqlParameter) =>
  typeof value === 'number' || isTextReferenceColumn(column)
    ? sql`cast(${value} as bigint)`
    : sql`cast(${value} as text)`

/** Takes occurrences off their places, so that others can take these. */
async function leavePlaces(db: Db, ids: readonly number[]): Promise<void> {
  for await (const some of slicesWithPauses(ids, WRITTEN_AT_ONCE))
    await sql`update events set recurrence_id = '~' || recurrence_id where ${isOneOfSql(quotedName('id'), some)}`.execute(
      db,
    )
}

/** Whether an occurrence of the same series has the place of one of these now. */
async function isAnyPlaceTaken(db: Db, rows: readonly Row[]): Promise<boolean> {
  const [{ id = 0 } = {}] = rows
  for await (const some of slicesWithPauses(rows, WRITTEN_AT_ONCE)) {
    const places = some.map(({ recurrence_id }) => String(recurrence_id))
    const isTaken = sql`select id from events where series = (select series from events where id = ${id})
        and ${isOneOfSql(quotedName('recurrence_id'), places)} limit 1`
    if (await isTaken.exists(db)) return true
  }
  return false
}

async function updateEach(db: Db, values: readonly Row[]): Promise<void> {
  const all = await storeLongTextsOfRows(db, values, 'changes')
  const names = Object.keys(all[0] ?? {})
  const changes = names.filter((name) => name !== 'id')
  // Both databases compare each row at once: an occurrence may take the place that another one leaves.
  if (names.includes('recurrence_id') && (await isAnyPlaceTaken(db, all)))
    await leavePlaces(
      db,
      all.map(({ id }) => Number(id)),
    )
  for await (const some of slicesWithPauses(all, WRITTEN_AT_ONCE)) {
    const values = some.map((row) => sql`(${joinedSql(names.map((name) => typed(name, row[name] ?? null)))})`)
    await sql`with changed (${joinedSql(names.map(quotedName))}) as (values ${joinedSql(values)})
      update events set ${joinedSql(changes.map((name) => sql`${quotedName(name)} = ${quotedName(`changed.${name}`)}`))}
      from changed where events.id = changed.id`.execute(db)
  }
  if (names.includes('translations'))
    await updateSearchedTranslationsOfRows(
      db,
      values.map(({ id }) => Number(id)),
      values,
    )
}

/** Links events to the same targets. */
async function insertLinks(db: Db, name: LinkName, ids: readonly number[], targets: readonly number[]) {
  const linked = targets.map((target_id, position) => ({ target_id, position }))
  for await (const some of slicesWithPauses(ids, WRITTEN_AT_ONCE))
    await insertRows(
      db,
      linkTables[name],
      some.flatMap((event_id) => linked.map((one) => ({ event_id, ...one }))),
    )
}

/** Deletes events. Returns the ids of their children, which lose their parent. */
async function removeEvents(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const children: number[] = []
  for await (const some of slicesWithPauses(ids, WRITTEN_AT_ONCE)) {
    const changed = sql`update events set post_parent = null, version = version + 1
        where ${isOneOfSql(quotedName('post_parent'), some)} returning id`
    children.push(...(await changed.column<number>(db)))
    await sql`delete from events where ${isOneOfSql(quotedName('id'), some)}`.execute(db)
  }
  return children
}

/** Writes the same columns to events, as the next version of each. */
async function updateAlike(
  db: Db,
  ids: readonly number[],
  values: Partial<ValuesOf<'event'>>,
): Promise<void> {
  const columns = columnsToWrite('event', values)
  const [row = {}] = await storeLongTextsOfRows(db, [columns], 'changes')
  const changes = Object.entries(row).map(([key, value]) => sql`${quotedName(key)} = ${value}`)
  for await (const some of slicesWithPauses(ids, rowsLikeThisPerStatement(row, WRITTEN_AT_ONCE)))
    await sql`update events set ${joinedSql([...changes, sql`version = version + 1`])}
      where ${isOneOfSql(quotedName('id'), some)}`.execute(db)
  await updateSearchedTranslationsOfItems(db, 'event', ids, columns)
}

/** Gives events the same links of one kind. */
async function linkAlike(db: Db, name: LinkName, ids: readonly number[], targets: readonly number[]) {
  for await (const some of slicesWithPauses(ids, WRITTEN_AT_ONCE))
    await sql`delete from ${quotedName(linkTables[name])} where ${isOneOfSql(quotedName('event_id'), some)}`.execute(
      db,
    )
  await insertLinks(db, name, ids, targets)
}

// What is written keeps true what derives from it, and is noted, as by a put.

/** The parts of one connection that writes of many events need. */
interface ManyEvents {
  readonly late: Pick<LateWrites, 'db' | 'addCounts'>
  readonly notes: JournalNotes
  momentNow(): Moment
}

/** Events read by one statement. */
const READ_AT_ONCE = 500

async function publishedAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const published = new Set<number>()
  for await (const some of slicesWithPauses(ids, READ_AT_ONCE)) {
    const found = await sql<{ readonly id: number }>`select id from events
        where ${isOneOfSql(quotedName('id'), some)} and status = 'publish'`.rows(db)
    for (const { id } of found) published.add(id)
  }
  return published
}

/** Returns the terms of these kinds of events, by id. */
async function termsOfEvents(db: Db, names: readonly TermName[], ids: readonly number[]) {
  const found = new Map<number, Readonly<Record<TermName, readonly number[] | undefined>>>()
  for await (const some of slicesWithPauses(ids, READ_AT_ONCE)) {
    const targets = await linkTargetsOfEvents(db, names, some, [])
    for (const id of some) found.set(id, { category: targets.category.get(id), tag: targets.tag.get(id) })
  }
  return found
}

/** The statuses of events after a write, by id, and the links that all of them have then; undefined for those that stay. */
interface CountedChange {
  statusOf(id: number): EventRecord['status'] | undefined
  readonly links: Partial<LinkIds>
}

/** Whether values may change how an event stands. */
const couldChangeVisibility = (values: object): boolean =>
  visibilityColumns.some((column) => Object.hasOwn(values, column))

/** Adds to the counts of terms. Every term that a count changes of is noted. */
export type AddTermCounts = (name: TermName, changes: ReadonlyMap<number, number>) => void

/** Returns the function that adds to the counts of terms on one connection. */
export const termCounting =
  ({ late, notes }: Pick<ManyEvents, 'late' | 'notes'>): AddTermCounts =>
  (name, changes) => {
    late.addCounts(name, changes)
    for (const [id, by] of changes) if (by !== 0) notes.touch(name, id)
  }

/** Values of an event, some of them links. */
type EventValues = Partial<ValuesOf<'event'>> & Partial<LinkIds>

/**
 * Returns the writes of many events on one connection. They keep the counts of terms and the texts of translations true, and note each event in
 * the journal, but none in the log: whose act it is notes that.
 */
export function manyEventsWriting(parts: ManyEvents) {
  const { late, notes, momentNow } = parts
  const { db } = late
  const addCounts = termCounting(parts)
  /** Runs a write, and counts the events for their terms as they are after it. */
  const counting = async <T>(
    ids: readonly number[],
    { statusOf, links }: CountedChange,
    write: () => Promise<T>,
  ): Promise<T> => {
    const isStatusSet = ids.some((id) => statusOf(id) !== undefined)
    const names = termNames.filter((name) => isStatusSet || links[name] !== undefined)
    if (names.length === 0) return write()
    const before = await publishedAmong(db, ids)
    const isCounted = (id: number) => {
      const status = statusOf(id)
      return status === undefined ? before.has(id) : status === 'publish'
    }
    const some = ids.filter((id) => before.has(id) || isCounted(id))
    const had = await termsOfEvents(db, names, some)
    const written = await write()
    for (const name of names) {
      const changes = new Map<number, number>()
      const add = (terms: readonly number[] = [], by: 1 | -1) => {
        for (const id of terms) changes.set(id, (changes.get(id) ?? 0) + by)
      }
      for (const id of some) {
        const terms = had.get(id)?.[name]
        if (before.has(id)) add(terms, -1)
        if (isCounted(id)) add(links[name] ?? terms, 1)
      }
      addCounts(name, changes)
    }
    return written
  }
  /** Notes that events change, with how they stand before. */
  const noteBefore = async (ids: readonly number[]) => {
    const unknown = ids.filter((id) => !notes.knows('event', id))
    const standings = await visibilitiesOf(db, 'event', unknown)
    for (const id of unknown) notes.change('event', id, { before: { known: standings.get(id) } })
  }
  const noteAll = (ids: readonly number[], columns?: readonly string[]) => {
    for (const id of ids) notes.change('event', id, undefined, columns)
  }
  return {
    /** Inserts events that have the same columns and links. Returns their ids in the order of `values`. */
    async insertOccurrences(values: readonly ValuesOf<'event'>[], links: LinkIds) {
      const ids = await insertOccurrences(db, values)
      for (const name of linkNames) await insertLinks(db, name, ids, links[name])
      const counted = values.filter(({ status }) => status === 'publish').length
      for (const name of termNames) addCounts(name, new Map(links[name].map((id) => [id, counted])))
      for (const id of ids) notes.change('event', id, { before: { known: undefined } })
      return ids
    },
    /** Writes the same values and links to all of these events, as the next version of each. */
    async updateEvents(ids: readonly number[], { venue, organizer, category, tag, ...values }: EventValues) {
      if (couldChangeVisibility(values)) await noteBefore(ids)
      const links = withoutUndefined({ venue, organizer, category, tag })
      await counting(ids, { statusOf: () => values.status, links }, async () => {
        await updateAlike(db, ids, values)
        for (const name of linkNames) {
          const targets = links[name]
          if (targets !== undefined) await linkAlike(db, name, ids, targets)
        }
      })
      noteAll(ids, Object.keys(links).length > 0 ? undefined : Object.keys(values))
    },
    /** Writes other values to each event, by id, in the same columns; as the same version. */
    async updateEach(rows: readonly ({ readonly id: number } & Partial<ValuesOf<'event'>>)[]) {
      const ids = rows.map(({ id }) => id)
      const [first] = rows
      if (first !== undefined && couldChangeVisibility(first)) await noteBefore(ids)
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      await counting(ids, { statusOf: (id) => statuses.get(id), links: {} }, () =>
        updateEach(
          db,
          rows.map(({ id, ...values }) => ({ id, ...columnsToWrite('event', values) })),
        ),
      )
      noteAll(ids)
    },
    /**
     * Gives occurrences of one series other places, all at once, as the same version. The journal does not name them: it names their series,
     * and them with the change of their times that follows.
     */
    async setPlaces(places: readonly OccurrencePlaceChange[]) {
      const left = new Set(places.map(({ from }) => from))
      const ids = places.map(({ id }) => id)
      if (places.some(({ to }) => left.has(to))) await leavePlaces(db, ids)
      for await (const some of slicesWithPauses(places, WRITTEN_AT_ONCE)) {
        const values = some.map(({ id, to }) => sql`(${typed('id', id)}, ${typed('recurrence_id', to)})`)
        await sql`with moved (id, place) as (values ${joinedSql(values)})
          update events set recurrence_id = moved.place from moved where events.id = moved.id`.execute(db)
      }
    },
    /** Deletes events. Their children lose their parent. */
    async removeEvents(ids: readonly number[]) {
      await noteEventEndings(db, ids, momentNow())
      await forgetValuesOfItem(db, 'event', ...ids)
      await noteBefore(ids)
      noteAll(await counting(ids, { statusOf: () => 'trash', links: {} }, () => removeEvents(db, ids)))
      // The same write may have put some of them before.
      for (const id of ids) notes.change('event', id, { after: { known: undefined } })
    },
  }
}
