/** Measures a row of the table: all that it compares, in turns of a round, so that what else the machine does meets all of them. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { PlainRequest } from './plain.ts'
import type { Question, Target } from './questions.ts'

// Sends requests over persistent connections, one at a time on each. The load takes a core of its own, so it parses only the status of a
// response and where it ends.

/** The result of a load. */
interface Load {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p99: number
  /** Responses with a status from 400 up, and lost connections. */
  readonly errors: number
}

/** The requests to send, the port, and when to stop. */
interface Demand {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The most requests that are sent, even if there is time for more; each connection sends one, even if there is none. */
  readonly most?: number | undefined
  /** Returns the bytes of the next request. */
  readonly request: () => Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '\r\n0\r\n\r\n'
const ZERO = 48

/** A response of which a part has arrived. */
interface Arriving {
  readonly isError: boolean
  /** The bytes that are missing; infinite where the body comes in chunks, which don't tell. */
  left: number
  /** The last bytes that have arrived. */
  tail: string
}

/** Returns what the first bytes of a response tell; undefined before its head is complete. 204 and 304 have no body. */
function headOf(received: Buffer): Arriving | undefined {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isChunked = length === undefined && /\r\ntransfer-encoding: chunked/i.test(head)
  // The first digit of the status follows "HTTP/1.1 ".
  const isError = (received[9] ?? 0) - ZERO >= 4
  return { isError, tail: '', left: isChunked ? Infinity : end + HEAD_END.length + Number(length ?? 0) }
}

/** Sends requests over one connection until `next` returns none. Resolves when it is closed. */
function conversation(
  socket: Socket,
  next: () => Buffer | undefined,
  onResponse: (isError: boolean, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0
    let head = Buffer.alloc(0)
    let arriving: Arriving | undefined
    let isOver = false
    const ask = () => {
      asked = performance.now()
      const request = next()
      isOver = request === undefined
      if (request === undefined) socket.destroy()
      else socket.write(request)
    }
    socket.on('data', (chunk) => {
      let part = chunk
      if (arriving === undefined) {
        part = head = Buffer.concat([head, chunk])
        arriving = headOf(head)
        if (arriving === undefined) return
        head = Buffer.alloc(0)
      }
      arriving.left -= part.length
      arriving.tail = (arriving.tail + part.toString('latin1', part.length - LAST_CHUNK.length)).slice(
        -LAST_CHUNK.length,
      )
      const isLast = arriving.left === Infinity && arriving.tail === LAST_CHUNK
      if (arriving.left > 0 && !isLast) return
      onResponse(arriving.isError, performance.now() - asked)
      arriving = undefined
      ask()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!isOver) onResponse(true, 0)
      resolve()
    })
    socket.once('connect', ask)
  })
}

/** Runs a load and returns its result. */
async function load({ port, connections, seconds, most, request }: Demand): Promise<Load> {
  const times: number[] = []
  let [errors, sent] = [0, 0]
  const start = performance.now()
  const next = () => {
    const isOver = sent >= connections && performance.now() - start >= seconds * 1000
    if (isOver || sent === most) return undefined
    sent += 1
    return request()
  }
  const talk = () =>
    conversation(connect({ port, host: '127.0.0.1', noDelay: true }), next, (isError, milliseconds) => {
      if (isError) errors += 1
      times.push(milliseconds)
    })
  await Promise.all(Array.from({ length: connections }, talk))
  const sorted = times.sort((a, b) => a - b)
  return {
    requests: times.length,
    requestsPerSecond: (times.length * 1000) / (performance.now() - start),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    errors,
  }
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** Returns the bytes of a GET request. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines(headers)}\r\n`, 'latin1')
}

/** Returns the bytes of a request with a JSON body. */
function send(method: string, path: string, token: string, body: object): Buffer {
  const text = JSON.stringify(body)
  const headers = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  }
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines(headers)}\r\n${text}`)
}

// Builds, starts, observes and stops the measured programs.

/** A running server. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** Milliseconds from its start until it reported that it is ready. */
  readonly readyAfter: number
  stop(): Promise<void>
}

const NANOSECONDS = 1e9

/** Returns the seconds of processor time that the threads of a process have used; NaN if /proc does not report it (proc(5)). */
export function processorTime(pid: number): number {
  const threads = `/proc/${pid}/task`
  if (!existsSync(`${threads}/${pid}/schedstat`)) return Number.NaN
  const taken = (thread: string) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')[0])
  return readdirSync(threads).reduce((sum, thread) => sum + taken(thread), 0) / NANOSECONDS
}

/** Returns the seconds of processor time of all programs that this process has started and that have ended; NaN if /proc does not report it. */
export function processorTimeOfEnded(): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  // The name of the program, in brackets, may contain spaces. A tick is a hundredth of a second.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Returns the resident memory of a process in MiB; NaN if /proc does not report it. */
export function residentMemory(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'latin1'))?.[1]) / 1024
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Starts Node with these arguments. The process is ready when it prints. Throws if it exits before. */
export async function started(
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const onEnd = () => child.kill()
  process.once('exit', onEnd)
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${args.join(' ')} exited: ${said.trim()}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  child.stdout.resume()
  ended.catch(() => {})
  const readyAfter = performance.now() - start
  const over = async () => {
    process.off('exit', onEnd)
    await stop(child)
  }
  return { port, pid: child.pid ?? 0, readyAfter, stop: over }
}

/** Runs a program and returns its output. Throws if it fails. */
export async function ran(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { cwd, env } = options
  const child = spawn(file, args, {
    cwd: cwd ?? process.cwd(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed: ${(said || out).trim().slice(-500)}`)
  return out.trim()
}

/** A built commit. */
interface Built {
  readonly commit: string
  /** The path of its program. */
  readonly main: string
}

/** Returns the short hash of a commit. Throws if it does not exist. */
export const commitOf = (root: string, named: string): Promise<string> =>
  ran('git', ['rev-parse', '--short', '--verify', `${named}^{commit}`], { cwd: root })

/** Returns the tag of the last release before this commit; undefined if there is none. */
export const lastRelease = (root: string): Promise<string | undefined> =>
  ran('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1'], { cwd: root }).catch(
    () => undefined,
  )

/**
 * Builds a commit in a worktree below a folder, with the dependencies of this one. Throws if that fails. Run
 * `git worktree prune` after deleting the folder.
 */
export async function builtAt(root: string, named: string, folder: string): Promise<Built> {
  const commit = await commitOf(root, named)
  const tree = join(folder, 'before')
  await ran('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  await ran('npm', ['run', 'build'], { cwd: tree })
  return { commit, main: join(tree, 'dist/main.js') }
}

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
  const { ask, connections = CONNECTIONS, firsts, acts = 1, what } = question
  let at = 0
  const request = () => {
    at += 1
    const { method, path, body, headers } = ask(at, events)
    return body === undefined ? get(path, headers) : send(method, path, token, body)
  }
  const most = firsts && Math.floor(firsts(events) * FIRST)
  const isFirst = firsts !== undefined
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
