/** The environment of cases: calendars, servers for them, and the servers to compare with. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { fillCalendar } from './calendar.ts'
import { get } from './load.ts'
import { ran, type Server, started } from './processes.ts'
import type { Turn } from './rounds.ts'

/** The base path of the API. */
export const BASE = '/cal/events/v1/events'
/** The number of events of the small calendar, which all cases but the large ones use. */
export const FEW = 10_000

/** A calendar in a folder, and the token of its administrator. */
export interface Calendar {
  readonly folder: string
  readonly token: string
}

/** The environment of a case. */
export interface Stage {
  readonly root: string
  /** The number of events of the large calendar. */
  readonly many: number
  /** Seconds of a round. */
  readonly seconds: number
  /** Returns a new copy of the small calendar, which the case may write to. */
  small(): Calendar
  /** Returns the large calendar, which is read only. */
  large(): Promise<Calendar>
  /** Starts a server for a calendar. */
  serve(calendar: Calendar, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Server>
  /** Starts a server of the commit to compare with, on a copy of the small calendar; undefined if there is none. */
  serveBefore(): Promise<Server | undefined>
  /**
   * Starts a bare server that always sends a server's current body of a path, with the headers of these names or
   * all of them.
   */
  bare(from: Server, path: string, names?: readonly string[]): Promise<Server>
  /** Starts an empty Fastify that always sends the same, and looks for writes to a calendar (see framework.ts). */
  framework(from: Server, path: string, calendar: Calendar): Promise<Server>
  /** Starts the plain server on a copy of a calendar (see plain-server.ts); a lasting one is stopped by the caller alone. */
  plain(calendar: Calendar, how?: { readonly lasting: boolean }): Promise<Server>
  /** Prints progress. */
  say(text: string): void
  /** Stops the servers started since the last call. */
  clear(): Promise<void>
}

/** The settings of a stage. */
export interface Staging {
  readonly root: string
  /** A folder that is deleted afterwards. */
  readonly folder: string
  readonly many: number
  readonly seconds: number
  /** The program of the commit to compare with. */
  readonly before: string | undefined
  /** A folder for a processor profile of each server; undefined to make none. */
  readonly profiles?: string | undefined
}

/** Returns the path of a calendar's database. */
export const databaseIn = (folder: string) => join(folder, 'fasti.db')

/** Creates a calendar with a user, so that it is not in local mode. */
async function made(main: string, folder: string, events: number): Promise<Calendar> {
  mkdirSync(folder)
  const env = { FASTI_DATA_DIR: folder }
  const fasti = (...args: string[]) => ran(process.execPath, [main, ...args], { env })
  await fasti('user', 'add', 'bench', '--role', 'administrator')
  const token = await fasti('token', 'create', 'bench', '--name', 'bench')
  await fillCalendar(databaseIn(folder), events)
  return { folder, token }
}

/** A rate limit as in production, which no load here reaches. */
const UNREACHED = '100000000/minute'

const profiled = (profiles: string | undefined) =>
  profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]

const ofConnection = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']

/** Returns a stage, after creating the small calendar. */
export async function staged(staging: Staging): Promise<Stage> {
  const { root, folder, many, seconds, before, profiles } = staging
  const main = join(root, 'dist/main.js')
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  const servers: Server[] = []
  const small = await made(main, join(folder, 'small'), FEW)
  let large: Promise<Calendar> | undefined
  let copies = 0
  const copy = (): Calendar => {
    copies += 1
    const own = join(folder, `copy-${copies}`)
    mkdirSync(own)
    copyFileSync(databaseIn(small.folder), databaseIn(own))
    return { folder: own, token: small.token }
  }
  const start = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const server = await started(args, await freePort(), env)
    servers.push(server)
    return server
  }
  const serveBy = (program: string, calendar: Calendar, args: readonly string[] = [], env = {}) =>
    start([...profiled(profiles), program, 'serve', ...args], {
      FASTI_DATA_DIR: calendar.folder,
      FASTI_LOG_LEVEL: 'info',
      FASTI_RATE_LIMIT: UNREACHED,
      ...env,
    })
  /** Returns a file with the body that a server sends now at a path, and the headers of these names or all of them as JSON. */
  const sentBy = async (from: Server, path: string, names?: readonly string[]) => {
    const response = await fetch(`http://127.0.0.1:${from.port}${path}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    const headers = [...response.headers].filter(
      ([name]) => !ofConnection.includes(name) && (names === undefined || names.includes(name)),
    )
    const file = join(folder, `bytes-${servers.length}-${copies}`)
    writeFileSync(file, bytes)
    return [file, JSON.stringify(Object.fromEntries(headers))] as const
  }
  const startSource = (name: string, ...args: readonly string[]) =>
    start(['--import', 'tsx', resolve(import.meta.dirname, name), ...args])
  return {
    root,
    many,
    seconds,
    say,
    small: copy,
    large() {
      if (large === undefined) say(`  creating a calendar of ${many.toLocaleString('en')} events …`)
      large ??= made(main, join(folder, 'large'), many)
      return large
    },
    serve: (calendar, args, env) => serveBy(main, calendar, args, env),
    async serveBefore() {
      if (before === undefined) return undefined
      try {
        return await serveBy(before, copy())
      } catch (error) {
        say(`  the commit before can't show this calendar: ${error instanceof Error ? error.message : error}`)
        return undefined
      }
    },
    bare: async (from, path, names) => startSource('bare.ts', ...(await sentBy(from, path, names))),
    framework: async (from, path, calendar) =>
      startSource('framework.ts', ...(await sentBy(from, path)), databaseIn(calendar.folder)),
    async plain({ folder: from }, { lasting } = { lasting: false }) {
      const file = join(folder, `plain-${servers.length}-${copies}.db`)
      const server = await startSource('plain-server.ts', databaseIn(from), file)
      if (lasting) servers.splice(servers.indexOf(server), 1)
      return server
    },
    async clear() {
      for (const server of servers.splice(0)) await server.stop()
    },
  }
}

/** Requests a path. Throws if the response is an error, since the measurement would be meaningless. */
export async function fetchOk({ port }: Server, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  return response
}

/** Requests a path and reads its JSON. Throws as `fetchOk` does. */
export const fetchOnce = async (server: Server, path: string): Promise<unknown> =>
  (await fetchOk(server, path)).json()

/** Whether the program has been built. */
export const isBuilt = (root: string): boolean => existsSync(join(root, 'dist/main.js'))

/** Requests a list again and again, with an ignored arg that differs each time, so that no response is cached. */
export function neverAsked(server: Server, query: string): Turn {
  let at = 0
  return {
    server,
    request() {
      at += 1
      return get(`${BASE}?${query}&again=${at}`)
    },
  }
}
