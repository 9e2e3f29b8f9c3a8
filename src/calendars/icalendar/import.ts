/** A calendar (RFC 5545) → events: found again by their UID, changed, or new. */
import { createEvent } from '../../actions/create.ts'
import { updateWithin } from '../../actions/update.ts'
import { type CreateArgs, resourceNamed, type UpdateArgs } from '../../contract/resources/index.ts'
import { plainTextOf } from '../../domain/plain-text.ts'
import { invalidParam, Problem } from '../../problem.ts'
import { locationOf } from '../../representations/location.ts'
import type { EventRecord } from '../../store/store.ts'
import type { Batch, Outcome } from '../import-run.ts'
import { acceptedArgs, type Sent } from '../sent-line.ts'
import { type Importing, MOST_LINES, type Tally, walk } from '../walk.ts'
import { readComponents } from './content-lines.ts'
import { digest, type Entry, entriesOfAll } from './entries.ts'
import { replacingFields, sameExtras } from './extras.ts'
import { type Pictured, picturesOf } from './pictures.ts'

/** What has become of a calendar. */
export interface CalendarTally extends Tally {
  /** What was not understood or has no place here, and how often. */
  readonly notes: ReadonlyMap<string, number>
  /** The UIDs of the events in it, digested. */
  readonly keys: ReadonlySet<string>
}

/** Where a calendar comes from. */
export interface Source {
  /** A file or address. */
  readonly name: string
  /** Changes only what it brought itself: it can't reach events that are here for another reason. */
  readonly isConfined: boolean
  /** The host of an address: events that it brings name it among their origins, and nothing else of the address. */
  readonly host?: string
  /** The names of categories that all its events get. */
  readonly categories?: readonly string[]
}

/** The beginning of the keys of everything imported from one file or address. */
export const sourcePrefix = ({ name }: Pick<Source, 'name'>) => `ics-from:${digest(name)}:`

const LONGEST_ORIGIN = 1000

const { fields, refuses } = resourceNamed('event')

/** What an event is known by where it comes from: the global id of a calendar that has names in place of ids. */
function originsOf({ uid }: Entry, { host }: Source): readonly string[] {
  const origin = `${host}?uid=${encodeURIComponent(uid)}`
  return host === undefined || origin.length > LONGEST_ORIGIN ? [] : [origin]
}

async function add({ store, context }: Batch, entry: Entry, source: Source): Promise<number> {
  const first = entry.parent === undefined ? undefined : await store.eventWithUid(entry.parent)
  const parent = first === undefined || first.status === 'trash' ? {} : { post_parent: first.id }
  // What recurs is told apart by its day, in addresses too.
  const slug =
    first === undefined ? {} : { slug: `${entry.args.title} ${String(entry.args.start_date).slice(0, 10)}` }
  const args = acceptedArgs(fields, { ...entry.args, ...parent, ...slug, status: entry.status }, refuses)
  return createEvent(store, args as CreateArgs<'event'>, context, {
    uid: entry.uid,
    origins: originsOf(entry, source),
  })
}

const withoutScheme = (address: unknown) => String(address).replace(/^https?:\/\//, '')

/** What an event says in other words already, so that formatting, parted addresses and own pages are not lost. */
async function changes({ store, context, globalId }: Batch, entry: Entry, event: EventRecord): Promise<Sent> {
  const { description, venue, website, timezone, image, ...rest } = entry.args
  const asker = { sight: { user: undefined, reads: 'all', edits: 'all' } as const, moment: context.moment }
  const [item] = await store.items('event', [event], asker)
  const base = globalId('event', event.id).replace(/\?.*$/, '')
  const same = item === undefined ? [] : sameExtras(entry.extras, item)
  const saysVenues = entry.extras.some(([name]) => name === 'X-FASTI-VENUE')
  const isSameText = plainTextOf(event.description) === plainTextOf(String(description))
  const all: Sent = {
    ...rest,
    // Days are those of every zone.
    ...(!(rest.all_day === true && event.all_day === 1) && { timezone }),
    ...((entry.isFormatted || !isSameText) && { description }),
    ...((saysVenues || locationOf(item?.venues ?? []) !== entry.location) && { venue }),
    ...(!withoutScheme(website).startsWith(`${base}/event/`) && { website }),
    ...(image !== undefined && !withoutScheme(image).startsWith(`${base}/media/`) && { image }),
    ...('custom_fields' in rest && {
      custom_fields: replacingFields(rest.custom_fields, event.custom_fields),
    }),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !same.includes(name)))
}

async function change(batch: Batch, entry: Entry, event: EventRecord): Promise<Outcome> {
  const { store, context } = batch
  const args = acceptedArgs(fields, await changes(batch, entry, event), refuses, 'update')
  await updateWithin(store, 'event', event, args as UpdateArgs<'event'>, context)
  const now = await store.find('event', { id: event.id }, context.moment)
  return now?.version === event.version ? 'unchanged' : 'updated'
}

function withCategories(entry: Entry, { categories = [] }: Source): Entry {
  if (categories.length === 0) return entry
  const own = entry.args.categories
  const all = [...(Array.isArray(own) ? own : []), ...categories]
  return { ...entry, args: { ...entry.args, categories: [...new Set(all)] } }
}

/** Imports one event within the batch, and remembers where it came from. Throws a problem where it can't be kept. */
async function importEntry(batch: Batch, read: Entry, source: Source, pictured: Pictured): Promise<Outcome> {
  const { store } = batch
  const entry = { ...read, args: pictured(read.args, batch.context) }
  if (entry.fault !== undefined) throw entry.fault
  const key = sourcePrefix(source) + digest(entry.uid)
  const isKnown = (await store.imported(key)) !== undefined
  const kept = await store.eventWithUid(entry.uid)
  if (kept !== undefined && !isKnown && source.isConfined)
    throw invalidParam('UID', 'an event of this name is here already, and not from this address')
  const [outcome, id]: [Outcome, number] =
    kept === undefined
      ? ['created', await add(batch, entry, source)]
      : [await change(batch, entry, kept), kept.id]
  if (!isKnown) {
    await store.rememberImport(key, 'event', id)
    batch.hasWritten = true
  }
  return outcome
}

async function* batched(entries: AsyncIterable<Entry>): AsyncIterable<readonly Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < MOST_LINES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Different notes on one calendar. */
const MOST_NOTES = 1000

/** Imports every event of a calendar, read whole. Throws a problem where it is none. */
export async function importCalendar(
  text: string,
  source: Source,
  importing: Importing,
): Promise<CalendarTally> {
  const notes = new Map<string, number>()
  const note = (what: string) => {
    const name = notes.has(what) || notes.size < MOST_NOTES ? what : 'other things'
    notes.set(name, (notes.get(name) ?? 0) + 1)
  }
  const { components, faults } = await readComponents(text)
  if (components.length === 0)
    throw new Problem('rest_invalid_param', { message: 'This is not an iCalendar text.' })
  const keys = new Set<string>()
  const entries = async function* () {
    for await (const entry of entriesOfAll(components, importing.now(), note)) {
      keys.add(digest(entry.uid))
      yield withCategories(entry, source)
    }
  }
  const pictured = picturesOf(note)
  const tally = await walk(
    batched(entries()),
    (batch, entry) => batch.store.attempt(() => importEntry(batch, entry, source, pictured)),
    importing,
  )
  for (const { line, reason } of faults) note(`line ${line}: ${reason}`)
  return { ...tally, notes, keys }
}
