/**
 * The only writer of the resources whose changes are in the log. It keeps true what derives from the columns that callers set, and notes what
 * changed in the log and, as long as the other resources need them, in the journal and the memory.
 */
import { titleFieldAndColumnByResource } from '../contract/resources/fields/translated.ts'
import { argAndValueOfColumn } from '../contract/stored-args.ts'
import { withoutUndefined } from '../contract/table-of.ts'
import { slugOr } from '../domain/text/slug.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import type { Db } from './database/rows.ts'
import { fieldsOfColumn, forgetValuesOfItem } from './log/auditing.ts'
import { visibilityOf } from './log/item-visibility.ts'
import type { Log, LoggedAct } from './log/log.ts'
import { isLogged, type LoggedName, type StoredResources } from './log/logged.ts'
import type { JournalNotes } from './log/notes.ts'
import type { ItemMemory } from './memory/item-memory.ts'
import { freeSlug } from './records/free-slug.ts'
import { linkTableNames } from './records/links.ts'
import { imageShowingResources } from './records/media.ts'
import { recordsOfIdsInAnyOrder } from './records/query-records.ts'
import { insertRecord, updateRecord } from './records/writing.ts'
import type {
  ActsWithOneAuditRow,
  BeforeAndAfterByField,
  ItemWriting,
  LinkName,
  LoggedWriting,
  PutValues,
  Reading,
  RecordOf,
  ValuesOf,
} from './store.ts'

/** What changes of an item's fields, and whether the line of another act tells of it. */
interface ChangedFields {
  readonly changes?: BeforeAndAfterByField
  readonly changed?: readonly string[]
  readonly isPart?: boolean
}

type Values = { readonly [N in LoggedName]: PutValues<N> }[LoggedName]
type Stored = RecordOf<LoggedName>

/** The parts of one connection that a put writes to. */
interface Putting extends Pick<Reading, 'linkedTo' | 'children' | 'showing'> {
  readonly db: Db
  readonly memory: ItemMemory
  readonly notes: JournalNotes
  readonly log: Log
  readonly resources: StoredResources
  /** Deletes a row. */
  readonly removeRow: ItemWriting['remove']
  momentNow(): Moment
}

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The slug as sent, and the title that it otherwise derives from. */
interface WantedSlug {
  readonly sent: string | undefined
  readonly title: string
}

type SlugAfter = (db: Db, name: LoggedName, wanted: WantedSlug, kept?: Stored) => Promise<string> | string

/** Returns the slug after a write: as sent, that of the name, or the one that the item has. That of an image derives from its title alone. */
const slugAfter: SlugAfter = (db, name, { sent, title }, kept) => {
  if (name === 'media') return ''
  if (kept !== undefined && (sent === undefined || sent === kept.slug)) return kept.slug
  const isChosen = sent !== undefined && sent !== ''
  return freeSlug(db, { name, slug: slugOr(sent || title, name), except: kept?.id, isChosen })
}

const slugAsSent: SlugAfter = (_db, _name, { sent = '' }, kept) => sent || (kept?.slug ?? '')

/** Returns the values of the fields among these columns before and after. */
function fieldChanges(
  name: LoggedName,
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

/** Returns the title or name among columns. */
const titleIn = (name: LoggedName, columns: object) =>
  String(Reflect.get(columns, titleFieldAndColumnByResource[name].column))

/** Returns the slug among columns, if it is sent. */
const slugIn = (columns: object): string | undefined =>
  'slug' in columns && columns.slug !== undefined ? String(columns.slug) : undefined

const isLink = (name: LoggedName): name is LoggedName & LinkName => Object.hasOwn(linkTableNames, name)

/** The writes of a connection for the resources whose changes are in the log. */
export interface Puts extends LoggedWriting, Pick<ItemWriting, 'insertMedia'> {
  /** A put whose caller has found a free slug. */
  readonly putFree: LoggedWriting['put']
  /** Empties the personal columns of an organizer. What they were is kept nowhere. */
  readonly forgetContact: ActsWithOneAuditRow['forgetContact']
  /** Deletes an item and its links for good, and the values of its changes where this is the act itself. */
  remove(name: LoggedName, id: number): Promise<void>
}

/**
 * Returns the writes of one connection. `areParts`: what they change is a part of an act that has a line of its own.
 */
export function putsOf(putting: Putting, areParts: boolean): Puts {
  const { db, memory, notes, log, resources, momentNow } = putting
  const now = () => epochOfInstant(momentNow().now)
  const derivedIn = <N extends LoggedName>(name: N, row: ValuesOf<N>) => resources[name].derive(row)
  /** Returns a whole row. Its parts begin with `blank`, or with the row as it is stored; what derives comes last. */
  const wholeRow = (name: LoggedName, ...parts: readonly object[]): ValuesOf<LoggedName> => {
    const row: ValuesOf<LoggedName> = Object.assign({}, ...parts)
    return Object.assign(row, derivedIn(name, row))
  }
  const stored = async (name: LoggedName, id: number): Promise<Stored> => {
    const known = memory.record(name, id) ?? (await recordsOfIdsInAnyOrder(db, name, [id]))[0]
    if (known === undefined) throw new Error(`There is no ${name} ${id}.`)
    return known
  }
  const note = (
    { verb, resource }: Pick<LoggedAct, 'verb'> & { readonly resource: LoggedName },
    { before, after, of }: { readonly before?: Stored; readonly after?: Stored; readonly of: Stored },
    { changes = {}, changed = [], isPart = areParts }: ChangedFields = {},
  ) => {
    const { id, version, slug } = of
    const stood = { before: before && visibilityOf(before), after: after && visibilityOf(after) }
    const item = { resource, item_id: id, title: titleIn(resource, of), slug, version }
    log.note({ verb, ...item, stood, changes, changed: verb === 'update' ? changed : [], isPart })
  }
  const insert = async (name: LoggedName, sent: Values, slugOf: SlugAfter): Promise<Stored> => {
    const columns = {
      ...resources[name].blank,
      version: 1,
      modified_utc: now(),
      ...withoutUndefined(sent),
    }
    const slug = await slugOf(db, name, { sent: slugIn(columns), title: titleIn(name, columns) })
    const row = wholeRow(name, columns, { slug })
    const record: Stored = Object.assign(row, { id: await insertRecord(db, name, row) })
    notes.change(name, record.id, { known: undefined })
    memory.remember(name, record)
    note({ verb: 'create', resource: name }, { after: record, of: record })
    return record
  }
  const update = async (
    name: LoggedName,
    id: number,
    sent: Values,
    slugOf: SlugAfter,
    how: { readonly isPart?: true; readonly isForgotten?: true } = {},
  ): Promise<Stored> => {
    const before = await stored(name, id)
    const wanted = { ...before, ...withoutUndefined(sent) }
    const slug = await slugOf(db, name, { sent: slugIn(sent), title: titleIn(name, wanted) }, before)
    const row = wholeRow(name, wanted, { slug })
    const isChanged = (column: string) =>
      !['version', 'modified_utc'].includes(column) &&
      !isSame(Reflect.get(before, column), Reflect.get(row, column))
    if (!Object.keys(row).some(isChanged)) return before
    const { version = before.version + 1, modified_utc = now() } = sent
    const after: Stored = Object.assign(row, { id, version, modified_utc })
    const written = Object.entries(after).filter(([column]) => isChanged(column))
    await updateRecord(db, name, id, { ...Object.fromEntries(written), version, modified_utc })
    notes.change(name, id)
    memory.remember(name, after)
    const columns = [...new Set([...Object.keys(sent), 'slug'])].filter(isChanged)
    const verb = 'status' in sent && sent.status === 'trash' ? 'trash' : 'update'
    note(
      { verb, resource: name },
      { before, after, of: after },
      {
        changes: how.isForgotten ? {} : fieldChanges(name, columns, before, after),
        changed: (how.isForgotten ? Object.keys(sent) : columns).flatMap((column) =>
          fieldsOfColumn(name, column),
        ),
        ...(how.isPart && { isPart: true }),
      },
    )
    return after
  }
  /** Takes an item out of those that show it. Their changes are parts of its removal, which alone has a line. */
  const takeFromOthers = async (name: LoggedName, item: Stored): Promise<void> => {
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
  const write = (slugOf: SlugAfter): LoggedWriting['put'] => {
    function put<N extends LoggedName>(
      name: N,
      id: number | undefined,
      values: PutValues<N>,
    ): Promise<RecordOf<N>>
    function put(name: LoggedName, id: number | undefined, values: Values): Promise<Stored> {
      return id === undefined ? insert(name, values, slugOf) : update(name, id, values, slugOf)
    }
    return put
  }
  return {
    put: write(slugAfter),
    putFree: write(slugAsSent),
    async forgetContact(id, now) {
      const [before] = await recordsOfIdsInAnyOrder(db, 'organizer', [id])
      const { personal = [] } = resources.organizer
      const emptied = Object.fromEntries(personal.map((column) => [column, '']))
      if (before !== undefined)
        await update('organizer', id, { ...emptied, modified_utc: now }, slugAsSent, { isForgotten: true })
    },
    insertMedia: async (image) => (await insert('media', image, slugAfter)).id,
    async remove(name, id) {
      const before = await stored(name, id)
      await takeFromOthers(name, before)
      notes.change(name, id, { known: visibilityOf(before) })
      if (!areParts) await forgetValuesOfItem(db, name, id)
      await putting.removeRow(name, id, now())
      memory.forget()
      note({ verb: 'delete', resource: name }, { before, of: before })
    },
  }
}
