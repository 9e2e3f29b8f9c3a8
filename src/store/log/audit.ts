/**
 * The audit: every write adds a row in its own transaction with the actor, the verb, the item and the time. It
 * contains no field values and no secrets.
 */
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { all } from '../conditions/visibility.ts'
import { type Db, first, insertRows } from '../database/rows.ts'
import { named, type SqlBool, sql } from '../database/sql.ts'
import { tableOf } from '../records/orders.ts'
import type { AuditPage, AuditQuery, AuditRow, LinkName, Writer, Writing } from '../store.ts'
import type { AuditTable } from '../tables/accounts.ts'

/** What was done to which item, and the item's title and slug. */
export type Noted = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

interface NotedItem extends Noted {
  /** The names of the changed fields. */
  readonly changed: readonly string[]
  /** The number of events that an act on a series touched. */
  readonly touched: number
}

const byOf = ({ actor, moment }: Writer) => ({
  at_utc: epochOf(moment.now),
  user_id: actor.id,
  login: actor.login,
  via: actor.via ?? '',
})

/** Adds an audit row in the transaction `db`. */
export async function note(db: Db, writer: Writer, noted: Noted): Promise<void> {
  await insertRows(db, 'audit', [{ ...byOf(writer), ...noted }])
}

/** Reads the title and slug of an item. */
async function nameOf(db: Db, name: ResourceName, id: number): Promise<Pick<Noted, 'title' | 'slug'>> {
  const title = named(name === 'event' || name === 'media' ? 'title' : 'name')
  const slug = name === 'media' ? sql`'' as slug` : named('slug')
  const { rows } = await sql<Pick<Noted, 'title' | 'slug'>>`
    select ${title} as title, ${slug} from ${named(tableOf(name))} where id = ${id}`.execute(db)
  return rows[0] ?? { title: '', slug: '' }
}

/** The title and slug of a new item, taken from its columns. */
function newNameOf(values: object): Pick<Noted, 'title' | 'slug'> {
  const told = new Map<string, unknown>(Object.entries(values))
  return { title: String(told.get('title') ?? told.get('name')), slug: String(told.get('slug') ?? '') }
}

const linkFields: Readonly<Record<LinkName, string>> = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
}

/**
 * The field that a column stores, usually of the same name. Derived columns, such as search keys, belong to no
 * field.
 */
function fieldOf(name: ResourceName, column: string): readonly string[] {
  if (column === 'password_hash') return ['password']
  if (column === 'date_utc') return ['date']
  if (column === 'name' && (name === 'venue' || name === 'organizer')) return [name]
  return Object.hasOwn(resourceNamed(name).fields, column) ? [column] : []
}

/** A writing that collects audit rows, and the function that saves them at the end of the transaction. */
export interface Audited {
  readonly store: Writing
  keep(): Promise<void>
}

const BATCH = 500

async function keepNotes(db: Db, writer: Writer, notes: readonly NotedItem[]): Promise<void> {
  const by = byOf(writer)
  const rows = notes.map(({ changed, ...noted }) => ({ ...by, ...noted, fields: JSON.stringify(changed) }))
  await insertRows(db, 'audit', rows)
}

/**
 * Wraps a writing so that each item created, changed, trashed or deleted gets an audit row. All rows are inserted
 * at once.
 */
export function audited(store: Writing, db: Db, writer: Writer): Audited {
  let notes: NotedItem[] = []
  const noteItem = async (
    verb: Noted['verb'],
    resource: ResourceName,
    item_id: number,
    changed: readonly string[] = [],
  ) => {
    notes.push({ verb, resource, item_id, ...(await nameOf(db, resource, item_id)), changed, touched: 1 })
  }
  const noteNew = (resource: ResourceName, item_id: number, values: object) =>
    notes.push({ verb: 'create', resource, item_id, ...newNameOf(values), changed: [], touched: 1 })
  const auditing: Writing = {
    ...store,
    async insert(name, values) {
      const id = await store.insert(name, values)
      if (name !== 'series') noteNew(name, id, values)
      return id
    },
    async update(name, id, values) {
      await store.update(name, id, values)
      if (name === 'series') return
      if ('status' in values && values.status === 'trash') return noteItem('trash', name, id)
      const fields = Object.keys(values).flatMap((column) => fieldOf(name, column))
      return noteItem('update', name, id, fields)
    },
    async setLinks(name, eventId, targets) {
      await store.setLinks(name, eventId, targets)
      const at = notes.findLastIndex(({ resource, item_id }) => resource === 'event' && item_id === eventId)
      const last = notes[at]
      if (last?.verb === 'update') notes[at] = { ...last, changed: [...last.changed, linkFields[name]] }
    },
    async remove(name, id, now) {
      if (name !== 'series') await noteItem('delete', name, id)
      await store.remove(name, id, now)
    },
    async insertMedia(media) {
      const id = await store.insertMedia(media)
      noteNew('media', id, media)
      return id
    },
    async saveSettings(changes) {
      await store.saveSettings(changes)
      const changed = Object.keys(changes)
      notes.push({
        verb: 'update',
        resource: 'settings',
        item_id: 0,
        title: '',
        slug: '',
        changed,
        touched: 1,
      })
    },
    // An act on a series is one row, however many events it touches.
    noteSeries: (verb, { id, title, slug }, changed, touched) =>
      void notes.push({ verb, resource: 'series', item_id: id, title, slug, changed, touched }),
    async attempt(act) {
      const before = [...notes]
      try {
        return await store.attempt(act)
      } catch (error) {
        notes = before
        throw error
      }
    },
  }
  return { store: auditing, keep: () => keepNotes(db, writer, notes) }
}

/** Audit rows with the names of their users. */
const withNames = sql`select audit.*, coalesce(nullif(users.display_name, ''), audit.login) as display_name
  from audit left join users on users.id = audit.user_id and users.login = audit.login`

type Row = AuditTable & Pick<AuditRow, 'display_name'>

const shown = ({ fields, ...row }: Row): AuditRow => ({
  ...row,
  fields: JSON.parse(fields),
})

/** Every row from a time on (seconds since 1970 UTC), oldest first, read in batches. */
export async function* auditSince(db: Db, since: number): AsyncIterable<AuditRow> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`${withNames}
      where at_utc >= ${since} and audit.id > ${after} order by audit.id limit ${BATCH}`.execute(db)
    yield* rows.map(shown)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** One page of the matching rows, newest first; no rows past the last page. */
export async function auditPage(db: Db, query: AuditQuery): Promise<AuditPage> {
  const { page, per_page, since, ...exact } = query
  const conditions = Object.entries(exact).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${named(column)} = ${value}`],
  )
  if (since !== undefined) conditions.push(sql`at_utc >= ${since}`)
  const where = all(conditions)
  const counted = sql<{ readonly total: number }>`select count(*) as total from audit where ${where}`
  const total = (await first(db, counted))?.total ?? 0
  const offset = (page - 1) * per_page
  if (offset >= total) return { rows: [], total }
  const { rows } = await sql<Row>`${withNames} where ${where}
    order by audit.id desc limit ${per_page} offset ${offset}`.execute(db)
  return { rows: rows.map(shown), total }
}
