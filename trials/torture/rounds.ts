/** Rounds of writing and crashing. */

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { freePort } from '../../test/support/free-port.ts'
import type { PostgresServer } from '../../test/support/postgres-server.ts'
import { childrenOf, type Serving, serve } from '../../test/support/process.ts'
import { within } from '../../test/support/within.ts'
import { type SeriesWriter, seriesWriter, verifySeries, writeSeries } from './series.ts'
import { type Log, type Send, sender, verify, type WriteStamp, write } from './writer.ts'

const WRITERS = 6
/** Clients that write series. */
const SERIES_WRITERS = 2
const EARLIER_ITEMS = 5
/** The maximum seconds of one step of a round, such as stopping, starting or many requests. */
const PATIENCE = 300
/** The milliseconds of writing before a crash. */
const [SHORTEST, LONGEST] = [50, 1000]

/** A way to crash. The service may have to be restarted afterwards. */
export interface Crash {
  readonly name: string
  strike(service: Serving): Promise<void>
}

/** Kills the service at any moment. */
export const killed: Crash = {
  name: 'SIGKILL of the service',
  async strike({ child, ended }) {
    child.kill('SIGKILL')
    await within(PATIENCE, 'the service to be gone', ended)
  },
}

/** Kills one of the processes that `--workers` starts: the writer or another. */
export const workerKilled: Crash = {
  name: 'SIGKILL of a worker',
  async strike({ child }) {
    const workers = await childrenOf(child.pid ?? 0)
    const one = workers[Math.floor(Math.random() * workers.length)]
    if (one !== undefined) process.kill(one, 'SIGKILL')
  },
}

export interface Outcome extends Log {
  readonly crashes: Readonly<Record<string, number>>
  /** Writes that were not acknowledged. */
  readonly doubts: number
}

const isUp = ({ child }: Serving) => child.exitCode === null && child.signalCode === null

const ATTEMPTS = 400

const statusAt = async (address: string, more: RequestInit = {}) =>
  (await fetch(address, { ...more, signal: AbortSignal.timeout(5000) }).catch(() => undefined))?.status

/** Waits until the service reads from its database again and the writer refuses an event without a title. */
async function untilResponding(address: string): Promise<void> {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const isReady = (await statusAt(`${new URL(address).origin}/readyz`)) === 200
    if (isReady && (await statusAt(`${address}/events`, body)) === 400) return
    await wait(50)
  }
  throw new Error('the service does not respond again')
}

interface Trial {
  readonly send: Send
  readonly log: Log
  readonly writers: readonly WriteStamp[]
  readonly seriesWriters: readonly SeriesWriter[]
}

/** Writes until the crash, which happens after at least one acknowledged write, however slow the machine. */
async function strike(
  { send, log, writers, seriesWriters }: Trial,
  crash: Crash,
  service: Serving,
  longest: number,
): Promise<void> {
  let isOver = false
  const before = log.acknowledged
  let areDone = false
  const writing = Promise.all([
    ...writers.map((writer) => write(writer, send, log, () => isOver)),
    ...seriesWriters.map((writer) => writeSeries(writer, send, log, () => isOver)),
  ]).then(() => {
    areDone = true
  })
  await wait(SHORTEST + Math.random() * (longest - SHORTEST))
  while (log.acknowledged === before && !areDone) await wait(10)
  await crash.strike(service)
  isOver = true
  await within(PATIENCE, 'the writers to get their responses', writing)
}

/** Verifies everything written since, from each client's given item on, and some earlier items. */
async function verifySince(
  { send, log, writers, seriesWriters }: Trial,
  known: readonly number[],
  isAll = false,
): Promise<void> {
  const verified = writers.map((writer, at) => {
    const from = known[at] ?? 0
    const any = () => writer.items[Math.floor(Math.random() * from)]
    const earlier = Array.from({ length: EARLIER_ITEMS }, any).filter((item) => item !== undefined)
    return verify(writer, send, log, [...earlier, ...writer.items.slice(from)])
  })
  const ofSeries = seriesWriters.map((writer) => verifySeries(writer, send, log, isAll))
  await Promise.all([...verified, ...ofSeries])
}

function trialOf(address: () => string): Trial {
  const run = Math.random().toString(36).slice(2, 6)
  return {
    send: sender(address),
    log: { violations: [], revisions: new Set(), acknowledged: 0, unavailable: 0 },
    writers: Array.from({ length: WRITERS }, (_, at) => ({
      name: `${run}w${at}`,
      items: [],
      doubt: undefined,
      written: 0,
    })),
    seriesWriters: Array.from({ length: SERIES_WRITERS }, (_, at) => seriesWriter(`${run}s${at}`)),
  }
}

/** How a trial is run. */
export interface Manner {
  readonly onRound?: (round: number) => void
  /** Options of `fasti serve`. */
  readonly options?: readonly string[]
  /** The most milliseconds of writing before a crash. */
  readonly longest?: number
}

/**
 * Runs rounds of writing, each with its crash, and compares what is stored with what was acknowledged: after the last crash
 * everything, otherwise what is new and some of the rest. A timeout is a violation and ends the run.
 */
export async function torture(
  given: Readonly<Record<string, string>>,
  crashes: readonly Crash[],
  { onRound = () => {}, options = [], longest = LONGEST }: Manner = {},
): Promise<Outcome> {
  // Idempotency records contain addresses, so the service restarts on the same port.
  const env = { ...given, PORT: String(await freePort()) }
  let service = await serve(env, options)
  const trial = trialOf(() => service.address)
  const counted: Record<string, number> = {}
  let doubts = 0
  try {
    for (const [round, crash] of crashes.entries()) {
      const known = trial.writers.map(({ items }) => items.length)
      await strike(trial, crash, service, longest)
      counted[crash.name] = (counted[crash.name] ?? 0) + 1
      const both = [...trial.writers, ...trial.seriesWriters]
      doubts += both.filter(({ doubt }) => doubt !== undefined).length
      if (!isUp(service)) service = await serve(env, options)
      await untilResponding(service.address)
      const isLast = round === crashes.length - 1
      const from = isLast ? trial.writers.map(() => 0) : known
      await within(PATIENCE, 'all that was written to be read', verifySince(trial, from, isLast))
      const faults = await within(PATIENCE, 'fasti check', databaseAndImageFaults(readConfig(env)))
      for (const fault of faults) trial.log.violations.push(`fasti check: ${fault}`)
      onRound(round + 1)
    }
    service.child.kill('SIGTERM')
    await within(PATIENCE, 'the service to end', service.ended)
  } catch (error) {
    trial.log.violations.push(String(error))
  } finally {
    if (isUp(service)) service.child.kill('SIGKILL')
  }
  return { ...trial.log, crashes: counted, doubts }
}

// Crashes PostgreSQL while the service keeps running.

/** Milliseconds. */
const PATIENCE_OF_CUTS = 60_000

type Server = Pick<PostgresServer, 'url' | 'crash'>

async function query<R extends object>(url: string, question: string): Promise<readonly R[]> {
  const waiting = { connectionTimeoutMillis: PATIENCE_OF_CUTS, query_timeout: PATIENCE_OF_CUTS }
  const client = new pg.Client({ connectionString: url, ...waiting })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(question)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const OURS = `from pg_stat_activity where application_name = 'fasti' and datname = current_database()`

/** Terminates every connection of the service. */
export const cut = ({ url }: Pick<Server, 'url'>): Crash => ({
  name: 'connections cut',
  async strike() {
    await query(url, `select pg_terminate_backend(pid) ${OURS}`)
  },
})

/** Kills one process of the server, which then ends all others and recovers. */
const backendKilled = ({ url }: Server): Crash => ({
  name: 'SIGKILL of a server process',
  async strike() {
    const [busy] = await query<{ pid: number }>(
      url,
      `select pid ${OURS} order by state <> 'active', random()`,
    )
    if (busy !== undefined) process.kill(busy.pid, 'SIGKILL')
  },
})

const serverKilled = ({ crash }: Server): Crash => ({ name: 'SIGKILL of the server', strike: () => crash() })

/** Returns all of these crashes and that of the service. */
export function postgresCrashes(server: Server): readonly Crash[] {
  return [cut(server), backendKilled(server), serverKilled(server), killed]
}
