/**
 * The database of the plain server, as an engineer writes it in a day: prepared statements, WAL, `synchronous=FULL`, an index for lists
 * and one for words. It knows no rights, no journal and no series.
 */
import { type NodeSqliteDatabase, openSqlite } from '../src/store/database/sqlite/database.ts'

/** A row of any table. */
export type Row = Readonly<Record<string, string | number | null>>
/** What an event is linked with, in the names of tables. */
export const links = ['venues', 'organizers', 'categories', 'tags'] as const
type Link = (typeof links)[number]

/** An event with the rows that it is linked with. */
export interface EventRows {
  readonly event: Row
  readonly linked: Readonly<Record<Link, readonly Row[]>>
}

/** A request to the plain server. */
export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** What a request reads: events, and of a list the number of all. */
export interface PlainAnswer {
  readonly events: readonly EventRows[]
  readonly total?: number
}

const YEARS = 2 * 365 * 86_400
const seconds = (text: unknown) => Math.floor(Date.parse(`${String(text).replace(' ', 'T')}Z`) / 1000)
const now = () => Math.floor(Date.now() / 1000)

/** Copies the tables of a calendar into a new file. */
function copyTables(db: NodeSqliteDatabase, calendar: string): void {
  db.exec(`attach '${calendar.replaceAll("'", "''")}' as calendar`)
  for (const table of ['events', ...links]) {
    const columns = db
      .prepare(`select name, type from pragma_table_info('${table}', 'calendar')`)
      .all() as Row[]
    const named = columns.map(({ name, type }) =>
      name === 'id' ? 'id integer primary key' : `"${name}" ${type}`,
    )
    db.exec(`create table ${table} (${named.join()}); insert into ${table} select * from calendar.${table}`)
  }
  for (const table of links)
    db.exec(`create table event_${table} (event_id integer, target_id integer, position integer, primary key (event_id, target_id)) without rowid;
      insert into event_${table} select * from calendar.event_${table};
      create index event_${table}_target on event_${table} (target_id)`)
  db.exec(`detach calendar; create unique index events_slug on events (slug);
    create index events_listed on events (status, start_utc, id, end_utc);
    create virtual table words using fts5(title, description, detail=full);
    insert into words (rowid, title, description) select id, title, description from events; analyze`)
}

/** Opens a copy of a calendar in a new file. Returns what answers a request with rows. */
export async function openPlain(
  calendar: string,
  file: string,
): Promise<(request: PlainRequest) => PlainAnswer> {
  const db = await openSqlite(file)
  copyTables(db, calendar)
  const linking = links.map(
    (table) =>
      [
        table,
        db.prepare(
          `select t.* from event_${table} as l join ${table} as t on t.id = l.target_id where l.event_id = ? order by l.position`,
        ),
      ] as const,
  )
  const withLinks = (event: Row): EventRows => {
    const linked = linking.map(([table, statement]) => [table, statement.all(event.id)])
    // The names of `linking` are those of `links`.
    return { event, linked: Object.fromEntries(linked) as EventRows['linked'] }
  }
  const byId = db.prepare(`select * from events where id = ? and status = 'publish'`)
  const one = (id: unknown): PlainAnswer => ({ events: (byId.all(id) as Row[]).map(withLinks) })

  const listed = (rest: string) => {
    const from = `from events where status = 'publish' and end_utc >= ? and start_utc <= ? ${rest}`
    return [
      db.prepare(`select * ${from} order by start_utc, id limit 10 offset ?`),
      db.prepare(`select count(*) as total ${from}`),
    ] as const
  }
  const lists = {
    all: listed(''),
    categories: listed(
      'and id in (select event_id from event_categories join categories as c on c.id = target_id where c.slug = ?)',
    ),
    search: listed('and id in (select rowid from words where words match ?)'),
  }
  function list(args: URLSearchParams): PlainAnswer {
    const filter = args.has('categories') ? 'categories' : args.has('search') ? 'search' : 'all'
    const [rows, total] = lists[filter]
    const [start, end] = [args.get('start_date'), args.get('end_date')]
    const window = [start === null ? now() : seconds(start), end === null ? now() + YEARS : seconds(end)]
    const values = filter === 'all' ? window : [...window, args.get(filter)]
    const [count] = total.all(...values) as Row[]
    const page = rows.all(...values, (Number(args.get('page') ?? 1) - 1) * 10) as Row[]
    return { events: page.map(withLinks), total: Number(count?.total) }
  }

  const [last = {}] = db.prepare('select * from events order by id desc limit 1').all() as Row[]
  const names = Object.keys(last)
  const insert = db.prepare(`insert into events (${names.join()}) values (${names.map(() => '?').join()})`)
  const link = Object.fromEntries(
    links.map((table) => [table, db.prepare(`insert into event_${table} values (?, ?, ?)`)]),
  )
  const index = db.prepare('insert into words (rowid, title, description) values (?, ?, ?)')
  const reindex = db.prepare('update words set title = ? where rowid = ?')
  const rename = db.prepare(
    'update events set title = ?, version = version + 1, modified_utc = ? where id = ?',
  )
  let id = Number(last.id)
  function create({
    venue,
    organizer,
    categories,
    tags,
    ...sent
  }: Readonly<Record<string, unknown>>): PlainAnswer {
    id += 1
    const times = {
      start_utc: seconds(sent.start_date),
      end_utc: seconds(sent.end_date),
      date_utc: now(),
      modified_utc: now(),
    }
    const row = { ...last, ...sent, ...times, id, slug: `plain-${id}`, status: 'publish' } as Row
    db.exec('begin immediate')
    insert.run(...names.map((name) => row[name] ?? null))
    const targets = { venues: [venue], organizers: [organizer], categories, tags } as Readonly<
      Record<Link, readonly number[]>
    >
    for (const table of links)
      for (const [at, target] of targets[table].entries()) link[table]?.run(id, target, at)
    index.run(id, row.title, row.description)
    db.exec('commit')
    return one(id)
  }
  function update(of: number, { title }: Readonly<Record<string, unknown>>): PlainAnswer {
    db.exec('begin immediate')
    rename.run(title, now(), of)
    reindex.run(title, of)
    db.exec('commit')
    return one(of)
  }

  return ({ method, path, body = {} }) => {
    const [pathname = '', query] = path.split('?')
    const of = Number(/\d+$/.exec(pathname.replace('/v1', ''))?.[0])
    if (method === 'POST') return create(body)
    if (method === 'PATCH') return update(of, body)
    return Number.isNaN(of) ? list(new URLSearchParams(query)) : one(of)
  }
}
