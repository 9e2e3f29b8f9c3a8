/**
 * The only writer of single items. It keeps true what derives from the columns that callers set, and notes what changed in the log and the
 * journal. Links are columns of an event to its callers.
 */
import {
  argAndValueOfColumn,
  argNamesByLinkedResource,
  derivingColumns,
  linksThatDiffer,
} from '../contract/columns.ts'
import { titleFieldAndColumnByResource } from '../contract/resources/fields/index.ts'
import { linkNames, type ResourceName, termNames } from '../contract/resources/index.ts'
import { rowFromParts } from '../contract/table-of.ts'
import { noTranslations } from '../domain/languages.ts'
import { slugOr } from '../domain/text/letters.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { quotedName, sql } from './database/sql.ts'
import { fieldsOfColumn, forgetValuesOfItem } from './log/auditing.ts'
import type { JournalNotes } from './log/journal.ts'
import type { Log, LoggedAct } from './log/log.ts'
import { isLogged, type StoredResources } from './log/logged.ts'
import { visibilityOf } from './log/newest-changes.ts'
import type { LateWrites, LookUps } from './records/in-sets.ts'
import { linksOfEvent, linkTableNames, noLinks } from './records/links.ts'
import { imageShowingResources } from './records/media.ts'
import { recordsOfIdsInAnyOrder } from './records/query-records.ts'
import { freeSlug } from './records/slugs.ts'
import { insertRecord, updateRecord } from './records/writing.ts'
import type { AddTermCounts } from './series/writing.ts'
import type {
  ActsWithOneAuditRow,
  BeforeAndAfterByField,
  EventRecord,
  ItemWriting,
  LinkIds,
  LinkName,
  PutValues,
  Reading,
  RecordOf,
  ValuesOf,
} from './store.ts'

/** What changes of an item, and whether the line of another act tells of it. */
interface ChangedFields {
  readonly changes?: BeforeAndAfterByField
  readonly changed?: readonly string[]
  /** The columns and links that were written. */
  readonly written?: readonly string[]
  readonly isPart?: boolean
}

/** The columns that each write sets. */
const stamps = ['version', 'modified_utc']

type Values = { readonly [N in ResourceName]: PutValues<N> }[ResourceName]
type Stored = RecordOf<ResourceName>

/** The parts of one connection that a put writes to. */
interface Putting extends Pick<Reading, 'linkedTo' | 'children' | 'showing'> {
  readonly late: LateWrites
  readonly lookUps: Pick<LookUps, 'isTaken' | 'inserted'>
  readonly notes: JournalNotes
  readonly log: Log
  readonly resources: StoredResources
  readonly addCounts: AddTermCounts
  /** Deletes a row. */
  readonly removeRow: ItemWriting['remove']
  momentNow(): Moment
}

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

const isLink = (name: string): name is LinkName => Object.hasOwn(linkTableNames, name)

/** Returns the columns that are set, as they would be read again: JSON decoded from its text. */
function columnsIn(sent: object): Readonly<Record<string, unknown>> {
  const columns: Record<string, unknown> = {}
  for (const column of Object.keys(sent)) {
    const value: unknown = Reflect.get(sent, column)
    if (value === undefined || isLink(column)) continue
    const isDecoded = typeof value === 'object' && value !== null && value !== noTranslations
    columns[column] = isDecoded ? JSON.parse(JSON.stringify(value)) : value
  }
  return columns
}

/** Adds columns to a row, which it becomes. */
const withColumns = (row: object, ...columns: readonly object[]) => Object.assign(row, ...columns)

/** Returns the links that are set. */
const linksIn = (sent: object): Partial<LinkIds> =>
  Object.fromEntries(
    linkNames.flatMap((name) => {
      const ids: unknown = Reflect.get(sent, name)
      return ids === undefined ? [] : [[name, ids]]
    }),
  )

/** The slug as sent, and the title that it otherwise derives from. */
interface WantedSlug {
  readonly sent: string | undefined
  readonly title: string
}

type SlugAfter = (
  putting: Pick<Putting, 'late' | 'lookUps'>,
  name: ResourceName,
  wanted: WantedSlug,
  kept?: Stored,
) => Promise<string> | string

/** Returns the slug after a write: as sent, that of the name, or the one that the item has. That of an image derives from its title alone. */
const slugAfter: SlugAfter = ({ late, lookUps }, name, { sent, title }, kept) => {
  if (name === 'media') return kept?.slug ?? ''
  if (kept !== undefined && (sent === undefined || sent === kept.slug)) return kept.slug
  const isChosen = sent !== undefined && sent !== ''
  return freeSlug(late.db, {
    ...{ name, slug: slugOr(sent || title, name), except: kept?.id, isChosen },
    isTaken: (slug) => lookUps.isTaken(name, slug),
  })
}

const slugAsSent: SlugAfter = (_putting, _name, { sent = '' }, kept) => sent || (kept?.slug ?? '')

/** Returns the values of the fields among these columns before and after. */
function fieldChanges(
  name: ResourceName,
  columns: readonly string[],
  before: object,
  after: object,
): BeforeAndAfterByField {
  const pairs = columns.flatMap((column) => {
    const was = argAndValueOfColumn(name, column, Reflect.get(before, column))
    const is = argAndValueOfColumn(name, column, Reflect.get(after, column))
    return was === undefined || is === undefined ? [] : [[was[0], [was[1], is[1]]] as const]
  })
  return Object.fromEntries(pairs)
}

/** Returns the links of these kinds before and after, as args. */
const linkChanges = (
  moved: readonly LinkName[],
  had: LinkIds,
  links: Partial<LinkIds>,
): BeforeAndAfterByField =>
  Object.fromEntries(moved.map((one) => [argNamesByLinkedResource[one], [had[one], links[one]]]))

/** Sets those kinds of links of an event that are not as it `had` them. Returns these. */
async function setLinksOfEvent(
  late: Pick<LateWrites, 'db' | 'add'>,
  eventId: number,
  had: LinkIds,
  wanted: Partial<LinkIds>,
): Promise<Partial<LinkIds>> {
  const moved = linksThatDiffer(had, wanted)
  for (const name of linkNames) {
    const ids = moved[name]
    if (ids === undefined) continue
    if (had[name].length > 0)
      await sql`delete from ${quotedName(linkTableNames[name])} where event_id = ${eventId}`.execute(late.db)
    for (const [position, target_id] of ids.entries())
      late.add(linkTableNames[name], { event_id: eventId, target_id, position })
  }
  return moved
}

/** Returns the title or name among columns. */
const titleIn = (name: ResourceName, columns: object) =>
  String(Reflect.get(columns, titleFieldAndColumnByResource[name].column))

/** Returns the slug among columns, if it is sent. */
const slugIn = (columns: object): string | undefined =>
  'slug' in columns && columns.slug !== undefined ? String(columns.slug) : undefined

/** An event as it counts for its terms. */
interface CountedEvent {
  readonly status: EventRecord['status']
  readonly links: LinkIds
}

/** The writes of single items on a connection. */
interface Puts
  extends Omit<ItemWriting, 'freeSlug' | 'addFormerSlugs' | 'setPictures'>,
    Pick<ActsWithOneAuditRow, 'forgetContact'> {}

/**
 * Returns the writes of one connection. `areParts`: what they change is a part of an act that has a line of its own.
 */
export function putsOf(putting: Putting, areParts: boolean): Puts {
  const { late, lookUps, notes, log, resources, momentNow } = putting
  const { db } = late
  const now = () => epochOfInstant(momentNow().now)
  /** Returns what derives from the columns that are set. Texts of events and series are derived by their callers, where they send them. */
  const derivedIn = <N extends ResourceName>(name: N, set: object, row: ValuesOf<N>): object => {
    const isSent = 'search_text' in set
    if (isSent && (name === 'event' || name === 'series')) return {}
    return isSent || derivingColumns[name].some((column) => column in set) ? resources[name].derive(row) : {}
  }
  const stored = async (name: ResourceName, id: number): Promise<Stored> => {
    const [known] = await recordsOfIdsInAnyOrder(db, name, [id])
    if (known === undefined) throw new Error(`There is no ${name} ${id}.`)
    return known
  }
  /** Counts an event for its terms as it was, and as it is. */
  const recount = (before: CountedEvent | undefined, after: CountedEvent | undefined) => {
    for (const name of termNames) {
      const changes = new Map<number, number>()
      const count = (event: CountedEvent | undefined, by: 1 | -1) => {
        for (const id of event?.status === 'publish' ? event.links[name] : [])
          changes.set(id, (changes.get(id) ?? 0) + by)
      }
      count(before, -1)
      count(after, 1)
      if (changes.size > 0) putting.addCounts(name, changes)
    }
  }
  const note = (
    verb: LoggedAct['verb'],
    resource: ResourceName,
    { before, after, of }: { readonly before?: Stored; readonly after?: Stored; readonly of: Stored },
    { changes = {}, changed = [], written = [], isPart = areParts }: ChangedFields = {},
  ) => {
    const { id, version, slug } = of
    const stood = { before: before && visibilityOf(before), after: after && visibilityOf(after) }
    notes.change(resource, id, { before: { known: stood.before }, after: { known: stood.after } }, written)
    // An act on a series has one line, whatever it writes.
    if (resource === 'series') return
    const item = { resource, item_id: id, title: titleIn(resource, of), slug, version }
    log.note({ verb, ...item, ...(isLogged(resource) && { stood }), changes, changed, isPart })
  }
  const insert = async (name: ResourceName, sent: Values, slugOf: SlugAfter): Promise<Stored> => {
    const set = columnsIn(sent)
    const columns = rowFromParts(resources[name].blank, { version: 1, modified_utc: now() }, set)
    const slug = await slugOf(putting, name, { sent: slugIn(columns), title: titleIn(name, columns) })
    const row: ValuesOf<ResourceName> = withColumns(columns, { slug })
    Object.assign(row, derivedIn(name, columns, row))
    const record: Stored = withColumns(row, { id: await insertRecord(late, name, row) })
    lookUps.inserted(name, record)
    if ('own_fields' in record) {
      const links = { ...noLinks, ...(await setLinksOfEvent(late, record.id, noLinks, linksIn(sent))) }
      recount(undefined, { status: record.status, links })
    }
    note('create', name, { after: record, of: record })
    return record
  }
  const update = async (
    name: ResourceName,
    id: number,
    sent: Values,
    slugOf: SlugAfter,
    how: { readonly isPart?: true; readonly isForgotten?: true } = {},
  ): Promise<Stored> => {
    const before = await stored(name, id)
    const set = columnsIn(sent)
    const row = rowFromParts(before, set)
    const slug = await slugOf(putting, name, { sent: slugIn(set), title: titleIn(name, row) }, before)
    const after: Stored = withColumns(row, { slug })
    const derived = derivedIn(name, set, after)
    Object.assign(after, derived)
    const columns = [...new Set([...Object.keys(set), 'slug', ...Object.keys(derived)])].filter(
      (column) =>
        !stamps.includes(column) && !isSame(Reflect.get(before, column), Reflect.get(after, column)),
    )
    const wanted = linksIn(sent)
    const had = Object.keys(wanted).length > 0 ? await linksOfEvent(db, id) : noLinks
    const links = await setLinksOfEvent(late, id, had, wanted)
    const moved = linkNames.filter((one) => links[one] !== undefined)
    // A series is written in several steps of one act, which sets its version.
    const { version = before.version + (name === 'series' ? 0 : 1) } = sent
    if (columns.length + moved.length === 0 && (sent.version ?? before.version) === before.version)
      return before
    const { modified_utc = version === before.version ? before.modified_utc : now() } = sent
    Object.assign(after, { id, version, modified_utc })
    const written = columns.map((column) => [column, Reflect.get(after, column)])
    await updateRecord(db, name, id, { ...Object.fromEntries(written), version, modified_utc })
    if ('own_fields' in before && 'own_fields' in after)
      if (before.status !== after.status || links.category !== undefined || links.tag !== undefined) {
        const linked = moved.length > 0 ? had : await linksOfEvent(db, id)
        recount(
          { status: before.status, links: linked },
          { status: after.status, links: { ...linked, ...links } },
        )
      }
    const isTrashed = columns.includes('status') && 'status' in after && after.status === 'trash'
    const args = moved.map((one) => argNamesByLinkedResource[one])
    note(
      isTrashed ? 'trash' : 'update',
      name,
      { before, after, of: after },
      {
        changes: how.isForgotten
          ? {}
          : { ...fieldChanges(name, columns, before, after), ...linkChanges(moved, had, links) },
        changed: isTrashed
          ? []
          : [
              ...(how.isForgotten ? Object.keys(set) : columns).flatMap((column) =>
                fieldsOfColumn(name, column),
              ),
              ...args,
            ],
        written: [...Object.keys(set), ...moved],
        ...(how.isPart && { isPart: true }),
      },
    )
    return after
  }
  /** Takes an item out of those that show it. Their changes are parts of its removal, which alone has a line. */
  const takeFromOthers = async (name: ResourceName, item: Stored): Promise<void> => {
    for (const child of name === 'event' ? await putting.children(name, item.id) : [])
      notes.change(name, child)
    // An import may later reuse the id for an item that these events do not link to.
    for (const event of isLink(name) ? await putting.linkedTo(name, item.id) : []) notes.touch('event', event)
    if ('parent' in item)
      for (const child of await putting.children('category', item.id))
        await update('category', child, { parent: item.parent }, slugAsSent, { isPart: true })
    for (const shower of name === 'media' ? imageShowingResources : [])
      for (const id of await putting.showing(shower, item.id))
        if (isLogged(shower)) await update(shower, id, { image: null }, slugAsSent, { isPart: true })
        else notes.change(shower, id)
  }
  const write = (slugOf: SlugAfter): ItemWriting['put'] => {
    function put<N extends ResourceName>(
      name: N,
      id: number | undefined,
      values: PutValues<N>,
    ): Promise<RecordOf<N>>
    function put(name: ResourceName, id: number | undefined, values: Values): Promise<Stored> {
      return id === undefined ? insert(name, values, slugOf) : update(name, id, values, slugOf)
    }
    return put
  }
  /** A put whose caller has found a free slug. */
  const putFree = write(slugAsSent)
  return {
    put: write(slugAfter),
    insert: async (name, values) => (await putFree<ResourceName>(name, undefined, values)).id,
    insertMedia: async (image) => (await insert('media', image, slugAfter)).id,
    async update(name, id, values) {
      await putFree<ResourceName>(name, id, values)
    },
    async forgetContact(id, now) {
      const [before] = await recordsOfIdsInAnyOrder(db, 'organizer', [id])
      const { personal = [] } = resources.organizer
      const emptied = Object.fromEntries(personal.map((column) => [column, '']))
      if (before !== undefined)
        await update('organizer', id, { ...emptied, modified_utc: now }, slugAsSent, { isForgotten: true })
    },
    async remove(name, id) {
      const before = await stored(name, id)
      await takeFromOthers(name, before)
      if ('own_fields' in before && before.status === 'publish')
        recount({ status: before.status, links: await linksOfEvent(db, id) }, undefined)
      if (!areParts) await forgetValuesOfItem(db, name, id)
      await putting.removeRow(name, id, now())
      note('delete', name, { before, of: before })
    },
  }
}
