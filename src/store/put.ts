/**
 * The only writer of single items. It keeps true what derives from the columns that callers set, and notes what changed in the log and the
 * journal. Links are columns of an event to its callers.
 */

import {
  argAndValueOfColumn,
  argNamesByLinkedResource,
  derivingColumns,
  isSameValue,
  linksThatDiffer,
} from '../contract/columns.ts'
import type { MergeableName } from '../contract/operations/editing.ts'
import { titleFieldAndColumnByResource } from '../contract/resources/fields/index.ts'
import { linkNames, noLinks, type ResourceName, termNames } from '../contract/resources/index.ts'
import { rowFromParts } from '../contract/table-of.ts'
import { noTranslations } from '../domain/languages.ts'
import { slugOr } from '../domain/text/letters.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { quotedName, sql } from './database/sql.ts'
import type { LoggedAct } from './log/log.ts'
import {
  type DerivedColumn,
  fieldsOfColumn,
  forgetValuesOfItem,
  isLogged,
  type StoredResources,
} from './log/logged.ts'
import { visibilityOf } from './log/newest-changes.ts'
import { isLinkName, linksOfEvent } from './records/links.ts'
import { imageShowingResources } from './records/media.ts'
import { recordsOfIdsInAnyOrder } from './records/query-records.ts'
import { freeSlug } from './records/slugs.ts'
import { insertRecord, type TransactionParts, updateRecord } from './records/writing.ts'
import type { AddTermCounts } from './series/writing.ts'
import { linkTables } from './tables.ts'
import type {
  BeforeAndAfterByField,
  EventRecord,
  LinkIds,
  LinkName,
  LinksOf,
  RecordOf,
  ValuesOf,
} from './types/index.ts'
import type { Reading } from './types/reading.ts'

/** The columns that a put sets: those that do not derive from others; those that are absent or undefined stay. An explicit id is only given when importing. */
export type PutValues<N extends ResourceName> = LinksOf<N> & {
  readonly [C in keyof Omit<ValuesOf<N>, DerivedColumn<N>>]?: ValuesOf<N>[C] | undefined
}

/** An item as it was read earlier in the transaction, an event perhaps with its links. */
interface AsRead<N extends ResourceName> {
  readonly record: RecordOf<N>
  readonly links?: LinkIds | undefined
}

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
interface Putting extends TransactionParts {
  readonly resources: StoredResources
  readonly reads: Pick<Reading, 'linkedTo' | 'children' | 'showing'>
  readonly addCounts: AddTermCounts
  /** Deletes a row. Those that show it are modified at `now`, in seconds since 1970 UTC. */
  removeRow(name: ResourceName, id: number, now: number): Promise<void>
}

/** Returns the columns that are set, as they would be read again: JSON decoded from its text. */
function columnsIn(sent: object): Readonly<Record<string, unknown>> {
  const columns: Record<string, unknown> = {}
  for (const column of Object.keys(sent)) {
    const value: unknown = Reflect.get(sent, column)
    if (value === undefined || isLinkName(column)) continue
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

const isInTrash = (item: object) => 'status' in item && item.status === 'trash'

/**
 * Returns the slug after a write: as sent, that of the title, or the one that the item has. It is made free, but for an item in the trash, which
 * blocks no other one and gets a free slug when it leaves. That of an image derives from its title alone.
 */
function slugAfter(
  { late, lookUps }: Pick<Putting, 'late' | 'lookUps'>,
  name: ResourceName,
  row: object,
  sent: string | undefined,
  kept?: Stored,
): Promise<string> | string {
  if (name === 'media') return kept?.slug ?? ''
  const isKept = kept !== undefined && (sent === undefined || sent === kept.slug)
  const slug = isKept ? kept.slug : sent || slugOr(titleIn(name, row), name)
  if (isInTrash(row) || (isKept && !isInTrash(kept))) return slug
  return freeSlug(late.db, {
    ...{ name, slug, except: kept?.id, isChosen: !isKept && slug === sent },
    isTaken: (one) => lookUps.isTaken(name, one),
  })
}

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

/** Sets links of an event that are not as it `had` them. */
async function setLinksOfEvent(
  { db, add }: Pick<TransactionParts['late'], 'db' | 'add'>,
  eventId: number,
  had: LinkIds,
  moved: Partial<LinkIds>,
): Promise<void> {
  for (const name of linkNames) {
    const ids = moved[name]
    if (ids === undefined) continue
    if (had[name].length > 0)
      await sql`delete from ${quotedName(linkTables[name])} where event_id = ${eventId}`.execute(db)
    for (const [position, target_id] of ids.entries())
      add(linkTables[name], { event_id: eventId, target_id, position })
  }
}

/** Returns the title or name among columns. */
const titleIn = (name: ResourceName, columns: object) =>
  String(Reflect.get(columns, titleFieldAndColumnByResource[name].column))

/** Returns the slug among columns, if it is sent. */
const slugIn = (columns: object): string | undefined =>
  'slug' in columns && columns.slug !== undefined ? String(columns.slug) : undefined

/** How an item is updated. */
interface Updating {
  readonly read?: AsRead<ResourceName> | undefined
  readonly isPart?: true
  readonly isForgotten?: true
}

/** An event as it counts for its terms. */
interface CountedEvent {
  readonly status: EventRecord['status']
  readonly links: LinkIds
}

/**
 * Returns the writes of one connection. `areParts`: what they change is a part of an act that has a line of its own.
 */
export function putsOf(putting: Putting, areParts: boolean) {
  const { late, lookUps, notes, log, resources, reads, momentNow } = putting
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
    if (resource === 'series') return log.noteSeriesVersion(id, version)
    const item = { resource, item_id: id, title: titleIn(resource, of), slug, version }
    log.note({ verb, ...item, changes, changed, isPart })
  }
  const insert = async (name: ResourceName, sent: Values): Promise<Stored> => {
    const set = columnsIn(sent)
    const columns = rowFromParts(resources[name].blank, { version: 1, modified_utc: now() }, set)
    const slug = await slugAfter(putting, name, columns, slugIn(columns))
    const row: ValuesOf<ResourceName> = withColumns(columns, { slug })
    Object.assign(row, derivedIn(name, columns, row))
    const record: Stored = withColumns(row, { id: await insertRecord(late, name, row) })
    const links = name === 'event' ? { ...noLinks, ...linksIn(sent) } : undefined
    if ('own_fields' in record && links !== undefined) {
      await setLinksOfEvent(late, record.id, noLinks, linksThatDiffer(noLinks, links))
      recount(undefined, { status: record.status, links })
    }
    lookUps.inserted(name, record, links)
    note('create', name, { after: record, of: record })
    return record
  }
  const update = async (
    name: ResourceName,
    id: number,
    sent: Values,
    { read, ...how }: Updating = {},
  ): Promise<Stored> => {
    // A series is written in several steps of one version: its version tells nothing of what was written since it was read.
    const known = name === 'series' ? undefined : read
    const before = known?.record ?? (await stored(name, id))
    const set = columnsIn(sent)
    const row = rowFromParts(before, set)
    const slug = await slugAfter(putting, name, row, slugIn(set), before)
    const after: Stored = withColumns(row, { slug })
    const derived = derivedIn(name, set, after)
    Object.assign(after, derived)
    const columns = [...new Set([...Object.keys(set), 'slug', ...Object.keys(derived)])].filter(
      (column) =>
        !stamps.includes(column) && !isSameValue(Reflect.get(before, column), Reflect.get(after, column)),
    )
    const wanted = linksIn(sent)
    const linked = known?.links ?? (Object.keys(wanted).length > 0 ? await linksOfEvent(db, id) : undefined)
    const had = linked ?? noLinks
    const links = linksThatDiffer(had, wanted)
    const moved = linkNames.filter((one) => links[one] !== undefined)
    // A series is written in several steps of one act, which sets its version.
    const { version = before.version + (name === 'series' ? 0 : 1) } = sent
    if (columns.length + moved.length === 0 && (sent.version ?? before.version) === before.version)
      return before
    const { modified_utc = version === before.version ? before.modified_utc : now() } = sent
    Object.assign(after, { id, version, modified_utc })
    const written = columns.map((column) => [column, Reflect.get(after, column)])
    const values = { ...Object.fromEntries(written), version, modified_utc }
    const isAsRead = await updateRecord(db, name, { id, version: known?.record.version }, values)
    // Something else of the transaction has written it since.
    if (known !== undefined && !isAsRead) return update(name, id, sent, how)
    await setLinksOfEvent(late, id, had, links)
    if ('own_fields' in before && 'own_fields' in after)
      if (before.status !== after.status || links.category !== undefined || links.tag !== undefined) {
        const all = linked ?? (await linksOfEvent(db, id))
        recount({ status: before.status, links: all }, { status: after.status, links: { ...all, ...links } })
      }
    if (linked !== undefined) lookUps.linked(id, { ...linked, ...links })
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
    for (const child of name === 'event' ? await reads.children(name, item.id) : []) notes.change(name, child)
    // An import may later reuse the id for an item that these events do not link to.
    for (const event of isLinkName(name) ? await reads.linkedTo(name, item.id) : [])
      notes.touch('event', event)
    if ('parent' in item)
      for (const child of await reads.children('category', item.id))
        await update('category', child, { parent: item.parent }, { isPart: true })
    for (const shower of name === 'media' ? imageShowingResources : [])
      for (const id of await reads.showing(shower, item.id))
        if (isLogged(shower)) await update(shower, id, { image: null }, { isPart: true })
        else notes.change(shower, id)
  }
  /**
   * Inserts an item, or updates the one with that id, whose version grows if anything differs; that of a series only where it is set. Returns it
   * as it is stored then. An absent slug stays, or is that of the name, as an empty one is. It is made free, but in the trash. Who has `read` the
   * item in this transaction gives it along, so that it is not read again; a series is read again always.
   */
  function put<N extends ResourceName>(
    name: N,
    id: number | undefined,
    values: PutValues<N>,
    read?: AsRead<N>,
  ): Promise<RecordOf<N>>
  function put(
    name: ResourceName,
    id: number | undefined,
    values: Values,
    read?: AsRead<ResourceName>,
  ): Promise<Stored> {
    return id === undefined ? insert(name, values) : update(name, id, values, { read })
  }
  return {
    put,
    /**
     * Inserts an item that was deleted, as its next version: without a parent or an image that is gone, under its slug or one that is free. It
     * counts anew what links to it.
     */
    async bringBack<N extends MergeableName | 'group'>(name: N, record: RecordOf<N>): Promise<void> {
      const { id, version } = record
      const isGone = async (of: ResourceName, one: unknown) =>
        typeof one === 'number' && (await recordsOfIdsInAnyOrder(db, of, [one])).length === 0
      await insert(name, {
        ...record,
        slug: await freeSlug(db, { name, slug: record.slug, except: id, isChosen: false }),
        version: version + 1,
        modified_utc: now(),
        ...('count' in record && { count: 0 }),
        ...('parent' in record && (await isGone('category', record.parent)) && { parent: null }),
        ...('image' in record && (await isGone('media', record.image)) && { image: null }),
      })
    },
    /** Clears the e-mail address and the telephone number of an organizer; the log keeps no values of it. */
    async forgetContact(id: number) {
      const [before] = await recordsOfIdsInAnyOrder(db, 'organizer', [id])
      const { personal = [] } = resources.organizer
      const emptied = Object.fromEntries(personal.map((column) => [column, '']))
      if (before !== undefined) await update('organizer', id, emptied, { isForgotten: true })
    },
    /** Deletes an item and its links; categories below move up, and items lose their image. */
    async remove(name: ResourceName, id: number) {
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
