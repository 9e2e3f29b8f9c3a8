/** The store over Kysely, for any resource, on both databases. */
import { type Kysely, sql } from 'kysely'
import type { LinkedName, ResourceName, TermName } from '../contract/resources/index.ts'
import { caseless, fold } from '../domain/letters.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { slugCandidate } from '../domain/slug.ts'
import { eventConditions } from './conditions/event.ts'
import { linkedConditions } from './conditions/linked.ts'
import { termConditions, termTables } from './conditions/term.ts'
import { all, among, type Condition, column, isPublic, isShown } from './conditions/visibility.ts'
import type { DialectName } from './dialects.ts'
import { asOfNow, itemsOf } from './items.ts'
import { keepAnswer, keptAnswer } from './kept-answers.ts'
import { eventOrder, linkedOrder, tableOf, termOrder } from './orders.ts'
import type {
  Address,
  Asker,
  Borne,
  EventQuery,
  LinkedQuery,
  LinkName,
  Links,
  Page,
  QueryOf,
  Reading,
  RecordOf,
  TermQuery,
  ValuesOf,
  Writing,
} from './store.ts'
import type { Database } from './tables.ts'
import { attempt, everyRow, insertMedia, reserveIds } from './transfer.ts'

type Db = Kysely<Database>

const linkTables = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
} as const satisfies Record<LinkName, keyof Database>

interface Plan {
  readonly where: Condition
  readonly order: ReturnType<typeof eventOrder>
}

type Plans = { [N in ResourceName]: (dialect: DialectName, query: QueryOf<N>, asker: Asker) => Plan }

const linkedPlan = (name: LinkedName) => (dialect: DialectName, query: LinkedQuery, asker: Asker) => ({
  where: linkedConditions(dialect, name, query, asker),
  order: linkedOrder(name, query),
})
const termPlan = (name: TermName) => (dialect: DialectName, query: TermQuery, asker: Asker) => ({
  where: termConditions(dialect, name, query, asker),
  order: termOrder(name, query, asker),
})
const plans: Plans = {
  event: (dialect: DialectName, query: EventQuery, asker: Asker) => ({
    where: eventConditions(dialect, query, asker),
    order: eventOrder(query, asker),
  }),
  venue: linkedPlan('venue'),
  organizer: linkedPlan('organizer'),
  category: termPlan('category'),
  tag: termPlan('tag'),
}

async function rows<R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<readonly R[]> {
  return (await query.execute(db)).rows
}

async function countOf(db: Db, name: ResourceName, where: Condition): Promise<number> {
  const [row] = await rows(
    db,
    sql<{ total: number }>`select count(*) as total from ${sql.table(tableOf(name))} where ${where}`,
  )
  return Number(row?.total ?? 0)
}

async function list<N extends ResourceName>(
  db: Db,
  dialect: DialectName,
  name: N,
  query: QueryOf<N>,
  asker: Asker,
): Promise<Page<N>> {
  const { where, order } = plans[name](dialect, query, asker)
  const total = await countOf(db, name, where)
  const skipped = (query.page - 1) * query.per_page
  if (skipped >= total) return { items: [], total }
  const records = await rows(
    db,
    sql<RecordOf<N>>`
    select * from ${sql.table(tableOf(name))} where ${where} order by ${order} limit ${query.per_page} offset ${skipped}`,
  )
  return { items: await itemsOf[name](db, records, asker), total }
}

async function find<N extends ResourceName>(
  db: Db,
  name: N,
  address: Address,
  moment: Moment,
): Promise<RecordOf<N> | undefined> {
  const table = tableOf(name)
  const where =
    'id' in address
      ? sql`${column(table, 'id')} = ${address.id}`
      : sql`${column(table, 'slug')} = ${address.slug.normalize('NFKC').toLowerCase()} and ${column(table, 'status')} <> 'trash'`
  const [record] = await rows(db, sql<RecordOf<N>>`select * from ${sql.table(table)} where ${where}`)
  return record === undefined ? undefined : asOfNow(record, { moment })
}

async function linksOf(db: Db, eventId: number): Promise<Links> {
  const targets = async (name: LinkName) =>
    (
      await rows(
        db,
        sql<{ target_id: number }>`
      select target_id from ${sql.table(linkTables[name])} where event_id = ${eventId} order by position, target_id`,
      )
    ).map((row) => row.target_id)
  return {
    venue: await targets('venue'),
    organizer: await targets('organizer'),
    category: await targets('category'),
    tag: await targets('tag'),
  }
}

interface NamedTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
}

/** Looked up as id, exact name, slug, name without case, in that order (contract §2.5). */
async function term(
  db: Db,
  name: TermName,
  reference: { readonly id: number } | { readonly text: string },
): Promise<number | undefined> {
  const { table } = termTables(name)
  const text = 'text' in reference ? reference.text : ''
  const id = 'id' in reference ? reference.id : /^\d{1,15}$/.test(text) ? Number(text) : 0
  const slug = text.toLowerCase()
  const named = text === '' ? sql`1 = 0` : sql`slug = ${slug} or name_key = ${fold(text)}`
  const candidates = await rows(
    db,
    sql<NamedTerm>`select id, name, slug from ${sql.table(table)} where id = ${id} or ${named} order by id`,
  )
  const tests: readonly ((one: NamedTerm) => boolean)[] = [
    (one) => one.id === id,
    (one) => one.name === text,
    (one) => one.slug === slug,
    (one) => caseless(one.name) === caseless(text),
  ]
  return tests.map((test) => candidates.find(test)).find((one) => one !== undefined)?.id
}

async function sameTerm(
  db: Db,
  name: TermName,
  text: string,
  parent: number | null,
): Promise<number | undefined> {
  const { table } = termTables(name)
  const under = name === 'category' ? sql`coalesce(parent, 0) = ${parent ?? 0}` : sql`1 = 1`
  const candidates = await rows(
    db,
    sql<NamedTerm>`select id, name, slug from ${sql.table(table)} where name_key = ${fold(text)} and ${under} order by id`,
  )
  return candidates.find((one) => caseless(one.name) === caseless(text))?.id
}

async function descendants(db: Db, categories: readonly number[]): Promise<readonly number[]> {
  if (categories.length === 0) return []
  const found = await rows(
    db,
    sql<{ id: number }>`
    with recursive below(id) as (
      select id from categories where ${among(sql.ref('id'), categories)}
      union select categories.id from categories join below on categories.parent = below.id
    ) select id from below`,
  )
  return found.map(({ id }) => id)
}

async function isBelow(db: Db, name: 'category' | 'event', id: number, ancestor: number): Promise<boolean> {
  const [table, parent] = name === 'event' ? ['events', 'post_parent'] : ['categories', 'parent']
  const found = await rows(
    db,
    sql<{ id: number }>`
    with recursive above(id) as (
      select id from ${sql.table(table)} where id = ${id}
      union select ${sql.ref(`${table}.${parent}`)} from ${sql.table(table)} join above on ${sql.ref(`${table}.id`)} = above.id
      where ${sql.ref(`${table}.${parent}`)} is not null
    ) select id from above where id = ${ancestor}`,
  )
  return found.length > 0
}

/** Reads through one connection: the store itself, a snapshot, or a transaction. */
export function reading(db: Db, dialect: DialectName): Reading {
  return {
    find: (name, address, moment) => find(db, name, address, moment),
    items: (name, records, asker) => itemsOf[name](db, records, asker),
    list: (name, query, asker) => list(db, dialect, name, query, asker),
    all: (name) => everyRow(db, tableOf(name)),
    allMedia: () => everyRow(db, 'media'),
    linksOf: (eventId) => linksOf(db, eventId),
    async visible(name, ids, asker) {
      if (ids.length === 0) return new Set()
      const table = tableOf(name)
      const where = all([among(sql.ref('id'), ids), isShown(table, asker)])
      return new Set(
        (await rows(db, sql<{ id: number }>`select id from ${sql.table(table)} where ${where}`)).map(
          ({ id }) => id,
        ),
      )
    },
    term: (name, reference) => term(db, name, reference),
    sameTerm: (name, text, parent) => sameTerm(db, name, text, parent),
    descendants: (categories) => descendants(db, categories),
    isBelow: (name, id, ancestor) => isBelow(db, name, id, ancestor),
    media: (id) => db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst(),
    async hasUser(id) {
      return (await db.selectFrom('users').select('id').where('id', '=', id).execute()).length > 0
    },
    async hasUsers() {
      return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
    },
    async alike(name, nameKey, moment) {
      const table = tableOf(name)
      const open = isPublic(table, { moment, sight: { user: undefined, reads: 'none', edits: 'none' } })
      return rows(
        db,
        sql`select * from ${sql.table(table)} where name_key = ${nameKey} and ${open} order by id`,
      )
    },
    imported: (key) =>
      db.selectFrom('imports').select(['resource', 'item_id']).where('key', '=', key).executeTakeFirst(),
    keptAnswer: (key, moment) => keptAnswer(db, key, moment),
    async revision() {
      return (await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()).value
    },
    async isEmpty() {
      for (const table of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
        if ((await db.selectFrom(table).select('id').limit(1).execute()).length > 0) return false
      }
      return true
    },
  }
}

const SLUGS_AT_ONCE = 20

async function freeSlug(db: Db, name: ResourceName, slug: string, except = 0): Promise<string> {
  const table = tableOf(name)
  const live = name === 'category' || name === 'tag' ? sql`1 = 1` : sql`status <> 'trash'`
  for (let from = 1; ; from += SLUGS_AT_ONCE) {
    const candidates = Array.from({ length: SLUGS_AT_ONCE }, (_, at) => slugCandidate(slug, from + at))
    const taken = new Set(
      (
        await rows(
          db,
          sql<{ slug: string }>`
      select slug from ${sql.table(table)} where ${among(sql.ref('slug'), candidates)} and id <> ${except} and ${live}`,
        )
      ).map((row) => row.slug),
    )
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

async function insert<N extends ResourceName>(db: Db, name: N, values: ValuesOf<N>): Promise<number> {
  const columns = Object.entries(values).filter(([, value]) => value !== undefined)
  const [row] = await rows(
    db,
    sql<{ id: number }>`
    insert into ${sql.table(tableOf(name))} (${sql.join(columns.map(([key]) => sql.ref(key)))})
    values (${sql.join(columns.map(([, value]) => sql`${value}`))}) returning id`,
  )
  if (row === undefined) throw new Error('the database gave no id')
  return row.id
}

async function update<N extends ResourceName>(
  db: Db,
  name: N,
  id: number,
  values: Partial<ValuesOf<N>>,
): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`)
  await sql`update ${sql.table(tableOf(name))} set ${sql.join(changes)} where id = ${id}`.execute(db)
}

async function remove(db: Db, name: ResourceName, id: number): Promise<void> {
  if (name === 'category') {
    await sql`update categories set parent = (select parent from categories where id = ${id}), version = version + 1
      where parent = ${id}`.execute(db)
  }
  await sql`delete from ${sql.table(tableOf(name))} where id = ${id}`.execute(db)
}

async function setLinks(db: Db, name: LinkName, eventId: number, targets: readonly number[]): Promise<void> {
  const table = sql.table(linkTables[name])
  await sql`delete from ${table} where event_id = ${eventId}`.execute(db)
  if (targets.length === 0) return
  const values = targets.map((target, position) => sql`(${eventId}, ${target}, ${position})`)
  await sql`insert into ${table} (event_id, target_id, position) values ${sql.join(values)}`.execute(db)
}

async function recount(db: Db, before: Borne, after: Borne): Promise<void> {
  for (const name of ['category', 'tag'] as const) {
    const was = before.counts ? before[name] : []
    const is = after.counts ? after[name] : []
    const { table } = termTables(name)
    const add = async (ids: readonly number[], by: 1 | -1) => {
      if (ids.length > 0)
        await sql`update ${sql.table(table)} set count = count + ${sql.lit(by)} where ${among(sql.ref('id'), ids)}`.execute(
          db,
        )
    }
    await add(
      is.filter((id) => !was.includes(id)),
      1,
    )
    await add(
      was.filter((id) => !is.includes(id)),
      -1,
    )
  }
}

/** Keeps as published what was scheduled and is due, so that counts as kept stay close to counts as shown. */
export async function settleDue(db: Db, moment: Moment): Promise<void> {
  const now = epochOf(moment.now)
  const due = await rows(
    db,
    sql<{ id: number }>`select id from events where status = 'future' and date_utc <= ${now}`,
  )
  for (const { id } of due) {
    const { category, tag } = await linksOf(db, id)
    await recount(db, { counts: false, category, tag }, { counts: true, category, tag })
    await sql`update events set status = 'publish' where id = ${id}`.execute(db)
  }
}

/** Reads and writes within one transaction. */
export function writing(db: Db, dialect: DialectName): Writing {
  return {
    ...reading(db, dialect),
    freeSlug: (name, slug, except) => freeSlug(db, name, slug, except),
    insert: (name, values) => insert(db, name, values),
    update: (name, id, values) => update(db, name, id, values),
    remove: (name, id) => remove(db, name, id),
    setLinks: (name, eventId, targets) => setLinks(db, name, eventId, targets),
    recount: (before, after) => recount(db, before, after),
    keepAnswer: (key, kept, moment) => keepAnswer(db, key, kept, moment),
    async rememberImport(key, resource, item_id) {
      await db
        .insertInto('imports')
        .values({ key, resource, item_id })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ resource, item_id }))
        .execute()
    },
    insertMedia: (media) => insertMedia(db, media),
    reserveIds: () => reserveIds(db, dialect),
    attempt: (act) => attempt(db, act),
  }
}
