/**
 * A process without a service that writes what the service writes, repeatedly: `bare-writing.ts FROM INTO` copies the rows of the last
 * event of one SQLite file into another; with `update` behind it, it changes the title of events and adds their rows in the journal and
 * the audit. It receives a number of seconds and replies with the events written per second.
 */
import { performance } from 'node:perf_hooks'
import { type NodeSqliteDatabase, openSqlite } from '../src/store/database/sqlite/database.ts'
import { anyName } from './calendar.ts'
import { FEW } from './stage.ts'

type Row = Record<string, string | number | null>
type Rows = readonly (readonly [table: string, rows: readonly Row[]])[]

/** Returns the rows that the last create has inserted. */
function rowsMade(db: NodeSqliteDatabase): Rows {
  const rows = (sql: string) => db.prepare(sql).all() as Row[]
  const links = ['venues', 'organizers', 'categories', 'tags'].map((to) => `event_${to}`)
  const last = 'select max(id) from events'
  return [
    ['events', rows(`select * from events where id = (${last})`)],
    ...links.map((table) => [table, rows(`select * from ${table} where event_id = (${last})`)] as const),
    ['journal', rows('select * from journal where revision = (select value from revision)')],
    ['audit', rows('select * from audit where id = (select max(id) from audit)')],
  ]
}

/** Adds new events to the text index, as the service does with every 64th write. */
const INDEX = `insert into events_text (rowid, search_text)
    select id, search_text from events where id > (select indexed_id from text_index);
  update text_index set indexed_id = (select max(id) from events)`

/** Returns a function that inserts these rows for another event: in one transaction, by prepared statements. */
function inserting(db: NodeSqliteDatabase, tables: Rows): (first?: () => void) => void {
  const inserts = tables.map(([table, rows]) => {
    const names = Object.keys(rows[0] ?? {})
    const marks = names.map(() => '?').join()
    return { names, rows, statement: db.prepare(`insert into ${table} (${names.join()}) values (${marks})`) }
  })
  const [[event = {}] = []] = tables.map(([, rows]) => rows)
  let id = Number(event.id ?? event.revision)
  return (first) => {
    id += 1
    const own: Row = { event_id: id, revision: id, slug: `bare-${id}`, uid: anyName() }
    db.exec('begin immediate')
    db.exec('update revision set value = value + 1')
    first?.()
    for (const { names, rows, statement } of inserts)
      for (const row of rows)
        statement.run(...names.map((name) => (name === 'id' ? id : (own[name] ?? row[name] ?? null))))
    if (id % 64 === 0) db.exec(INDEX)
    db.exec('commit')
  }
}

/** Returns a function that changes the title of another event in one transaction. */
function updating(db: NodeSqliteDatabase, tables: Rows): () => void {
  const added = tables.filter(([table]) => table === 'journal' || table === 'audit')
  const insert = inserting(db, added)
  const update = db.prepare(
    'update events set title = ?, title_key = ?, search_text = ?, version = version + 1, modified_utc = modified_utc + 1 where id = ?',
  )
  let at = 0
  return () => {
    at = (at + 7919) % FEW
    const title = anyName()
    insert(() => update.run(title, title, `${title}\n\n`, at))
  }
}

/** Returns how often per second `act` runs. */
function rate(act: () => void, seconds: number): number {
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < seconds * 1000; count++) act()
  return (count * 1000) / (performance.now() - start)
}

const [from = '', into = '', act = 'insert'] = process.argv.slice(2)
const made = await openSqlite(from)
const write = (act === 'update' ? updating : inserting)(await openSqlite(into), rowsMade(made))
made.close()
process.on('message', (seconds) => process.send?.(rate(write, Number(seconds))))
process.send?.('ready')
