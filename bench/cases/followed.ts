/** The cost of writes of a calendar that ten thousand follow from other servers, compared with one that nobody follows. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '../../src/store/database/sqlite/database.ts'
import { freePort } from '../../test/support/free-port.ts'
import type { Case, Finding, Measured } from '../case.ts'
import { processorTime, type Server } from '../processes.ts'
import { median, ROUNDS } from '../rounds.ts'
import { type Calendar, databaseIn, type Stage } from '../stage.ts'
import { event, posted } from './hooked.ts'

const FOLLOWERS = 10_000
const HOSTS = 500
/** Of so many hosts one is dead: every other of those refuses connections, the others never answer. */
const DEAD = 10
/** Events that are created in a round, and how many a second. */
const WRITES = 40
const RATE = 10

/** Addresses of this machine: each is a host of its own to the calendar. */
const loopback = (at: number) => `127.0.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`

/** Servers of followers. */
interface Fediverse {
  readonly hosts: readonly string[]
  /** Activities that arrived. */
  count(): number
  close(): void
}

const listening = (server: HttpServer) =>
  new Promise<number>((resolve) =>
    server.listen(0, '0.0.0.0', () => resolve((server.address() as AddressInfo).port)),
  )

async function fediverse(): Promise<Fediverse> {
  let count = 0
  const answering = createServer((request, response) => {
    count += 1
    request.resume().on('end', () => response.writeHead(202).end())
  })
  const silent = createServer((request) => request.resume())
  const ports = { well: await listening(answering), silent: await listening(silent), none: await freePort() }
  const hosts = Array.from({ length: HOSTS }, (_, at) => {
    const isDead = at % DEAD === 0
    const port = isDead ? (at % (2 * DEAD) === 0 ? ports.none : ports.silent) : ports.well
    return `${loopback(at)}:${port}`
  })
  return {
    hosts,
    count: () => count,
    close() {
      for (const server of [answering, silent]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** Starts a federating server for a calendar that has its actor. */
async function federating(stage: Stage, calendar: Calendar, hosts: readonly string[]): Promise<Server> {
  const server = await stage.serve(calendar, [], {
    FASTI_FEDERATION: 'on',
    FASTI_BASE_URL: 'https://cal.example.org',
    ...(hosts.length > 0 && { FASTI_FEDERATION_HOSTS: hosts.join(',') }),
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/ap/calendar`)
  if (!response.ok) throw new Error(`/ap/calendar returned ${response.status}`)
  await response.arrayBuffer()
  return server
}

/** Adds followers, as many on each host, of which each has one inbox for all. */
async function addFollowers({ folder }: Calendar, hosts: readonly string[]): Promise<void> {
  const db = await openSqlite(databaseIn(folder))
  const add = db.prepare(`insert into federation_followers
    (actor_id, follower, host, inbox, delivered_to, state, activity, created_utc)
    select id, ?, ?, ?, ?, 'accepted', ?, 0 from federation_actors where name = 'calendar'`)
  db.exec('begin')
  for (let at = 0; at < FOLLOWERS; at++) {
    const host = hosts[at % hosts.length] ?? ''
    const actor = `http://${host}/users/${at}`
    add.run(actor, host, `${actor}/inbox`, `http://${host}/inbox`, `${actor}/follow`)
  }
  db.exec('commit')
  db.close()
}

/** A round of creating events. */
interface Writing {
  /** The milliseconds that each took. */
  readonly times: readonly number[]
  /** Milliseconds of the server's processor time for each, with all that it does meanwhile. */
  readonly processor: number
}

/** Returns the time within which nine of ten were done. */
const nineTenths = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0

/** Creates events at a steady rate. */
async function steadily(server: Server, calendar: Calendar): Promise<Writing> {
  const times: number[] = []
  const before = processorTime(server.pid) ?? Number.NaN
  for (let count = 0; count < WRITES; count++) {
    const next = wait(1000 / RATE)
    const start = performance.now()
    await posted(server, calendar, 'events', event())
    times.push(performance.now() - start)
    await next
  }
  const processor = ((processorTime(server.pid) ?? Number.NaN) - before) * 1000
  return { times, processor: processor / WRITES }
}

/** Runs `act` while a server stands still: what waits there would be delivered on the processor that is measured. */
async function whileStopped<T>({ pid }: Server, act: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await act()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

async function run(stage: Stage): Promise<Measured> {
  const servers = await fediverse()
  const [alone, followed] = [stage.small(), stage.small()]
  const plain = await federating(stage, alone, [])
  const busy = await federating(stage, followed, servers.hosts)
  await addFollowers(followed, servers.hosts)
  const rounds: { readonly without: Writing; readonly withThem: Writing }[] = []
  const fewTurn = () => whileStopped(busy, () => steadily(plain, alone))
  const manyTurn = () => whileStopped(plain, () => steadily(busy, followed))
  // The first is for warming up.
  for (let round = 0; round <= ROUNDS; round++) {
    const first = round % 2 === 0 ? await fewTurn() : undefined
    const withThem = await manyTurn()
    const both = { without: first ?? (await fewTurn()), withThem }
    const [few, many] = [both.without, both.withThem].map(({ times }) => median(times).toFixed(2))
    stage.say(`  ${few} ms without followers, ${many} ms with them`)
    if (round > 0) rounds.push(both)
  }
  const arrived = servers.count()
  servers.close()
  if (arrived === 0) throw new Error('no activity arrived')
  const ratios = rounds.map(({ without, withThem }) => median(withThem.times) / median(without.times))
  const of = (figure: (writing: Writing) => number) =>
    (['without', 'withThem'] as const).map((one) =>
      median(rounds.map((round) => figure(round[one]))).toFixed(2),
    )
  const [p50, p50With] = of(({ times }) => median(times))
  const [p90, p90With] = (['without', 'withThem'] as const).map((one) =>
    nineTenths(rounds.flatMap((round) => round[one].times)).toFixed(2),
  )
  const [processor, processorWith] = of((writing) => writing.processor)
  const finding: Finding = {
    what: `create event with ${FOLLOWERS.toLocaleString('en')} followers on ${HOSTS} servers: p50`,
    target: { is: 'at most', value: 1.1, of: '× without' },
    measured: median(ratios),
  }
  const told = `p50 ${p50} ms without followers, ${p50With} ms with them; p90 ${p90} and ${p90With} ms; the server's processor time for each, with all that it does meanwhile, ${processor} and ${processorWith} ms; ${arrived.toLocaleString('en')} activities arrived`
  return { findings: [finding], figures: [], notes: [told] }
}

export const followed: Case = {
  name: 'followed',
  method: `Creating ${RATE} events a second, in rounds of ${WRITES}, on a server with ${FOLLOWERS.toLocaleString('en')} followers on ${HOSTS} servers on this machine, of which a tenth is
dead (half of them refuse connections, the others never answer), beside one that federates and has none. Each stands still while the other is measured. Deliveries go on between the writes.`,
  run,
}
