/** The almanac as it is read from the database. */

import { setImmediate } from 'node:timers/promises'
import {
  choiceFilterNames,
  type EqualityFilterName,
  filterChoices,
  flagFilterNames,
  textFilterNames,
} from '../../../contract/resources/fields/index.ts'
import { linkNames } from '../../../contract/resources/index.ts'
import { entriesOf, recordFromNames } from '../../../contract/table-of.ts'
import {
  isReadableFilterMet,
  type ReadableFilter,
  type ReadableLanguageColumns,
} from '../../../domain/languages.ts'
import {
  type Db,
  joinedSql,
  jsonAggregateSql,
  oneOfSql,
  quotedName,
  rawSql,
  type Sql,
  sql,
} from '../../database/sql.ts'
import type { ChangedItem } from '../../log/journal.ts'
import { linksOfEvents } from '../../records/links.ts'
import { linkTables } from '../../tables.ts'
import {
  type Almanac,
  type AlmanacChangeLog,
  addEventToAlmanac,
  type EventTargets,
  emptyAlmanac,
  listNameOfDuration,
  oneOrNone,
  refreshTermNames,
  removeDeadSlotsIfMany,
  removeFromAlmanac,
  renumberSlots,
  slotOfEvent,
  slotsLinkedToItem,
  type VenuePoint,
} from './almanac.ts'
import {
  type AlmanacColumns,
  type AlmanacEntry,
  almanacStatuses,
  appendEntries,
  compareStarts,
  copySlotsToNewColumns,
  type EntriesByColumn,
  type EntryColumnName,
  entryColumnNames,
  FUTURE_STATUS,
  filterMarkBits,
  type GroupIdAndMainCalendarChoice,
  HIDDEN_MARK_BIT,
  LISTED_STANDING,
  type OrderedSlots,
  orderedSlotsFromSorted,
  PROTECTED_MARK_BIT,
  PUBLISH_STATUS,
  writeSlotValue,
} from './columns.ts'

// The values of the fields that lists filter by, as numbers.

/** Texts that any event has had, by the order in which they were read. */
const texts = new Map<string, number>()
const byNumber: string[] = []

/** Returns the number of a text that an event has. */
function numberForText(text: string): number {
  const known = texts.get(text) ?? texts.size
  if (known === texts.size) {
    texts.set(text, known)
    byNumber.push(text)
  }
  return known
}

/** Returns the number that the column of a filter has for a value; -1 if no event has the value. */
export function filterNumberForValue(name: EqualityFilterName, value: string): number {
  return filterChoices(name)?.indexOf(value) ?? texts.get(value) ?? -1
}

/** The languages in which an event can be read, by the number of their column: its own, and those of translations. */
function contentOfNumber(number: number): ReadableLanguageColumns {
  const [language = '', readable_in = ''] = (byNumber[number] ?? '').split('|')
  return { language, readable_in }
}

/** Returns the test of a filter by languages for the number of the column. Few combinations of languages occur: each is tried once. */
export function readableInNumberTest(filter: ReadableFilter): (number: number) => boolean {
  const known = new Map<number, boolean>()
  return (number) => {
    const found = known.get(number) ?? isReadableFilterMet(contentOfNumber(number), filter)
    known.set(number, found)
    return found
  }
}

// Reads what the almanac holds from the database: entries, links and places.

// Lets other requests run during long readings of SQLite, which run on the main thread.

/** Milliseconds between two pauses. */
const WORK = 10

/** Returns a function to call between two statements: it pauses if ten milliseconds have passed since the last pause. */
function pauseFunction(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < WORK) return
    await setImmediate()
    last = performance.now()
  }
}

/** Rows of one query: few enough that other requests are served in between. */
const BATCH = 5000

/** The number of a column's value in a list of names, in SQL. */
const numberIn = (names: readonly string[], column: string) =>
  rawSql<number>(`case ${column} ${names.map((name, at) => `when '${name}' then ${at}`).join(' ')} end`)

const bits = [
  ['hide_from_listings', HIDDEN_MARK_BIT],
  ...flagFilterNames.map((name) => [name, filterMarkBits[name]] as const),
] as const

/** The value of each column, in SQL. All but the series lie in the index of the almanac. */
const values: Readonly<Record<EntryColumnName, Sql<number | string>>> = {
  id: sql`id`,
  start: sql`start_utc`,
  end: sql`end_utc`,
  date: sql`date_utc`,
  modified: sql`modified_utc`,
  author: sql`author`,
  parent: sql`coalesce(post_parent, 0)`,
  group: sql`coalesce(group_id, 0)`,
  main: sql`coalesce(in_main + 1, 0)`,
  status: numberIn(almanacStatuses, 'status'),
  ...recordFromNames(choiceFilterNames, (name) => numberIn(filterChoices(name) ?? [], name)),
  ...recordFromNames(textFilterNames, (name) => rawSql<number>(name)),
  content: sql`language || '|' || readable_in`,
  marks: sql`case when password_hash is null then 0 else ${rawSql(String(PROTECTED_MARK_BIT))} end + ${joinedSql(
    bits.map(([name, bit]) => rawSql(`${name} * ${bit}`)),
    ' + ',
  )}`,
}

const isText = (name: EntryColumnName) => name === 'content' || textFilterNames.some((one) => one === name)

/** The values of a column, which are written as JSON. */
const numbersIn = (name: EntryColumnName, json: string): readonly number[] =>
  isText(name) ? JSON.parse(json).map(numberForText) : JSON.parse(json)

/** Reads entries by column: a JSON text for each column is written and parsed in half the time of one for each event. */
async function readEntries(db: Db, from: Sql): Promise<EntriesByColumn> {
  const each = entriesOf(values).map(([name, value]) => sql`${value} as ${quotedName(name)}`)
  const texts = entryColumnNames.map(
    (name) => sql`${jsonAggregateSql(db.dialect, quotedName(name))} as ${quotedName(name)}`,
  )
  // Of whole rows, SQLite would read the rows besides the index.
  const { rows } = await sql<
    Readonly<Record<EntryColumnName, string>>
  >`select ${joinedSql(texts)} from (select ${joinedSql(each)} from ${from}) as entries`.execute(db)
  return recordFromNames(entryColumnNames, (name) => numbersIn(name, rows[0]?.[name] ?? '[]'))
}

/** Reads the entries of the given events. */
async function readAlmanacEntries(db: Db, ids: readonly number[]): Promise<readonly AlmanacEntry[]> {
  const entries = await readEntries(db, sql`events where id in ${oneOfSql(ids)}`)
  return entries.id.map((_, at) => recordFromNames(entryColumnNames, (name) => entries[name][at] ?? 0))
}

/** Reads all entries in batches, in the order of lists unless the database aggregates in another order. */
export async function* readEntriesInOrder(db: Db): AsyncIterable<EntriesByColumn> {
  const pause = pauseFunction()
  for (let [start, id] = [Number.MIN_SAFE_INTEGER, 0]; ; ) {
    const entries = await readEntries(
      db,
      sql`events where (start_utc, id) > (${start}, ${id}) order by start_utc, id limit ${BATCH}`,
    )
    const count = entries.id.length
    if (count === 0) return
    yield entries
    await pause()
    // The last is the greatest, in whatever order the database has aggregated.
    for (let at = 0; at < count; at++) {
      const [begins = 0, one = 0] = [entries.start[at], entries.id[at]]
      if (begins > start || (begins === start && one > id)) [start, id] = [begins, one]
    }
  }
}

/** The events linked to a target. */
interface Linked {
  readonly target: number
  readonly events: readonly number[]
}

/** Reads the events of all targets of one kind, target by target, which takes half the time of batches of links. */
async function* iterateEventsOfEachLinkTarget(db: Db, kind: keyof typeof linkTables): AsyncIterable<Linked> {
  const links = quotedName(linkTables[kind])
  const pause = pauseFunction()
  for (let after = 0; ; ) {
    const { rows } = await sql<{ target: number; text: string }>`
      select target_id as target, ${jsonAggregateSql(db.dialect, sql`event_id`)} as text from ${links}
      where target_id = (select min(target_id) from ${links} where target_id > ${after}) group by target_id`.execute(
      db,
    )
    const [row] = rows
    if (row === undefined) return
    yield { target: row.target, events: JSON.parse(row.text) }
    after = row.target
    await pause()
  }
}

/** Reads which groups have their events in the main calendar, or reviewed for it: of all groups, or of those with these ids. */
async function readGroupMainCalendarRules(
  db: Db,
  ids?: readonly number[],
): Promise<readonly GroupIdAndMainCalendarChoice[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in ${oneOfSql(ids)}`
  const { rows } =
    await sql<GroupIdAndMainCalendarChoice>`select id, main from groups where ${within}`.execute(db)
  return rows
}

/** Reads the places of venues; of all, or of those with these ids. */
async function readVenuePoints(db: Db, ids?: readonly number[]): Promise<readonly VenuePoint[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in ${oneOfSql(ids)}`
  const { rows } = await sql<VenuePoint>`select id, author, status, date_utc, geo_lat, geo_lng from venues
    where geo_lat is not null and geo_lng is not null and ${within}`.execute(db)
  return rows
}

// Reads which events are occurrences of which series.

/** Rows of one query: few enough that other requests are served in between. */
const OCCURRENCES_AT_ONCE = 50_000

/** Reads the series of all occurrences, or of those among some events. */
async function* readSeriesIdsOfOccurrences(
  db: Db,
  ids?: readonly number[],
): AsyncIterable<readonly { readonly id: number; readonly series: number }[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in ${oneOfSql(ids)}`
  for (let [series, last] = [0, '']; ; ) {
    const { rows } = await sql<{ id: number; series: number; recurrence_id: string }>`
      select id, series, recurrence_id from events
      where series is not null and (series, recurrence_id) > (${series}, ${last}) and ${within}
      order by series, recurrence_id limit ${OCCURRENCES_AT_ONCE}`.execute(db)
    yield rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < OCCURRENCES_AT_ONCE) return
    ;[series, last] = [end.series, end.recurrence_id]
  }
}

// Reads the links of events into the almanac. They take as long as everything else, and lists without filters need
// none, so they are read when a list first filters by them.

/** Returns the function that finds the slot of an id, for each of millions of links. */
function slotFinder({ columns, byId }: Almanac): (id: number) => number | undefined {
  const slots = byId.slots.subarray(0, byId.length)
  const largest = columns.id[slots.at(-1) ?? 0] ?? 0
  // Usually few ids are unused. Where many are, a map is smaller than a table.
  if (largest > slots.length * 8 + 1024) {
    const known = new Map(Array.from(slots, (slot) => [columns.id[slot] ?? 0, slot]))
    return (id) => known.get(id)
  }
  const table = new Int32Array(largest + 1).fill(-1)
  for (const slot of slots) table[columns.id[slot] ?? 0] = slot
  return (id) => {
    const slot = table[id] ?? -1
    return slot < 0 ? undefined : slot
  }
}

/** Reads the links of all events, as `db` shows them. It must show the revision of the almanac, which must not change meanwhile. */
export async function readLinksIntoAlmanac(db: Db, almanac: Almanac): Promise<void> {
  renumberSlots(almanac)
  const slotOf = slotFinder(almanac)
  for (const kind of linkNames) {
    almanac.targets[kind].clear()
    for await (const { target, events } of iterateEventsOfEachLinkTarget(db, kind)) {
      const slots = new Int32Array(events.length)
      let count = 0
      for (const id of events) {
        const slot = slotOf(id)
        if (slot !== undefined) slots[count++] = slot
      }
      if (count > 0)
        almanac.targets[kind].set(target, orderedSlotsFromSorted(slots.subarray(0, count).sort()))
    }
  }
  almanac.isLinked = true
}

// Reads the almanac from the database, other than the links of events.

/** The slots from 0 on that pass a test. */
function slotsWhere(count: number, test: (slot: number) => boolean): OrderedSlots {
  const slots = new Int32Array(count)
  let length = 0
  for (let slot = 0; slot < count; slot++) if (test(slot)) slots[length++] = slot
  return orderedSlotsFromSorted(slots.subarray(0, length))
}

/** Returns the slots in the order of lists; undefined if they are in that order already, as they usually are. */
function sorted(columns: AlmanacColumns): Int32Array | undefined {
  let slot = 1
  while (slot < columns.size && compareStarts(columns, slot - 1, slot) < 0) slot += 1
  if (slot >= columns.size) return undefined
  return slotsWhere(columns.size, () => true).slots.sort((a, b) => compareStarts(columns, a, b))
}

/** Writes every event into the columns in list order, so that at first the slot is the position in that order. */
async function fillColumns(db: Db, almanac: Almanac): Promise<void> {
  for await (const entries of readEntriesInOrder(db)) appendEntries(almanac.columns, entries)
  const order = sorted(almanac.columns)
  if (order !== undefined) almanac.columns = copySlotsToNewColumns(almanac.columns, order, order.length)
  const { columns } = almanac
  const { size, status, marks, standing, start, end } = columns
  for (let slot = 0; slot < size; slot++) {
    if (status[slot] === FUTURE_STATUS) almanac.scheduled.add(slot)
    const isHidden = ((marks[slot] ?? 0) & HIDDEN_MARK_BIT) !== 0
    if (status[slot] === PUBLISH_STATUS && !isHidden) standing[slot] = LISTED_STANDING
  }
  almanac.all = slotsWhere(size, () => true)
  almanac.listed = slotsWhere(size, (slot) => standing[slot] === LISTED_STANDING)
  for (const name of ['lasting', 'long'] as const)
    almanac[name] = slotsWhere(
      size,
      (slot) => listNameOfDuration((end[slot] ?? 0) - (start[slot] ?? 0)) === name,
    )
  almanac.secret = slotsWhere(size, (slot) => ((marks[slot] ?? 0) & PROTECTED_MARK_BIT) !== 0)
}

/** Orders all slots by id. */
function fillIds(almanac: Almanac): void {
  const { id, size } = almanac.columns
  let largest = 0
  for (let slot = 0; slot < size; slot++) largest = Math.max(largest, id[slot] ?? 0)
  // Usually few ids are unused: a table in the order of ids is filled in one pass. Where many are, sorting takes less memory.
  if (largest > size * 8 + 1024) {
    almanac.byId = orderedSlotsFromSorted(almanac.all.slots.toSorted((a, b) => (id[a] ?? 0) - (id[b] ?? 0)))
    return
  }
  const slots = new Int32Array(largest + 1).fill(-1)
  for (let slot = 0; slot < size; slot++) slots[id[slot] ?? 0] = slot
  almanac.byId = orderedSlotsFromSorted(slots.filter((slot) => slot >= 0))
}

/** Adds a slot, greater than those before it, to the list of a target. */
function append(lists: Map<number, number[]>, target: number, slot: number): void {
  const slots = lists.get(target)
  if (slots === undefined) lists.set(target, [slot])
  else slots.push(slot)
}

async function fillSeries(db: Db, almanac: Almanac): Promise<void> {
  const { columns, targets } = almanac
  for await (const rows of readSeriesIdsOfOccurrences(db)) {
    for (const { id, series } of rows) {
      const slot = slotOfEvent(almanac, id)
      if (slot !== undefined) writeSlotValue(columns, 'series', slot, series)
    }
  }
  for (const kind of ['series', 'parent', 'group'] as const) {
    const lists = new Map<number, number[]>()
    for (let slot = 0; slot < columns.size; slot++) {
      const target = columns[kind][slot] ?? 0
      if (target > 0) append(lists, target, slot)
    }
    for (const [target, slots] of lists) targets[kind].set(target, orderedSlotsFromSorted(slots))
  }
}

/** Reads the almanac of everything that `db` shows, other than links (see links.ts). */
export async function readAlmanac(db: Db): Promise<Almanac> {
  const almanac = emptyAlmanac()
  await fillColumns(db, almanac)
  fillIds(almanac)
  await fillSeries(db, almanac)
  for (const place of await readVenuePoints(db)) almanac.places.set(place.id, place)
  for (const { id, main } of await readGroupMainCalendarRules(db)) almanac.mains.set(id, main)
  await refreshTermNames(db, almanac.terms)
  return almanac
}

// Brings changed items from the store into the almanac.

/** Changed events and venues, as they are stored now. */
interface Changed {
  readonly events: readonly number[]
  readonly entries: readonly AlmanacEntry[]
  readonly targets: ReadonlyMap<number, EventTargets>
  readonly venues: readonly number[]
  readonly places: readonly VenuePoint[]
  readonly groups: readonly number[]
  readonly mains: readonly GroupIdAndMainCalendarChoice[]
}

async function targetsOf(db: Db, events: readonly number[]): Promise<ReadonlyMap<number, EventTargets>> {
  const seriesOf = new Map<number, number>()
  for await (const rows of readSeriesIdsOfOccurrences(db, events))
    for (const { id, series } of rows) seriesOf.set(id, series)
  const links = await linksOfEvents(db, events)
  return new Map([...links].map(([id, of]) => [id, { ...of, series: oneOrNone(seriesOf.get(id) ?? 0) }]))
}

/** Reads what the almanac needs of changed items. */
export async function readChangedItems(db: Db, changes: readonly ChangedItem[]): Promise<Changed> {
  const of = (resource: string) =>
    changes.filter((one) => one.resource === resource).map(({ item_id }) => item_id)
  const events = of('event')
  const venues = of('venue')
  const groups = of('group')
  return {
    events,
    entries: events.length === 0 ? [] : await readAlmanacEntries(db, events),
    targets: events.length === 0 ? new Map() : await targetsOf(db, events),
    venues,
    places: venues.length === 0 ? [] : await readVenuePoints(db, venues),
    groups,
    mains: groups.length === 0 ? [] : await readGroupMainCalendarRules(db, groups),
  }
}

/** Replaces what the almanac has of changed items. */
export function applyChangedItems(
  almanac: Almanac,
  { events, entries, targets, venues, places, groups, mains }: Changed,
): void {
  for (const id of events) removeFromAlmanac(almanac, id)
  almanac.searches.touch(events)
  for (const row of entries) {
    const linked = targets.get(row.id)
    if (linked !== undefined) addEventToAlmanac(almanac, row, linked)
  }
  for (const id of venues) almanac.places.delete(id)
  for (const place of places) almanac.places.set(place.id, place)
  for (const id of groups) almanac.mains.delete(id)
  for (const { id, main } of mains) almanac.mains.set(id, main)
  removeDeadSlotsIfMany(almanac)
}

/** Events show terms too, but only with their counts, which are cached by themselves. */
const shownByEvents = ['venue', 'organizer', 'series', 'group'] as const
const isShownByEvents = (resource: string): resource is (typeof shownByEvents)[number] =>
  shownByEvents.some((one) => one === resource)

/** Records which items changed, while the almanac still has the links from before the change. */
export function noteChangedItems(
  almanac: Almanac,
  changed: readonly ChangedItem[],
  { touch, begin }: AlmanacChangeLog,
  revision: number,
): void {
  for (const { resource, item_id } of changed) {
    touch(resource, item_id, revision)
    if (!isShownByEvents(resource)) continue
    // Which events show the item is not known yet.
    if (resource !== 'series' && resource !== 'group' && !almanac.isLinked) {
      begin(revision)
      return
    }
    const { slots, length } = slotsLinkedToItem(almanac, resource, item_id)
    for (const slot of slots.subarray(0, length)) touch('event', almanac.columns.id[slot] ?? 0, revision)
  }
}
