/** Events created: one after the other, many at once, and as rows without a service. */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openSqlite, type SqliteDatabase } from '../../src/store/sqlite-database.ts'
import { anyName } from '../calendar.ts'
import type { Case, Finding, Measured } from '../case.ts'
import { send } from '../load.ts'
import { median, mediansOf, ROUNDS, type Round, ratio, type Turn, turn, warmUp } from '../rounds.ts'
import { slowDisk } from '../slow-disk.ts'
import { BASE, type Calendar, type Stage } from '../stage.ts'

const WRITERS = 32
/** Milliseconds: of a disk without a memory that outlives a power cut. */
const SLOW = 5

const body = () => ({
  title: `Concert ${anyName()}`,
  description: 'An evening with music by candlelight.',
  start_date: '2027-05-04 18:00:00',
  end_date: '2027-05-04 20:00:00',
  venue: 1,
  organizer: 1,
  categories: [1, 2],
  tags: [1, 2, 3],
})

type Row = Record<string, string | number | null>
type Rows = readonly (readonly [table: string, rows: readonly Row[]])[]

const open = ({ folder }: Calendar) => openSqlite(join(folder, 'fasti.db'))

/** The rows that one create has made. */
function rowsMade(db: SqliteDatabase): Rows {
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

/** Gives how to insert such rows for another event: in one transaction, by statements that are prepared. */
function inserting(db: SqliteDatabase, tables: Rows): () => void {
  const inserts = tables.map(([table, rows]) => {
    const names = Object.keys(rows[0] ?? {})
    const marks = names.map(() => '?').join()
    return { names, rows, statement: db.prepare(`insert into ${table} (${names.join()}) values (${marks})`) }
  })
  const [[event = {}] = []] = tables.map(([, rows]) => rows)
  let id = Number(event.id)
  return () => {
    id += 1
    const own: Row = { event_id: id, revision: id, slug: `bare-${id}`, uid: anyName() }
    db.exec('begin immediate')
    db.exec('update revision set value = value + 1')
    for (const { names, rows, statement } of inserts)
      for (const row of rows)
        statement.run(...names.map((name) => (name === 'id' ? id : (own[name] ?? row[name] ?? null))))
    db.exec('commit')
  }
}

/** How often a second something is done. */
function rate(act: () => void, seconds: number): number {
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < seconds * 1000; count++) act()
  return (count * 1000) / (performance.now() - start)
}

const target = { is: 'at least', value: 4, of: '× sequential' } as const

/** Writers alone and together, by turns. Throws where an event is not accepted. */
async function writing(stage: Stage, one: Turn, meanwhile: () => void) {
  const many = { ...one, connections: WRITERS }
  for (const each of [one, many]) await warmUp(each)
  const [alone, together]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    meanwhile()
    alone.push(await turn(one, stage.seconds))
    together.push(await turn(many, stage.seconds))
  }
  const [sequential, parallel] = [mediansOf(alone), mediansOf(together)]
  if (sequential.errors + parallel.errors > 0) throw new Error('events are not accepted')
  return { sequential, parallel, gain: ratio(parallel, sequential) }
}

/** The same where the disk is slow. */
async function onSlowDisk(stage: Stage): Promise<Finding> {
  const what = `${WRITERS} writers on a disk that takes ${SLOW} ms longer to be sure`
  const calendar = stage.small()
  const env = slowDisk(calendar.folder, SLOW)
  if (env === undefined) return { what, target, measured: undefined, because: 'there is no C compiler here' }
  const server = await stage.serve(calendar, [], env)
  const request = () => send('POST', BASE, calendar.token, body())
  const { gain } = await writing(stage, { server, request, connections: 1 }, () => {})
  return { what, target, measured: gain }
}

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const server = await stage.serve(calendar)
  const request = () => send('POST', BASE, calendar.token, body())
  const one = { server, request, connections: 1 }
  await turn(one, 0.5)
  const [made, other] = [await open(calendar), await open(stage.small())]
  const insert = inserting(other, rowsMade(made))
  made.close()
  const bare: number[] = []
  const { sequential, parallel, gain } = await writing(stage, one, () =>
    bare.push(rate(insert, stage.seconds)),
  )
  other.close()
  const beside = sequential.rounds.map(({ requestsPerSecond }, at) => requestsPerSecond / (bare[at] ?? 0))
  return {
    findings: [
      {
        what: 'create event, durable, sequential',
        target: { is: 'at least', value: 0.5, of: '× the bare inserts' },
        measured: median(beside),
      },
      { what: `the same, ${WRITERS} writers`, target, measured: gain },
      await onSlowDisk(stage),
    ],
    figures: [
      { what: 'create event, sequential', load: sequential },
      { what: `create event, ${WRITERS} writers`, load: parallel },
    ],
    notes: [`The bare inserts: ${median(bare).toFixed(0)} events a second.`],
  }
}

export const create: Case = {
  name: 'create',
  method: `Events with venue, organizer, 2 categories and 3 tags, each kept for good before it is answered (\`synchronous=FULL\`). The bare
inserts are the same rows by prepared statements, a transaction for each event, in a process without a service. Writers who come
together share what the disk takes to be sure, so that they gain by as much as that is: the disk of the machine takes less than a
millisecond, a slower one is made by a library that waits before each \`fsync\`.`,
  run,
}
