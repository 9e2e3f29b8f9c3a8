/** Representations of other servers → lines of an export. Missing and malformed values are left out. */
import { fieldsByResource } from '../../contract/resources/fields/index.ts'
import type { FieldRow, FieldRows } from '../../contract/resources/fields/row.ts'
import { statuses } from '../../contract/resources/shared.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import type { SentObject } from '../import/sent-line.ts'
import type { LineResourceName } from '../jsonl/record-lines.ts'
import { objectsInJsonList } from './site.ts'
import {
  booleanOfValue,
  idOfValue,
  isTimestamp,
  numberOfValue,
  plainTextLineOfValue,
  slugOfValue,
  textOfValue,
  withoutEmptyMembers,
} from './values.ts'

/** The resources whose items are moved from other servers. */
export type MovableResourceName = Exclude<LineResourceName, 'group' | 'media' | 'series'>

/** Returns the global id that we store for an item of the site. */
export type SourceGlobalIdFunction = (name: LineResourceName, id: number) => string

function identity(
  resource: LineResourceName,
  id: number,
  { global_id, global_id_lineage }: SentObject,
  there: SourceGlobalIdFunction,
) {
  const lineage = Array.isArray(global_id_lineage) ? global_id_lineage : []
  const known = [global_id, ...lineage].filter(
    (one) =>
      typeof one === 'string' && /^[^\s?]{1,1000}\?(?:id=[1-9]\d*(&type=[a-z]+)?|uid=\S{1,1000})$/.test(one),
  )
  return { resource, id, global_id: there(resource, id), origins: [...new Set(known)].slice(0, 20) }
}

/** The publication date of items that have none: long ago. */
const LONG_AGO = '1970-01-01 00:00:00'

function publication({ status, date_utc, date, slug, image }: SentObject) {
  const [kept, utc, local] = [textOfValue(status), textOfValue(date_utc), textOfValue(date)]
  return {
    status: statuses.find((one) => one === kept) ?? 'publish',
    date_utc: [utc, local].find(isTimestamp) ?? LONG_AGO,
    slug: slugOfValue(slug),
    image: imageIdAndUrlIn({ image })?.id,
  }
}

/** Returns the value of a field; undefined or "" if it is missing. A missing flag has its default. */
function valueIn(row: FieldRow, value: unknown): unknown {
  if (row.type === 'choice') return row.choices.find((one) => one === value)
  if (row.type === 'flag') return value === undefined ? row.byDefault : booleanOfValue(value)
  if (row.type === 'degrees' || row.type === 'percent') return numberOfValue(value)
  return ['html', 'web', 'clock'].includes(row.type) ? textOfValue(value) : plainTextLineOfValue(value)
}

/** Returns the plain fields of an item. */
const fieldsIn = (name: MovableResourceName, item: SentObject): SentObject => {
  const rows: FieldRows = fieldsByResource[name]
  return Object.fromEntries(Object.entries(rows).map(([field, row]) => [field, valueIn(row, item[field])]))
}

/** Returns the iCalendar UID; undefined if the server sends none, or one that can't be stored. */
function uidIn(value: unknown): string | undefined {
  const uid = textOfValue(value).trim()
  return uid === '' || uid.length > LONGEST_UID ? undefined : uid
}

/** Returns the named zone, or the offset between the local and the UTC start; undefined without both. */
function zoneOf({ timezone, start_date, utc_start_date }: SentObject): string | undefined {
  const named = storedZoneName(textOfValue(timezone))
  if (named !== undefined) return named
  const [wall, utc] = [textOfValue(start_date), textOfValue(utc_start_date)]
  if (!isTimestamp(wall) || !isTimestamp(utc)) return undefined
  const minutes = Math.round((epochOfUtc(wall) - epochOfUtc(utc)) / 60)
  const size = Math.abs(minutes)
  const offset = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`
  return storedZoneName(minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${offset}`)
}

/** Ignores an end before the start. */
function endOf(start: string, end: string): string {
  return isTimestamp(end) && end >= start ? end : start
}

const idsIn = (value: unknown) => objectsInJsonList(value).flatMap(({ id }) => idOfValue(id) ?? [])

function eventLine(item: SentObject, id: number, there: SourceGlobalIdFunction): SentObject {
  const { start_date, end_date, utc_start_date, utc_end_date, tickets, custom_fields } = item
  const start = textOfValue(start_date)
  const isList = typeof custom_fields === 'object' && Array.isArray(custom_fields)
  const shared = Object.assign(identity('event', id, item, there), publication(item))
  const own = {
    title: plainTextLineOfValue(item.title) || 'Untitled',
    all_day: booleanOfValue(item.all_day),
    timezone: zoneOf(item),
    start_date: start,
    end_date: endOf(start, textOfValue(end_date)),
    utc_start_date: textOfValue(utc_start_date),
    utc_end_date: textOfValue(utc_end_date),
    cost: plainTextLineOfValue(item.cost),
    ...fieldsIn('event', item),
    tickets: Array.isArray(tickets) ? tickets : undefined,
    custom_fields:
      typeof custom_fields === 'object' && custom_fields !== null && !isList ? custom_fields : undefined,
    post_parent: idOfValue(item.post_parent),
    uid: uidIn(item.external_id),
    venue: idsIn(item.venue),
    organizer: idsIn(item.organizer),
    categories: idsIn(item.categories),
    tags: idsIn(item.tags),
  }
  return withoutEmptyMembers(Object.assign(shared, own))
}

function venueLine(item: SentObject, id: number, there: SourceGlobalIdFunction): SentObject {
  return withoutEmptyMembers({
    ...identity('venue', id, item, there),
    ...publication(item),
    ...fieldsIn('venue', item),
    venue: plainTextLineOfValue(item.venue) || plainTextLineOfValue(item.title) || 'Untitled',
  })
}

function organizerLine(item: SentObject, id: number, there: SourceGlobalIdFunction): SentObject {
  return withoutEmptyMembers({
    ...identity('organizer', id, item, there),
    ...publication(item),
    organizer: plainTextLineOfValue(item.organizer) || plainTextLineOfValue(item.title) || 'Untitled',
    ...fieldsIn('organizer', item),
  })
}

function termLine(
  name: 'category' | 'tag',
  item: SentObject,
  id: number,
  there: SourceGlobalIdFunction,
): SentObject {
  return withoutEmptyMembers({
    ...identity(name, id, item, there),
    name: plainTextLineOfValue(item.name) || 'Untitled',
    slug: slugOfValue(item.slug),
    ...fieldsIn(name, item),
    ...(name === 'category' && { parent: idOfValue(item.parent) }),
  })
}

type Liner = (item: SentObject, id: number, there: SourceGlobalIdFunction) => SentObject

/** Returns the line of a representation, by resource. */
export const lineWriterByResource: Readonly<Record<MovableResourceName, Liner>> = {
  event: eventLine,
  venue: venueLine,
  organizer: organizerLine,
  category: (item, id, there) => termLine('category', item, id, there),
  tag: (item, id, there) => termLine('tag', item, id, there),
}

/** Returns the id and the URL of the image of a representation; undefined if it has none. */
export function imageIdAndUrlIn({
  image,
}: SentObject): { readonly id: number; readonly url: string } | undefined {
  const [one] = objectsInJsonList(image)
  const [id, url] = [idOfValue(one?.id), textOfValue(one?.url)]
  return id !== undefined && /^https?:\/\//i.test(url) ? { id, url } : undefined
}

/** Returns the embedded items of an event, by resource. */
export function embeddedItemsOf(
  event: SentObject,
): readonly { readonly name: MovableResourceName; readonly item: SentObject }[] {
  const of = (name: MovableResourceName, value: unknown) =>
    objectsInJsonList(value).map((item) => ({ name, item }))
  return [
    ...of('category', event.categories),
    ...of('tag', event.tags),
    ...of('venue', event.venue),
    ...of('organizer', event.organizer),
  ]
}
