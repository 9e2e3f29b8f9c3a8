/** Writes many events of a series with few statements, on both databases. */
import { linkNames } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { isTextReferenceColumn, storeLongTextsOfRows } from '../database/long-texts.ts'
import {
  type Db,
  insertRows,
  joinedSql,
  queryRows,
  quotedName,
  type SqlParameter,
  sql,
} from '../database/sql.ts'
import {
  updateSearchedTranslationsOfItems,
  updateSearchedTranslationsOfRows,
} from '../events/searched-translations.ts'
import { linkTableNames } from '../records/links.ts'
import { columnsToWrite } from '../records/query-records.ts'
import type { LinkName, OccurrencePlaceChange, SeriesWriting, ValuesOf } from '../store.ts'
import { rowsLikeThisPerStatement, slicesWithPauses } from './slices.ts'

type Row = Readonly<Record<string, SqlParameter>>

async function insertOccurrences(db: Db, values: readonly ValuesOf<'event'>[]): Promise<readonly number[]> {
  const ids = new Map<string, number>()
  const all = values.map((one) => columnsToWrite('event', one))
  const shared = await storeLongTextsOfRows(db, all, 'new')
  const series = values[0]?.series ?? null
  for await (const some of slicesWithPauses(shared, rowsLikeThisPerStatement(shared[0] ?? {}))) {
    await insertRows(db, 'events', some)
    const found = await queryRows(
      db,
      sql<{ id: number; recurrence_id: string }>`select id, recurrence_id from events where series = ${series}
        and ${isOneOfSql(
          quotedName('recurrence_id'),
          some.map(({ recurrence_id }) => String(recurrence_id)),
        )}`,
    )
    for (const { id, recurrence_id } of found) ids.set(recurrence_id, id)
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
  for await (const some of slicesWithPauses(ids))
    await sql`update events set recurrence_id = '~' || recurrence_id where ${isOneOfSql(quotedName('id'), some)}`.execute(
      db,
    )
}

/** Whether an occurrence of the same series has the place of one of these now. */
async function isAnyPlaceTaken(db: Db, rows: readonly Row[]): Promise<boolean> {
  const [{ id = 0 } = {}] = rows
  for await (const some of slicesWithPauses(rows)) {
    const places = some.map(({ recurrence_id }) => String(recurrence_id))
    const found = await queryRows(
      db,
      sql<{ id: number }>`select id from events where series = (select series from events where id = ${id})
        and ${isOneOfSql(quotedName('recurrence_id'), places)} limit 1`,
    )
    if (found.length > 0) return true
  }
  return false
}

async function setPlaces(db: Db, places: readonly OccurrencePlaceChange[]): Promise<void> {
  const left = new Set(places.map(({ from }) => from))
  const ids = places.map(({ id }) => id)
  if (places.some(({ to }) => left.has(to))) await leavePlaces(db, ids)
  for await (const some of slicesWithPauses(places)) {
    const values = some.map(({ id, to }) => sql`(${typed('id', id)}, ${typed('recurrence_id', to)})`)
    await sql`with moved (id, place) as (values ${joinedSql(values)})
      update events set recurrence_id = moved.place from moved where events.id = moved.id`.execute(db)
  }
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
  for await (const some of slicesWithPauses(all)) {
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
  for await (const some of slicesWithPauses(ids))
    await insertRows(
      db,
      linkTableNames[name],
      some.flatMap((event_id) => linked.map((one) => ({ event_id, ...one }))),
    )
}

/** Deletes events. Returns the ids of their children, which lose their parent. */
async function removeEvents(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const children: number[] = []
  for await (const some of slicesWithPauses(ids)) {
    const changed = await queryRows(
      db,
      sql<{ id: number }>`update events set post_parent = null, version = version + 1
        where ${isOneOfSql(quotedName('post_parent'), some)} returning id`,
    )
    children.push(...changed.map(({ id }) => id))
    await sql`delete from events where ${isOneOfSql(quotedName('id'), some)}`.execute(db)
  }
  return children
}

/** Returns the operations on many events. */
export function seriesWriteOperations(db: Db): Omit<SeriesWriting, 'noteSeries' | 'addCounts'> {
  return {
    async insertOccurrences(values, links) {
      const ids = await insertOccurrences(db, values)
      for (const name of linkNames) await insertLinks(db, name, ids, links[name])
      return ids
    },
    async updateEvents(ids, values) {
      const columns = columnsToWrite('event', values)
      const [row = {}] = await storeLongTextsOfRows(db, [columns], 'changes')
      const changes = Object.entries(row).map(([key, value]) => sql`${quotedName(key)} = ${value}`)
      for await (const some of slicesWithPauses(ids, rowsLikeThisPerStatement(row)))
        await sql`update events set ${joinedSql([...changes, sql`version = version + 1`])}
          where ${isOneOfSql(quotedName('id'), some)}`.execute(db)
      await updateSearchedTranslationsOfItems(db, 'event', ids, columns)
    },
    updateEach: (all) =>
      updateEach(
        db,
        all.map(({ id, ...values }) => ({ id, ...columnsToWrite('event', values) })),
      ),
    setPlaces: (places) => setPlaces(db, places),
    async setLinksOfAll(name, ids, targets) {
      for await (const some of slicesWithPauses(ids))
        await sql`delete from ${quotedName(linkTableNames[name])} where ${isOneOfSql(quotedName('event_id'), some)}`.execute(
          db,
        )
      await insertLinks(db, name, ids, targets)
    },
    removeEvents: (ids) => removeEvents(db, ids),
  }
}
