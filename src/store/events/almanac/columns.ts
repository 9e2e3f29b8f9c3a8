/**
 * The values that lists compare, stored in columns with one slot for each event. A changed event gets a new slot
 * and its old slot becomes dead, so that slots are only ever appended. Dead slots are swept out occasionally.
 */
import {
  type ChoiceFilterName,
  choiceFilterNames,
  type FlagFilterName,
  flagFilterNames,
  type TextFilterName,
  textFilterNames,
} from '../../../contract/resources/fields/index.ts'
import type { Status } from '../../../contract/resources/shared.ts'
import { recordFromNames } from '../../../contract/table-of.ts'

/** The columns of numbers, which may be large: ids, and instants in seconds since 1970 UTC. */
const readNumbers = ['id', 'start', 'end', 'date', 'modified', 'author', 'parent', 'group'] as const
/** The number of the languages in which an event can be read (`loading.ts`). */
type ReadNumber = (typeof readNumbers)[number] | TextFilterName | 'content'
type NumberName = ReadNumber | 'series'
const numberNames: readonly NumberName[] = [...readNumbers, ...textFilterNames, 'content', 'series']
/** The columns of small numbers. */
type SmallName = 'status' | ChoiceFilterName | 'marks' | 'main'
const smallNames: readonly SmallName[] = ['status', ...choiceFilterNames, 'marks', 'main']

export type EntryColumnName = ReadNumber | SmallName
/** The columns that are read from the table of events. The series is read apart. */
export const entryColumnNames: readonly EntryColumnName[] = [
  ...readNumbers,
  ...textFilterNames,
  'content',
  ...smallNames,
]

/** The values of an event in the almanac, as `AlmanacColumns` describes them. */
export type AlmanacEntry = Readonly<Record<EntryColumnName, number>>
/** The values of several events in the almanac, by column: one list each, in the order of the events. */
export type EntriesByColumn = Readonly<Record<EntryColumnName, readonly number[]>>

/** The standing of a slot, ascending. `LISTED` is public at the almanac's moment and not hidden. */
export const DEAD_STANDING = 0
export const KEPT_STANDING = 1
export const LISTED_STANDING = 2

/** The bit of `marks` that is set for an event that is hidden from listings. */
export const HIDDEN_MARK_BIT = 1
export const PROTECTED_MARK_BIT = 2

export const filterMarkBits: Readonly<Record<FlagFilterName, number>> = recordFromNames(
  flagFilterNames,
  (name) => 4 << flagFilterNames.indexOf(name),
)

export const almanacStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies Status[]
export const PUBLISH_STATUS = almanacStatuses.indexOf('publish')
export const FUTURE_STATUS = almanacStatuses.indexOf('future')

/** As narrow as the values of a column allow: a byte for the authors, groups and zones of most calendars, 32 bits for ids and times. */
type Numbers = Uint8Array | Int32Array | Float64Array

/** Filters have the numbers that `loading.ts` gives. */
export interface AlmanacColumns extends Record<NumberName, Numbers>, Record<ChoiceFilterName, Uint8Array> {
  size: number
  /** Index in `almanacStatuses`, as stored. */
  status: Uint8Array
  /** Bits: see `HIDDEN_MARK_BIT`, `PROTECTED_MARK_BIT` and `filterMarkBits`. */
  marks: Uint16Array
  /** Whether the event is in the main calendar: 0 as its group says, 1 not, 2 it is. */
  main: Uint8Array
  standing: Uint8Array
}

/** Whether the events of a group are in the main calendar, unless set otherwise. */
export interface GroupIdAndMainCalendarChoice {
  readonly id: number
  readonly main: 'all' | 'review' | 'none'
}

/** Returns empty columns with room for `capacity` slots. The parent is 0 for an event without one, and so are the series and the group. */
export function emptyColumnsFor(capacity: number): AlmanacColumns {
  const numbers = (): Numbers => new Uint8Array(capacity)
  const bytes = () => new Uint8Array(capacity)
  return {
    size: 0,
    id: numbers(),
    start: numbers(),
    end: numbers(),
    date: numbers(),
    modified: numbers(),
    author: numbers(),
    parent: numbers(),
    series: numbers(),
    group: numbers(),
    main: bytes(),
    content: numbers(),
    status: bytes(),
    ...recordFromNames(textFilterNames, numbers),
    ...recordFromNames(choiceFilterNames, bytes),
    marks: new Uint16Array(capacity),
    standing: bytes(),
  }
}

const MAX_ROOM_AT_ONCE = 262_144

/** Makes room for `more` slots. */
function reserve(columns: AlmanacColumns, more: number): void {
  const { size } = columns
  if (size + more <= columns.standing.length) return
  const capacity = size + Math.max(more, Math.min(Math.max(size, 1024), MAX_ROOM_AT_ONCE))
  const larger = emptyColumnsFor(capacity)
  for (const name of numberNames) {
    larger[name] = numbersLike(columns[name], capacity)
    larger[name].set(columns[name])
  }
  for (const name of [...smallNames, 'standing'] as const) larger[name].set(columns[name])
  Object.assign(columns, larger, { size })
}

/** Returns a new column as wide as `values`. */
function numbersLike(values: Numbers, capacity: number): Numbers {
  if (values instanceof Float64Array) return new Float64Array(capacity)
  return values instanceof Int32Array ? new Int32Array(capacity) : new Uint8Array(capacity)
}

/** Makes a column so wide that it can have these values. */
function widen(columns: AlmanacColumns, name: NumberName, values: readonly number[]): void {
  const column = columns[name]
  if (column instanceof Float64Array) return
  if (values.some((value) => value !== (value | 0))) columns[name] = Float64Array.from(column)
  else if (column instanceof Uint8Array && values.some((value) => value !== (value & 255)))
    columns[name] = Int32Array.from(column)
}

/** Writes a value, which may be large, into a slot. */
export function writeSlotValue(columns: AlmanacColumns, name: NumberName, slot: number, value: number): void {
  widen(columns, name, [value])
  columns[name][slot] = value
}

/** Writes an event, of a series or of none, into a new slot and returns the slot. */
export function appendEntry(columns: AlmanacColumns, entry: AlmanacEntry, series = 0): number {
  reserve(columns, 1)
  const slot = columns.size++
  for (const name of numberNames)
    writeSlotValue(columns, name, slot, name === 'series' ? series : entry[name])
  for (const name of smallNames) columns[name][slot] = entry[name]
  columns.standing[slot] = KEPT_STANDING
  return slot
}

/** Writes events, of no series as yet, into new slots in their order. */
export function appendEntries(columns: AlmanacColumns, entries: EntriesByColumn): void {
  const { size } = columns
  const count = entries.id.length
  reserve(columns, count)
  for (const name of numberNames) {
    if (name === 'series') continue
    widen(columns, name, entries[name])
    columns[name].set(entries[name], size)
  }
  for (const name of smallNames) columns[name].set(entries[name], size)
  columns.standing.fill(KEPT_STANDING, size, size + count)
  columns.size += count
}

/** Copies the first `count` slots of `from`, in that order, to new columns. */
export function copySlotsToNewColumns(
  columns: AlmanacColumns,
  from: Int32Array,
  count: number,
): AlmanacColumns {
  const next = emptyColumnsFor(count)
  next.size = count
  for (const name of numberNames) {
    next[name] = numbersLike(columns[name], count)
    gather(next[name], columns[name], from)
  }
  for (const name of [...smallNames, 'standing'] as const) gather(next[name], columns[name], from)
  return next
}

type Values = Numbers | Uint8Array | Uint16Array

function gather(into: Values, values: Values, from: Int32Array): void {
  for (let at = 0; at < into.length; at++) into[at] = values[from[at] ?? 0] ?? 0
}

// Slots in the order of lists: by start, then by id.

export interface OrderedSlots {
  slots: Int32Array
  /** How many of `slots` are in use. */
  length: number
}

/** Returns an empty list. */
export function noSlots(): OrderedSlots {
  return { slots: new Int32Array(4), length: 0 }
}

/** Returns a list of these slots, which must be in order. */
export function orderedSlotsFromSorted(slots: readonly number[] | Int32Array): OrderedSlots {
  return { slots: new Int32Array(slots), length: slots.length }
}

/** Returns the first position whose slot is not `before`. All slots that are `before` must come first. */
function firstNot({ slots, length }: OrderedSlots, before: (slot: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(slots[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first position whose event starts at or after `second` (seconds since 1970 UTC). */
export function positionOfStart({ start }: AlmanacColumns, list: OrderedSlots, second: number): number {
  return firstNot(list, (slot) => (start[slot] ?? 0) < second)
}

/** Compares two slots in the order of lists: negative where `a` comes first. */
export function compareStarts({ start, id }: AlmanacColumns, a: number, b: number): number {
  return (start[a] ?? 0) - (start[b] ?? 0) || (id[a] ?? 0) - (id[b] ?? 0)
}

/** Inserts a slot at a position. */
function insertSlotAt(list: OrderedSlots, slot: number, at: number): void {
  if (list.length === list.slots.length) {
    const larger = new Int32Array(list.length + Math.max(4, list.length >> 2))
    larger.set(list.slots)
    list.slots = larger
  }
  list.slots.copyWithin(at + 1, at, list.length)
  list.slots[at] = slot
  list.length += 1
}

/** Inserts a slot at its position in the order. */
export function addSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): void {
  insertSlotAt(
    list,
    slot,
    firstNot(list, (other) => compareStarts(columns, other, slot) < 0),
  )
}

/** Whether a slot is in the list. A dead slot of the same event may be next to the living one. */
export function hasSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): boolean {
  let at = firstNot(list, (other) => compareStarts(columns, other, slot) < 0)
  for (; at < list.length; at++) {
    const other = list.slots[at] ?? 0
    if (other === slot) return true
    if (compareStarts(columns, other, slot) !== 0) return false
  }
  return false
}

/** Removes a slot, if it is present. */
export function removeSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): void {
  const at = firstNot(list, (other) => compareStarts(columns, other, slot) < 0)
  if (at === list.length || list.slots[at] !== slot) return
  list.slots.copyWithin(at, at + 1, list.length)
  list.length -= 1
}

/** Returns the position of an id in a list ordered by id: where it is or would be inserted. */
export function positionOfId({ id }: AlmanacColumns, byId: OrderedSlots, wanted: number): number {
  return firstNot(byId, (slot) => (id[slot] ?? 0) < wanted)
}

/** Sets the slot of an id in a list ordered by id. Replaces the old slot or inserts a new one. */
export function setSlotInIdOrder({ id }: AlmanacColumns, byId: OrderedSlots, slot: number): void {
  const at = firstNot(byId, (other) => (id[other] ?? 0) < (id[slot] ?? 0))
  if (at < byId.length && id[byId.slots[at] ?? 0] === id[slot]) byId.slots[at] = slot
  else insertSlotAt(byId, slot, at)
}

/** Removes the slot at a position. */
export function removeSlotAt(list: OrderedSlots, at: number): void {
  list.slots.copyWithin(at, at + 1, list.length)
  list.length -= 1
}
