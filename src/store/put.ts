/**
 * The only writer of the resources whose changes are in the log. It keeps true what derives from the columns that callers set, and notes what
 * changed in the log and, as long as the other resources need them, in the journal, the audit and the memory.
 */
import { type LoggedName, loggedResources } from '../contract/logged-resources.ts'
import { argAndValueOfColumn } from '../contract/stored-args.ts'
import { withoutUndefined } from '../contract/table-of.ts'
import { slugOr } from '../domain/text/slug.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import type { Db } from './database/rows.ts'
import type { NotedAct } from './log/audit.ts'
import { forgetValuesOfItem } from './log/auditing.ts'
import type { ItemLog, LoggedChange } from './log/item-log.ts'
import type { ItemVisibility } from './log/item-visibility.ts'
import type { JournalNotes } from './log/notes.ts'
import type { ItemMemory } from './memory/item-memory.ts'
import { freeSlug } from './records/free-slug.ts'
import { recordsOfIdsInAnyOrder } from './records/query-records.ts'
import { insertRecord, removeRecord, updateRecord } from './records/writing.ts'
import type { BeforeAndAfterByField, LoggedWriting, PutValues, Reading, RecordOf } from './store.ts'

type Values = PutValues<LoggedName>
type Stored = RecordOf<LoggedName>

/** The parts of one connection that a put writes to. */
interface Putting extends Pick<Reading, 'linkedTo'> {
  readonly db: Db
  readonly memory: ItemMemory
  readonly notes: JournalNotes
  readonly log: ItemLog
  momentNow(): Moment
}

/** How an item stands that everybody sees. */
const shown: ItemVisibility = { author: 0, isLive: true, isPublic: true, group: 0 }

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The slug as sent, and the title that it otherwise derives from. */
interface WantedSlug {
  readonly sent: string | undefined
  readonly title: string
}

type SlugAfter = (db: Db, name: LoggedName, wanted: WantedSlug, kept?: Stored) => Promise<string> | string

/** Returns the slug after a write: as sent, that of the name, or the one that the item has. */
const slugAfter: SlugAfter = (db, name, { sent, title }, kept) => {
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

/** The writes of a connection for the resources whose changes are in the log. */
export interface Puts extends LoggedWriting {
  /** A put whose caller has found a free slug. */
  putFree(name: LoggedName, id: number | undefined, values: Values): Promise<Stored>
  /** Deletes an item and its links for good, and the values of its changes where this is the act itself. */
  remove(name: LoggedName, id: number): Promise<void>
}

/**
 * Returns the writes of one connection. `noteLine` notes a row of the audit, whose number the line of the change gets; without it, the changes
 * are parts of an act that has a line of its own.
 */
export function putsOf(putting: Putting, noteLine?: (row: NotedAct) => void): Puts {
  const { db, memory, notes, log, linkedTo, momentNow } = putting
  const stored = async (name: LoggedName, id: number): Promise<Stored> => {
    const known = memory.record(name, id) ?? (await recordsOfIdsInAnyOrder(db, name, [id]))[0]
    if (known === undefined) throw new Error(`There is no ${name} ${id}.`)
    return known
  }
  const note = (
    act: Pick<LoggedChange, 'verb' | 'resource' | 'stood'>,
    { id, version, name: title, slug }: Stored,
    changes: BeforeAndAfterByField = {},
  ) => {
    const { verb, resource } = act
    const row = { verb, resource, item_id: id, title, slug }
    const line = { ...row, ...(verb === 'update' && { changes, changed: Object.keys(changes) }) }
    noteLine?.(line)
    log.note({ ...act, ...row, version, changes, touched: 1, ...(noteLine && { line }) })
  }
  const insert = async (name: LoggedName, sent: Values, slugOf: SlugAfter): Promise<Stored> => {
    const { blank, derive } = loggedResources[name]
    const columns = {
      ...blank,
      version: 1,
      modified_utc: epochOfInstant(momentNow().now),
      ...withoutUndefined(sent),
    }
    const slug = await slugOf(db, name, { sent: sent.slug, title: columns.name })
    const row = { ...columns, slug, ...derive({ ...columns, slug }) }
    const record = { ...row, id: await insertRecord(db, name, row) }
    notes.change(name, record.id, { known: undefined })
    memory.remember(name, record)
    note({ verb: 'create', resource: name, stood: { before: undefined, after: shown } }, record)
    return record
  }
  const update = async (name: LoggedName, id: number, sent: Values, slugOf: SlugAfter): Promise<Stored> => {
    const before = await stored(name, id)
    const columns = { ...before, ...withoutUndefined(sent) }
    const slug = await slugOf(db, name, { sent: sent.slug, title: columns.name }, before)
    const row = { ...columns, slug, ...loggedResources[name].derive({ ...columns, slug }) }
    const isChanged = (column: string) =>
      !['version', 'modified_utc'].includes(column) &&
      !isSame(Reflect.get(before, column), Reflect.get(row, column))
    if (!Object.keys(row).some(isChanged)) return before
    const { version = before.version + 1, modified_utc = epochOfInstant(momentNow().now) } = sent
    const after = { ...row, version, modified_utc }
    const written = Object.entries(after).filter(([column]) => isChanged(column))
    await updateRecord(db, name, id, { ...Object.fromEntries(written), version, modified_utc })
    notes.change(name, id)
    memory.remember(name, after)
    const changed = [...new Set([...Object.keys(sent), 'slug'])].filter(isChanged)
    const stood = { before: shown, after: shown }
    note({ verb: 'update', resource: name, stood }, after, fieldChanges(name, changed, before, after))
    return after
  }
  const write =
    (slugOf: SlugAfter): Puts['put'] =>
    (name, id, values) =>
      id === undefined ? insert(name, values, slugOf) : update(name, id, values, slugOf)
  return {
    put: write(slugAfter),
    putFree: write(slugAsSent),
    async remove(name, id) {
      const before = await stored(name, id)
      // An import may later reuse the id for an item that these events do not link to.
      for (const event of await linkedTo(name, id)) notes.touch('event', event)
      notes.change(name, id, { known: shown })
      if (noteLine !== undefined) await forgetValuesOfItem(db, name, id)
      await removeRecord(db, name, id, 0)
      memory.forget()
      note({ verb: 'delete', resource: name, stood: { before: shown, after: undefined } }, before)
    },
  }
}
