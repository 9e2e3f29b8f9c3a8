/** Series: creating one, changing all of its occurrences, and lists that show each series once. */
import { Temporal } from 'temporal-polyfill'
import { openSqlite } from '../../src/store/database/sqlite/database.ts'
import { anyName, concert } from '../calendar.ts'
import { type Case, type Measured, processorRatio } from '../case.ts'
import type { Server } from '../processes.ts'
import { alternately, median, ratio } from '../rounds.ts'
import { BASE, type Calendar, databaseIn, fetchOnce, neverAsked, type Stage } from '../stage.ts'

const today = Temporal.Now.plainDateISO('UTC')
const ROUNDS = 15
/** The lines of one transaction of an import; as a weekly series almost two years. */
const EVENTS = 100
const OCCURRENCES = 1000
const SERIES = 50

const event = (day: Temporal.PlainDate) => concert(String(day))

/** Sends a write. Returns the milliseconds that it took, and the response. Throws if it fails. */
async function sent(server: Server, token: string, method: string, path: string, body: string, type: string) {
  const since = performance.now()
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return { took: performance.now() - since, body: JSON.parse(text) }
}

const json = 'application/json'
const create = (server: Server, token: string, recurrence: string, day: Temporal.PlainDate) =>
  sent(server, token, 'POST', BASE, JSON.stringify({ ...event(day), recurrence }), json)

/** Alternates between a weekly series and an import of as many single events. Returns the ratio of the times. */
async function creating(server: Server, token: string): Promise<number> {
  const lines = () =>
    Array.from({ length: EVENTS }, (_, at) => JSON.stringify(event(today.add({ weeks: at })))).join('\n')
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const file = `${BASE.replace(/events$/, 'import')}?source=bench`
    const imported = await sent(server, token, 'POST', file, lines(), 'application/x-ndjson')
    if (imported.body.created !== EVENTS) throw new Error(JSON.stringify(imported.body))
    const made = await create(server, token, `FREQ=WEEKLY;COUNT=${EVENTS}`, today)
    ratios.push(made.took / imported.took)
  }
  return median(ratios)
}

/** Changes all of a long series repeatedly. Returns the milliseconds of a change. */
async function changing(server: Server, token: string): Promise<number> {
  const made = await create(server, token, `FREQ=DAILY;COUNT=${OCCURRENCES}`, today.subtract({ days: 300 }))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const body = JSON.stringify({ title: anyName(), apply_to: 'all' })
    times.push((await sent(server, token, 'PATCH', `${BASE}/${made.body.id}`, body, json)).took)
  }
  return median(times)
}

/** Updates as many rows by prepared statements in one transaction, repeatedly. Returns the milliseconds of one. */
async function bareUpdates({ folder }: Calendar): Promise<number> {
  const db = await openSqlite(databaseIn(folder))
  try {
    const update = db.prepare(
      'update events set title = ?, title_key = ?, search_text = ?, version = version + 1 where id = ?',
    )
    const note = db.prepare(`insert into journal (revision, resource, item_id) values (?, 'event', ?)`)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [since, name] = [performance.now(), anyName()]
      db.exec('begin immediate')
      db.exec('update revision set value = value + 1')
      for (let id = 1; id <= OCCURRENCES; id++) {
        update.run(name, name, name, id)
        note.run(1_000_000 + round, id)
      }
      db.exec('commit')
      times.push(performance.now() - since)
    }
    return median(times)
  } finally {
    db.close()
  }
}

async function run(stage: Stage): Promise<Measured> {
  const [calendar, other] = [stage.small(), stage.small()]
  const server = await stage.serve(calendar)
  await fetchOnce(server, BASE)
  const created = await creating(server, calendar.token)
  const changed = await changing(server, calendar.token)
  const bare = await bareUpdates(other)
  for (let at = 0; at < SERIES; at++)
    await create(server, calendar.token, 'FREQ=WEEKLY;COUNT=50', today.add({ days: at }))
  await fetchOnce(server, `${BASE}?collapse=series`)
  const done = await alternately(
    { ours: neverAsked(server, 'collapse=series'), bare: neverAsked(server, '') },
    stage.seconds,
  )
  return {
    findings: [
      {
        what: `weekly series of ${EVENTS} occurrences, created`,
        target: { is: 'at most', value: 1.5, of: `× an import of ${EVENTS} single events` },
        measured: created,
      },
      {
        what: `\`apply_to=all\` on ${OCCURRENCES.toLocaleString('en')} occurrences`,
        target: { is: 'at most', value: 300, of: 'ms' },
        measured: changed,
      },
      {
        what: 'default list with `collapse=series`, each request new',
        target: { is: 'at least', value: 0.67, of: '× the same without' },
        measured: ratio(done.ours, done.bare),
        processor: processorRatio(done.ours, done.bare),
      },
    ],
    figures: [{ what: 'default list with `collapse=series`, each request new', load: done.ours }],
    notes: [`The bare updates of ${OCCURRENCES.toLocaleString('en')} rows: ${bare.toFixed(0)} ms.`],
  }
}

export const series: Case = {
  name: 'series',
  method: `Series with venue, organizer, 2 categories and 3 tags, durable before the response. *Created*: alternately with an import of as
many single events in one import. *All*: a new title for a series of 1,000 occurrences; the bare updates are as many
rows with their journal by prepared statements, in one transaction, without a service. *Collapse*: beside 10,000 single events, the
series of this case; every request has an ignored arg with a new value.`,
  run,
}
