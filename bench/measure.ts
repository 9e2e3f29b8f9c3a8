/** Measures a row of the table: all that it compares, in turns of a round, so that what else the machine does meets all of them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { get, load, send } from './load.ts'
import type { PlainRequest } from './plain.ts'
import { processorTime, type Server } from './processes.ts'
import type { Question, Target } from './questions.ts'

/** Who is measured: the service with the first and the second number of events, and what stands beside it. */
export const columns = ['few', 'many', 'node', 'query', 'plain', 'plainMany', 'before'] as const
export type Column = (typeof columns)[number]

/** One measurement: microseconds of processor time for an act, or an amount in the unit of its row. */
export interface Taken {
  readonly value: number
  readonly perSecond?: number
  /** Milliseconds. */
  readonly p99?: number
}
type Taker = () => Promise<Taken>
export type Takers = Partial<Record<Column, Taker>>

/** A row: the measurements of each column, one for each round. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly target?: Target | undefined
  readonly taken: Partial<Record<Column, readonly Taken[]>>
}

/** Returns the median. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Takes each column once in a round, every other round in reverse order. */
export async function inTurns(takers: Takers, rounds: number): Promise<Row['taken']> {
  const each = columns.flatMap((column) => {
    const take = takers[column]
    return take === undefined ? [] : [{ column, take, taken: [] as Taken[] }]
  })
  for (let round = 0; round < rounds; round++)
    for (const { take, taken } of round % 2 === 0 ? each : [...each].reverse()) taken.push(await take())
  return Object.fromEntries(each.map(({ column, taken }) => [column, taken]))
}

/** A server with what its requests need. */
export interface Asking {
  readonly server: Server
  readonly token: string
  readonly events: number
}

const CONNECTIONS = 8
/** The part of all events that a round shows first: rounds and turns before them show less than all. */
const FIRST = 1 / 12
/** A server is warm after this many turns that are less than five percent faster. */
const NO_FASTER = 2
const MAX_WARM_UPS = 12
const WARM_UPS_OF_FIRST = 3

/** Returns the measurement of a question by a server, after turns until it gets no faster: code is compiled while it runs for the first time. */
export async function asking(
  question: Question,
  { server, token, events }: Asking,
  seconds: number,
): Promise<Taker> {
  const { ask, connections = CONNECTIONS, isFirst = false, acts = 1, what } = question
  let at = 0
  const request = () => {
    at += 1
    const { method, path, body, headers } = ask(at, events)
    return body === undefined ? get(path, headers) : send(method, path, token, body)
  }
  const most = isFirst ? Math.floor(events * FIRST) : undefined
  const take = async (duration: number): Promise<Taken> => {
    const before = processorTime(server.pid)
    const { requests, requestsPerSecond, p99, errors } = await load({
      port: server.port,
      connections,
      seconds: duration,
      most,
      request,
    })
    const used = (processorTime(server.pid) - before) * 1e6
    if (errors > 0) throw new Error(`${what}: ${errors} of ${requests} requests failed`)
    return { value: used / requests / acts, perSecond: requestsPerSecond * acts, p99 }
  }
  let [best, since] = [Number.POSITIVE_INFINITY, 0]
  for (let turn = 0; turn < (isFirst ? WARM_UPS_OF_FIRST : MAX_WARM_UPS) && since < NO_FASTER; turn++) {
    const { value } = await take(isFirst ? seconds : seconds / 2)
    since = value < best * 0.95 || isFirst ? 0 : since + 1
    best = Math.min(best, value)
  }
  return () => take(seconds)
}

/** A process that runs the queries of the plain server alone. */
export interface Queries {
  readonly process: ChildProcess
  readonly events: number
}

/** Starts the queries of the plain server on a copy of a calendar. */
export async function startQueries(calendar: string, file: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'plain-queries.ts'), [calendar, file], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

const QUERIES = 500

/** Returns the measurement of a question’s queries alone, after two turns. */
export async function querying({ ask }: Question, { process, events }: Queries): Promise<Taker> {
  let at = 0
  const take = async (): Promise<Taken> => {
    const requests = Array.from({ length: QUERIES }, (): PlainRequest => {
      at += 1
      return ask(at, events)
    })
    process.send(requests)
    const [value] = await once(process, 'message')
    return { value: Number(value) }
  }
  await take()
  await take()
  return take
}
