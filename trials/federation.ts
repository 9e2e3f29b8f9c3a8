/**
 * Sends each kind of event to a second calendar and to stand-ins of Gancio, Mobilizon, Mastodon and WordPress, and compares what becomes of it
 * with docs/how-to/federation.md. Then crashes two calendars of which one follows the other, at random moments, and reports whether a change of
 * an event was lost on its way, or arrived out of order. `npm run trial federation`: 15 crashes on each database; `-- --sqlite 30 --postgres 0`
 * runs others.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '../test/support/free-port.ts'
import { kindsOfEvents, otherPrograms, outcomeOf, type ShownThere } from '../test/support/other-programs.ts'
import { durable, startPostgres } from '../test/support/postgres-server.ts'
import { type Serving, serve } from '../test/support/process.ts'
import { type RemoteServer, remoteServer } from '../test/support/remote-server.ts'
import { within } from '../test/support/within.ts'
import { numberOf } from './number.ts'

// Two calendars on loopback that federate: one is written to, the other follows it.

/** Seconds to wait for a follow to be accepted. */
const PATIENCE = 60

type CalendarEnv = Readonly<Record<string, string>>

/** A calendar that can be killed and started again. */
interface Calendar {
  readonly base: string
  /** Sends a request. Returns the body of a response that says that it was done; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: a trial reads responses of every shape
  ask(method: string, path: string, body?: object): Promise<any>
  /** Kills its processes. They are gone when it resolves. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a calendar that federates with loopback. */
async function startedCalendar(given: CalendarEnv): Promise<Calendar> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const federation = { FASTI_FEDERATION: 'on', FASTI_FEDERATION_HOSTS: '127.0.0.1', FASTI_BASE_URL: base }
  const env = { FASTI_LOG_LEVEL: 'silent', ...given, ...federation, PORT: String(port) }
  let service: Serving = await serve(env)
  const ended = async (signal: 'SIGKILL' | 'SIGTERM') => {
    service.child.kill(signal)
    await service.ended
  }
  return {
    base,
    async ask(method, path, body) {
      const payload = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const request = { method, signal: AbortSignal.timeout(10_000), ...payload }
      const response = await fetch(`${service.address}${path}`, request).catch(() => undefined)
      return response?.ok === true ? response.json().catch(() => undefined) : undefined
    },
    kill: () => ended('SIGKILL'),
    async start() {
      service = await serve(env)
    },
    stop: () => ended('SIGTERM'),
  }
}

/** Lets one calendar follow another, whose events it shows at once. Resolves when it was accepted. */
async function followed(follower: Calendar, { base }: Pick<Calendar, 'base'>): Promise<void> {
  const { id } = await follower.ask('POST', '/following', { actor: `${base}/ap/calendar`, status: 'publish' })
  const accepted = async () => {
    while ((await follower.ask('GET', `/following/${id}`))?.state !== 'accepted') await wait(100)
  }
  await within(PATIENCE, 'the follow to be accepted', accepted())
}

// Sends each kind of event from one calendar to stand-ins of other programs and to a second calendar, and returns what becomes of it there, as
// rows of the table in docs/how-to/federation.md.

/** Milliseconds to wait for what is sent, of which a server may take nothing. */
const PATIENCE_OF_KINDS = 20_000
/** Milliseconds after which what has not arrived won't. */
const QUIET = 2000

const times = { start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }

type Shown = ReadonlyMap<string, ShownThere>

/** Lets an actor of a server follow a calendar, as its signature proves. */
async function follow(server: RemoteServer, { base }: Calendar): Promise<void> {
  const actor = server.actor('reader')
  const activity = { id: server.address('/follow'), type: 'Follow', actor, object: `${base}/ap/calendar` }
  const signing = { host: new URL(base).host, date: new Date().toUTCString() }
  const { body, headers } = server.signed('reader', activity, signing)
  const { host: _, ...sent } = headers
  const { status } = await fetch(`${base}/ap/inbox`, { method: 'POST', body, headers: sent })
  if (status !== 202) throw new Error(`the follow was answered with ${status}`)
}

/** Returns the events that a calendar took from another, by their ids there. */
async function takenBy(calendar: Calendar): Promise<Shown> {
  const { events } = await calendar.ask('GET', '/events?starts_after=2030-01-01&per_page=50')
  const shown = new Map<string, ShownThere>()
  for (const { title, venue, online_url, origin, event_status } of events)
    shown.set(origin.url, {
      ...{ text: title, place: [venue].flat()[0]?.venue, online: online_url },
      isOff: event_status === 'cancelled' || event_status === 'postponed',
    })
  return shown
}

/** Waits until nothing more comes, or too long. `count` returns how much has come. */
async function settled(count: () => number): Promise<void> {
  const end = performance.now() + PATIENCE_OF_KINDS
  for (let before = -1; before < count() && performance.now() < end; ) {
    before = count()
    await wait(QUIET)
  }
}

/** Returns the rows of the table, one for each kind of event. */
async function kindsAtServers(
  envs: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
): Promise<readonly string[]> {
  const programs = Object.values(otherPrograms(Date.now()))
  const servers = await Promise.all(programs.map(() => remoteServer()))
  const [sender, receiver] = [await startedCalendar(envs[0]), await startedCalendar(envs[1])]
  const count = () => servers.reduce((sum, { received }) => sum + received.length, 0)
  try {
    await followed(receiver, sender)
    for (const [at, server] of servers.entries()) {
      server.answer((body) => programs[at]?.receive(body) ?? 500)
      await follow(server, sender)
    }
    await settled(count)
    const rows: string[] = []
    const made: {
      readonly kind: object
      readonly name: string
      readonly id: number
      readonly url: string
    }[] = []
    for (const [name, kind] of Object.entries(kindsOfEvents)) {
      const { id, url } = await sender.ask('POST', '/events', { title: 'Market', ...times, ...kind })
      made.push({ kind, name, id, url })
    }
    const seen = async (): Promise<readonly Shown[]> => {
      await settled(count)
      return [...programs.map(({ shown }) => new Map(shown())), await takenBy(receiver)]
    }
    const created = await seen()
    const titleOf = (kind: object) => ('title' in kind ? 'No' : 'Fair')
    for (const { kind, id } of made) await sender.ask('PATCH', `/events/${id}`, { title: titleOf(kind) })
    const changed = await seen()
    for (const { kind, name, id, url } of made) {
      const cells = created.map((shown, at) => {
        const key = at < programs.length ? `${sender.base}/ap/events/${id}` : url
        return outcomeOf(kind, titleOf(kind), { created: shown.get(key), changed: changed[at]?.get(key) })
      })
      rows.push(`| ${name} | ${cells.join(' | ')} |`)
    }
    return rows
  } finally {
    await Promise.all([sender.stop(), receiver.stop(), ...servers.map((server) => server.close())])
  }
}

// Crashes two federating calendars while one is written to: each change of an event must reach the other, in order.

const WRITERS = 2
/** The milliseconds of writing before a crash. */
const [SHORTEST, LONGEST] = [200, 1800]
/** Seconds to wait for everything: a server that failed twice is tried again after five minutes. */
const PATIENCE_OF_ROUNDS = 420
/** After every so many crashes, everything is waited for. The others come while activities of the one before are on their way. */
const AWAITED = 3

const victims = ['the sender', 'the receiver', 'both'] as const

interface FederationOutcome {
  readonly crashes: Readonly<Record<string, number>>
  readonly acknowledged: number
  /** Changes that the follower wrote. */
  readonly received: number
  /** The most seconds from a crash until everything had arrived. */
  readonly latest: number
  readonly violations: readonly string[]
}

/** An event as it was last acknowledged: the number in its title, or that it is public no more. */
interface Written {
  readonly number: number
  readonly isGone: boolean
}

const event = { title: '1', start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }

/** Creates and changes events, and takes some back, until `isOver`. What was acknowledged is in `written`, by the address of the event. */
async function write({ ask }: Calendar, written: Map<string, Written>, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const made = await ask('POST', '/events', event)
    if (made === undefined) {
      await wait(50)
      continue
    }
    written.set(made.url, { number: 1, isGone: false })
    for (let version = 2; version < 5 && !isOver(); version++) {
      if ((await ask('PATCH', `/events/${made.id}`, { title: String(version) })) === undefined) break
      written.set(made.url, { number: version, isGone: false })
    }
    if (number % 3 > 0 || isOver()) continue
    const isDraft = number % 2 === 0
    const gone = isDraft
      ? await ask('PATCH', `/events/${made.id}`, { title: '5', status: 'draft' })
      : await ask('DELETE', `/events/${made.id}`)
    if (gone !== undefined) written.set(made.url, { number: 5, isGone: true })
  }
}

/** Returns the numbers of the events that the follower shows, by their addresses at their own calendar. */
async function shownBy({ ask }: Calendar): Promise<ReadonlyMap<string, number>> {
  const shown = new Map<string, number>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await ask('GET', `/events?starts_after=2030-01-01&per_page=50&page=${page}`)
    if (found === undefined) return new Map()
    pages = found.total_pages
    for (const { origin, title } of found.events) shown.set(origin.url, Number(title))
  }
  return shown
}

/** Returns the events that have not arrived, or should have gone. */
function missingIn(written: ReadonlyMap<string, Written>, shown: ReadonlyMap<string, number>) {
  return [...written].flatMap(([url, { number, isGone }]) => {
    const there = shown.get(url)
    if (isGone) return there === undefined ? [] : [`${url} was taken back, and is there as ${there}`]
    return (there ?? 0) >= number
      ? []
      : [`${url} was written up to ${number}, and is there as ${there ?? 'nothing'}`]
  })
}

/** Returns how many changes the follower wrote, and the events whose titles went backwards. */
async function orderAt({ ask }: Calendar) {
  const disordered: string[] = []
  let count = 0
  for (let id = 1; ; id++) {
    const found = await ask('GET', `/events/${id}/history?per_page=50`)
    if (found === undefined) return { disordered, count }
    const titles: number[] = found.changes
      .flatMap(({ values }: { values?: { title?: { after: unknown } } }) => values?.title?.after ?? [])
      .map(Number)
      .reverse()
    count += found.changes.length
    if (titles.some((number, at) => number < (titles[at - 1] ?? 0)))
      disordered.push(`event ${id} was written as ${titles.join(', ')}`)
  }
}

/** Kills, and starts again. */
async function strike(victim: (typeof victims)[number], sender: Calendar, receiver: Calendar): Promise<void> {
  const struck = victim === 'both' ? [sender, receiver] : [victim === 'the sender' ? sender : receiver]
  await Promise.all(struck.map((one) => one.kill()))
  await Promise.all(struck.map((one) => one.start()))
}

/** Runs rounds of writing, each of which ends with SIGKILL of one of two calendars, or of both. */
async function federationTorture(
  envs: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
  rounds: number,
  onRound: (round: number) => void,
): Promise<FederationOutcome> {
  const [sender, receiver] = [await startedCalendar(envs[0]), await startedCalendar(envs[1])]
  const written = new Map<string, Written>()
  const crashes: Record<string, number> = {}
  let latest = 0
  const arrived = async (crashed: number) => {
    const all = async () => {
      while (missingIn(written, await shownBy(receiver)).length > 0) await wait(200)
    }
    await within(PATIENCE_OF_ROUNDS, 'everything to arrive', all()).catch(() => {})
    latest = Math.max(latest, (performance.now() - crashed) / 1000)
  }
  try {
    await followed(receiver, sender)
    for (let round = 0; round < rounds; round++) {
      onRound(round)
      let isOver = false
      const writing = Array.from({ length: WRITERS }, () => write(sender, written, () => isOver))
      await wait(SHORTEST + Math.random() * (LONGEST - SHORTEST))
      const victim = victims[round % victims.length] ?? 'both'
      const crashed = performance.now()
      await strike(victim, sender, receiver)
      crashes[victim] = (crashes[victim] ?? 0) + 1
      isOver = true
      await Promise.all(writing)
      if (round % AWAITED === AWAITED - 1 || round === rounds - 1) await arrived(crashed)
    }
    const { disordered, count } = await orderAt(receiver)
    const violations = [...missingIn(written, await shownBy(receiver)), ...disordered]
    return { crashes, acknowledged: written.size, received: count, latest, violations }
  } finally {
    await Promise.all([sender.stop(), receiver.stop()])
  }
}

const { values } = parseArgs({
  options: { sqlite: { type: 'string', default: '15' }, postgres: { type: 'string', default: '15' } },
})

type Env = Readonly<Record<string, string>>

async function trial(name: string, envs: readonly [Env, Env], rounds: number): Promise<void> {
  const start = performance.now()
  const progress = (round: number) => process.stderr.write(`\r${name} ${round} `)
  const { crashes, acknowledged, received, latest, violations } = await federationTorture(
    envs,
    rounds,
    progress,
  )
  const kinds = Object.entries(crashes).map(([victim, count]) => `${count} × SIGKILL of ${victim}`)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stdout.write(
    `\n${name}: ${kinds.join(', ')}; ${acknowledged} events, ${received} changes at the follower, all there at most ${latest.toFixed(1)} s after a crash; ${violations.length} violations; ${seconds} s\n`,
  )
  for (const violation of violations.slice(0, 20)) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

/** Returns the address of a new database on a server. */
async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

const [sqlite, postgres] = [numberOf(values, 'sqlite'), numberOf(values, 'postgres')]
const folder = await mkdtemp(join(tmpdir(), 'fasti-federation-'))
const placed = (name: string): Env => ({ FASTI_DATA_DIR: join(folder, name) })
const documented = await readFile(new URL('../docs/how-to/federation.md', import.meta.url), 'utf8')
for (const row of await kindsAtServers([placed('ours'), placed('theirs')])) {
  const isTrue = documented.includes(`${row}\n`)
  process.stdout.write(`${row}${isTrue ? '' : '  <- not as documented'}\n`)
  if (!isTrue) process.exitCode = 1
}
if (sqlite > 0) await trial('SQLite', [placed('sender'), placed('receiver')], sqlite)
if (postgres > 0) {
  const server = await startPostgres(() => {}, durable)
  try {
    const [one, other] = [await newDatabase(server.url, 'sender'), await newDatabase(server.url, 'receiver')]
    await trial(
      'PostgreSQL',
      [
        { ...placed('one'), DATABASE_URL: one },
        { ...placed('other'), DATABASE_URL: other },
      ],
      postgres,
    )
  } finally {
    await server.stop()
  }
}
await rm(folder, { recursive: true, force: true })
