/** The audit: every write leaves a row in its own transaction, of who, what, which item and when. No contents, no secrets. */
import { type Kysely, sql } from 'kysely'
import type { ResourceName } from '../contract/resources/index.ts'
import { epochOf } from '../domain/moment.ts'
import { tableOf } from './orders.ts'
import type { AuditRow, Writer, Writing } from './store.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

/** What was done to which item, and what it is called. */
export type Noted = Pick<AuditRow, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

/** Leaves a row of a write in the transaction `db`. */
export async function note(db: Db, { actor, moment }: Writer, noted: Noted): Promise<void> {
  const by = { at_utc: epochOf(moment.now), user_id: actor.id, login: actor.login }
  await db
    .insertInto('audit')
    .values({ ...by, ...noted })
    .execute()
}

/** What an item is called. */
async function nameOf(db: Db, name: ResourceName, id: number): Promise<Pick<Noted, 'title' | 'slug'>> {
  const title = sql.ref(name === 'event' || name === 'media' ? 'title' : 'name')
  const slug = name === 'media' ? sql`'' as slug` : sql.ref('slug')
  const { rows } = await sql<Pick<Noted, 'title' | 'slug'>>`
    select ${title} as title, ${slug} from ${sql.table(tableOf(name))} where id = ${id}`.execute(db)
  return rows[0] ?? { title: '', slug: '' }
}

/** The same writing, with a row for each item that is created, changed, trashed or deleted. */
export function audited(store: Writing, db: Db, writer: Writer): Writing {
  const noteItem = async (verb: Noted['verb'], resource: ResourceName, item_id: number) =>
    note(db, writer, { verb, resource, item_id, ...(await nameOf(db, resource, item_id)) })
  return {
    ...store,
    async insert(name, values) {
      const id = await store.insert(name, values)
      await noteItem('create', name, id)
      return id
    },
    async update(name, id, values) {
      await store.update(name, id, values)
      await noteItem('status' in values && values.status === 'trash' ? 'trash' : 'update', name, id)
    },
    async remove(name, id) {
      await noteItem('delete', name, id)
      await store.remove(name, id)
    },
    async insertMedia(media) {
      const item_id = await store.insertMedia(media)
      await note(db, writer, { verb: 'create', resource: 'media', item_id, title: media.title, slug: '' })
      return item_id
    },
  }
}

const BATCH = 500

/** Every row from a time on, oldest first, some hundreds at a time. */
export async function* auditSince(db: Db, since: number): AsyncIterable<AuditRow> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('at_utc', '>=', since)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
