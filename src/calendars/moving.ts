/** Moving here from another server with this API. */
import { createHash } from 'node:crypto'
import { resolveImageIdAtAddress } from '../actions/linking/images.ts'
import { fieldsByResource } from '../contract/resources/fields/index.ts'
import type { FieldRow, FieldRows } from '../contract/resources/fields/row.ts'
import type { VenueOrOrganizerName } from '../contract/resources/index.ts'
import { statuses } from '../contract/resources/shared.ts'
import { LONGEST_UID } from '../domain/import-source.ts'
import { decodedUriPart } from '../domain/text/links.ts'
import { plainTextOf } from '../domain/text/plain-text.ts'
import { epochOfUtc } from '../domain/time/timestamp.ts'
import { storedZoneName } from '../domain/time/zones.ts'
import { newImportNotes } from '../formats/format.ts'
import type { GlobalIdFunction, LineResourceName } from '../formats/jsonl/export.ts'
import type { SentObject } from '../formats/jsonl/lines.ts'
import { because, Problem, type RefusalReason } from '../problem.ts'
import { isJsonObject } from '../support/json.ts'
import {
  emptyTally,
  type ImportSetup,
  type ImportTally,
  type ImportTransaction,
  importLots,
  type LineOutcome,
  type NumberedLine,
} from './import/importer.ts'
import { importRecord } from './import/record.ts'

// Reads another server with this API page by page (contract §1.9), and tolerates deviations.

/** The response of a server. */
export interface SiteResponse {
  readonly status: number
  /** The parsed JSON; undefined if there was none. */
  readonly body: unknown
}

export interface SourceSite {
  /** Includes the namespace; without a trailing slash. */
  readonly address: string
  /** Requests a URL. Throws if there is no response. */
  readonly request: (address: string) => Promise<SiteResponse>
}

type SourceCollection = 'categories' | 'tags' | 'venues' | 'organizers' | 'events'

interface SitePage {
  readonly page: number
  readonly items: readonly SentObject[]
}

const PER_PAGE = 50
/** The maximum pages of a collection: only a faulty server sends more. */
const MAX_PAGES = 20_000

const filters: Readonly<Record<SourceCollection, string>> = {
  categories: '&hide_empty=false',
  tags: '&hide_empty=false',
  venues: '&status=any',
  organizers: '&status=any',
  // All events: the default is a window of two years. In no time zone do these dates reach a year without four digits.
  events: '&start_date=1000-01-03&end_date=9998-12-31&status=any',
}

/** Returns the members of a list. Some servers write lists as objects with numeric keys. */
function objectsInJsonList(value: unknown): readonly SentObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject)
  if (!isJsonObject(value)) return []
  return 'id' in value ? [value] : Object.values(value).filter(isJsonObject)
}

const refused = (site: SourceSite, collection: SourceCollection, page: number, what: string) =>
  new Error(`${site.address}/${collection}, page ${page}: ${what}. Run the same again to go on from there.`)

/** Requests a page with unpublished items, and again without them if that is refused. */
async function requestPage(
  site: SourceSite,
  collection: SourceCollection,
  page: number,
): Promise<SiteResponse> {
  const address = (filter: string) =>
    `${site.address}/${collection}?page=${page}&per_page=${PER_PAGE}${filter}`
  const filter = filters[collection]
  const response = await site.request(address(filter))
  if (![400, 401, 403].includes(response.status)) return response
  return site.request(address(filter.replace('&status=any', '')))
}

function isLast({ body }: SiteResponse, page: number): boolean {
  if (!isJsonObject(body)) return true
  const pages = Number(body.total_pages ?? Number.NaN)
  if (Number.isFinite(pages)) return page >= pages
  return typeof body.next_rest_url !== 'string' || body.next_rest_url === ''
}

/** Yields the pages of a collection, beginning with a given one. Throws an Error that says how to continue if a page can't be read. */
async function* sourcePages(
  site: SourceSite,
  collection: SourceCollection,
  from: number,
): AsyncIterable<SitePage> {
  let before = ''
  for (let page = from; ; page += 1) {
    if (page > MAX_PAGES) throw refused(site, collection, page, 'there is no end to it')
    const response = await requestPage(site, collection, page)
    // The page is past the end, or the server has no such collection.
    if (response.status === 404) return
    if (response.status !== 200) throw refused(site, collection, page, `it returned ${response.status}`)
    const { body } = response
    const items = objectsInJsonList(isJsonObject(body) ? body[collection] : body)
    const ids = items.map(({ id }) => String(id)).join()
    if (items.length === 0 || ids === before) return
    before = ids
    yield { page, items }
    if (isLast(response, page)) return
  }
}

// Moves a calendar from another server with this API. An interrupted move continues where it stopped.

// Parses values of other servers.

/** Returns a text. Some servers write texts as `{ rendered }`, and an empty one as null or false. */
function textOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'rendered' in value) return textOfValue(value.rendered)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns a title or name in one line, with entities decoded. */
const plainTextLineOfValue = (value: unknown) => plainTextOf(textOfValue(value)).replace(/\s+/g, ' ').trim()

/** Returns an id from a number or digits; undefined for anything else. */
function idOfValue(value: unknown): number | undefined {
  const id = Number(typeof value === 'string' && value.trim() === '' ? Number.NaN : value)
  return typeof value !== 'boolean' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Returns a boolean, also from a word or number. */
const booleanOfValue = (value: unknown) =>
  value === true || value === 1 || /^(?:1|true|yes|on)$/i.test(textOfValue(value))
/** `2027-05-04 18:00:00`. */
const isTimestamp = (text: string) => /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(text)

/** Returns a slug. Some servers percent-encode it. */
const slugOfValue = (value: unknown) => decodedUriPart(textOfValue(value))

/** Returns the members that have a value. */
function withoutEmptyMembers(members: SentObject): SentObject {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Returns a number, also from a text; undefined for anything else. */
const numberOfValue = (value: unknown) => {
  const number = textOfValue(value).trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

// Representations of other servers → lines of an export. Missing and malformed values are left out.

/** The resources whose items are moved from other servers. */
type MovableResourceName = Exclude<LineResourceName, 'group' | 'media' | 'page' | 'series'>

function identity(
  resource: LineResourceName,
  id: number,
  { global_id, global_id_lineage }: SentObject,
  there: GlobalIdFunction,
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
  if (row.type === 'degrees' || row.type === 'count') return numberOfValue(value)
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

const idsIn = (value: unknown) => objectsInJsonList(value).flatMap(({ id }) => idOfValue(id) ?? [])

function eventLine(item: SentObject, id: number, there: GlobalIdFunction): SentObject {
  const { start_date, end_date, utc_start_date, utc_end_date, tickets, custom_fields } = item
  const [start, end] = [textOfValue(start_date), textOfValue(end_date)]
  const isList = typeof custom_fields === 'object' && Array.isArray(custom_fields)
  const shared = Object.assign(identity('event', id, item, there), publication(item))
  const own = {
    title: plainTextLineOfValue(item.title) || 'Untitled',
    all_day: booleanOfValue(item.all_day),
    timezone: zoneOf(item),
    start_date: start,
    // An end before the start is ignored.
    end_date: isTimestamp(end) && end >= start ? end : start,
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

function venueOrOrganizerLine(
  name: VenueOrOrganizerName,
  item: SentObject,
  id: number,
  there: GlobalIdFunction,
): SentObject {
  return withoutEmptyMembers({
    ...identity(name, id, item, there),
    ...publication(item),
    ...fieldsIn(name, item),
    [name]: plainTextLineOfValue(item[name]) || plainTextLineOfValue(item.title) || 'Untitled',
  })
}

function termLine(
  name: 'category' | 'tag',
  item: SentObject,
  id: number,
  there: GlobalIdFunction,
): SentObject {
  return withoutEmptyMembers({
    ...identity(name, id, item, there),
    name: plainTextLineOfValue(item.name) || 'Untitled',
    slug: slugOfValue(item.slug),
    ...fieldsIn(name, item),
    ...(name === 'category' && { parent: idOfValue(item.parent) }),
  })
}

/** Returns the line of a representation, by resource. */
const lineWriterByResource: Readonly<Record<MovableResourceName, typeof eventLine>> = {
  event: eventLine,
  venue: (item, id, there) => venueOrOrganizerLine('venue', item, id, there),
  organizer: (item, id, there) => venueOrOrganizerLine('organizer', item, id, there),
  category: (item, id, there) => termLine('category', item, id, there),
  tag: (item, id, there) => termLine('tag', item, id, there),
}

/** Returns the id and the URL of the image of a representation; undefined if it has none. */
function imageIdAndUrlIn({ image }: SentObject): { readonly id: number; readonly url: string } | undefined {
  const [one] = objectsInJsonList(image)
  const [id, url] = [idOfValue(one?.id), textOfValue(one?.url)]
  return id !== undefined && /^https?:\/\//i.test(url) ? { id, url } : undefined
}

/** Returns the embedded items of an event, by resource. */
function embeddedItemsOf(
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

/** An item to import; its number is its id on the other server. */
interface Moved extends NumberedLine {
  readonly name: MovableResourceName
  readonly line: SentObject
  readonly image: { readonly globalId: string; readonly address: string } | undefined
}

const order = [
  ['category', 'categories'],
  ['tag', 'tags'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['event', 'events'],
] as const satisfies readonly (readonly [MovableResourceName, SourceCollection])[]

/** Columns that reference an item that may be imported later. */
const parents: Readonly<Partial<Record<MovableResourceName, string>>> = {
  event: 'post_parent',
  category: 'parent',
}

interface Moving {
  readonly site: SourceSite
  readonly importing: ImportSetup
  /** Returns the global id that we store for an item of the site. */
  readonly there: GlobalIdFunction
  /** Notes a value of an item that was left out. The same note counts once, since batches may be repeated. */
  readonly note: (what: RefusalReason, item: string) => void
  readonly seen: Set<string>
  /** The items whose parent did not exist yet, by global id. */
  readonly waiting: Map<string, Moved>
}

const progressKey = ({ address }: SourceSite, collection: string) =>
  `move:${createHash('sha256').update(address).digest('base64url')}:${collection}`

/** Records the progress of a collection: the number of its last imported page. */
async function keepProgress({ site, importing }: Moving, collection: string, page: number): Promise<void> {
  const writer = { ...importing.caller, moment: importing.now() }
  await importing.store.write(writer, (store) =>
    store.rememberImport(progressKey(site, collection), 'page', page),
  )
}

/** Returns the import of an item of the site; undefined if it was imported before, or has no id. */
function moved(
  name: MovableResourceName,
  item: SentObject,
  { seen, note, there }: Moving,
): Moved | undefined {
  const id = idOfValue(item.id)
  const called = `${name} ${id}`
  if (id === undefined || seen.has(called)) return undefined
  seen.add(called)
  if (item.password_protected === true) note(because('protected_left_out'), called)
  const shown = imageIdAndUrlIn(item)
  const image = shown && { globalId: there('media', shown.id), address: shown.url }
  return { number: id, name, line: lineWriterByResource[name](item, id, there), image }
}

async function* batches(
  name: MovableResourceName,
  collection: SourceCollection,
  moving: Moving,
): AsyncIterable<readonly Moved[]> {
  const { site, importing } = moving
  const done = (await importing.store.imported(progressKey(site, collection)))?.item_id ?? 0
  for await (const { page, items } of sourcePages(site, collection, Math.max(1, done))) {
    const batch: Moved[] = []
    for (const item of items) {
      // Embedded items may be in no list: unpublished ones, and terms of a server that lists none.
      const embedded = name === 'event' ? embeddedItemsOf(item) : []
      for (const one of [...embedded, { name, item }]) {
        const found = moved(one.name, one.item, moving)
        if (found !== undefined) batch.push(found)
      }
    }
    yield batch
    await keepProgress(moving, collection, page)
  }
}

/** Returns the args that a problem names. */
function faultsOf(error: unknown): readonly string[] {
  const params = error instanceof Problem ? error.data.params : undefined
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  return [...new Set(Object.keys(params).map((name) => name.replace(/\[.*/, '')))]
}

/** Imports an item. Leaves out and notes invalid values. Throws the first problem if the rest is refused, too. */
async function importMoved(batch: ImportTransaction, one: Moved, moving: Moving): Promise<LineOutcome> {
  const { name, image } = one
  const dropped = new Set<string>()
  let first: unknown
  for (;;) {
    const sent = Object.fromEntries(Object.entries(one.line).filter(([key]) => !dropped.has(key)))
    try {
      const outcome = await batch.store.attempt(async () => {
        if (image !== undefined && 'image' in sent)
          batch.found.set(
            image.globalId,
            await resolveImageIdAtAddress(batch.store, image.address, batch.context),
          )
        return importRecord(batch, name, sent)
      })
      const called = `${name} ${one.number}`
      if (dropped.has(parents[name] ?? '')) moving.waiting.set(called, one)
      for (const field of dropped)
        if (field !== parents[name]) moving.note(because('field_left_out', { kind: name, field }), called)
      return outcome
    } catch (error) {
      first ??= error
      const faults = faultsOf(error).filter((fault) => fault in sent)
      if (faults.length === 0) throw first
      for (const fault of faults) dropped.add(fault)
    }
  }
}

function add(total: ImportTally, part: ImportTally): void {
  for (const key of ['lines', 'created', 'updated', 'unchanged', 'refused'] as const) total[key] += part[key]
  for (const refusal of part.refusals) total.refusals.push(refusal)
}

/** Moves the whole calendar. Throws an Error that says how to continue if the site stops responding. */
export async function moveCalendarFrom(site: SourceSite, importing: ImportSetup) {
  const { notes, note } = newImportNotes()
  const noted = new Set<string>()
  const base = site.address.replace(/^https?:\/\//, '')
  const moving: Moving = {
    site,
    importing,
    there: (name, id) => `${base}?id=${id}${name === 'event' ? '' : `&type=${name}`}`,
    note: (what, item) => {
      const once = JSON.stringify([what.message, item])
      if (!noted.has(once)) note(what)
      noted.add(once)
    },
    seen: new Set(),
    waiting: new Map(),
  }
  const total = emptyTally()
  const applying = { apply: (batch: ImportTransaction, one: Moved) => importMoved(batch, one, moving) }
  for (const [name, collection] of order) {
    add(total, await importLots(batches(name, collection, moving), importing, applying))
    const waiting = [...moving.waiting.values()].map((one) => [one])
    moving.waiting.clear()
    const again = await importLots(waiting, importing, applying)
    for (const { line, reason } of again.refusals)
      moving.note(because('item_left_out', { why: reason }), `${name} ${line}`)
    const field = parents[name] ?? ''
    for (const called of moving.waiting.keys())
      moving.note(because('field_left_out', { kind: name, field }), called)
    moving.waiting.clear()
  }
  for (const [, collection] of order) await keepProgress(moving, collection, 0)
  return { ...total, notes }
}

const keepsIdsKey = (site: SourceSite) => progressKey(site, 'ids')

/** Whether items keep their ids: this calendar contains nothing except items moved from that site. */
export async function decideWhetherToKeepIds(
  site: SourceSite,
  { store, caller, now }: ImportSetup,
): Promise<boolean> {
  if ((await store.imported(keepsIdsKey(site))) !== undefined) return true
  if (!(await store.isEmpty())) return false
  await store.write({ ...caller, moment: now() }, (writing) =>
    writing.rememberImport(keepsIdsKey(site), 'ids', 1),
  )
  return true
}
