/** What cases are played on: calendars, servers that show them, and those with which they are compared. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fillCalendar } from './calendar.ts'
import { freePort, ran, type Server, started } from './processes.ts'

/** Where the interface is. */
export const BASE = '/cal/events/v1/events'
/** How many events the calendar has with which the large one is compared, and on which all else is measured. */
export const FEW = 10_000

/** A calendar in a folder, and the token of its administrator. */
export interface Calendar {
  readonly folder: string
  readonly token: string
}

/** What a case may use. */
export interface Stage {
  readonly root: string
  /** Events of the large calendar. */
  readonly many: number
  /** Of a round. */
  readonly seconds: number
  /** A copy of its own of the small calendar, which may be written to. */
  small(): Calendar
  /** The large calendar, which is read only. */
  large(): Promise<Calendar>
  /** Serves a calendar. */
  serve(calendar: Calendar, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Server>
  /** Serves a copy of the small calendar by the commit that this one is compared with, if there is one. */
  serveBefore(): Promise<Server | undefined>
  /** Answers whatever is asked with the body that a path of a server has now, under the names given of its headers, or all. */
  bare(from: Server, path: string, names?: readonly string[]): Promise<Server>
  /** Says how far it is. */
  say(text: string): void
  /** Ends what was started since the last time. */
  clear(): Promise<void>
}

/** What one is made of. */
export interface Staging {
  readonly root: string
  /** A folder that is gone afterwards. */
  readonly folder: string
  readonly many: number
  readonly seconds: number
  /** The program of the commit that this one is compared with. */
  readonly before: string | undefined
}

/** Where everything of a calendar is that is written once. */
export const databaseIn = (folder: string) => join(folder, 'fasti.db')

/** Makes a calendar with a user in it, so that it is public. */
async function made(main: string, folder: string, events: number): Promise<Calendar> {
  mkdirSync(folder)
  const env = { FASTI_DATA_DIR: folder }
  const fasti = (...args: string[]) => ran(process.execPath, [main, ...args], { env })
  await fasti('user', 'add', 'bench', '--role', 'administrator')
  const token = await fasti('token', 'create', 'bench', '--name', 'bench')
  await fillCalendar(databaseIn(folder), events)
  return { folder, token }
}

const ofConnection = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']

/** Sets the stage: makes the small calendar. */
export async function staged(staging: Staging): Promise<Stage> {
  const { root, folder, many, seconds, before } = staging
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
    start([program, 'serve', ...args], {
      ...env,
      FASTI_DATA_DIR: calendar.folder,
      FASTI_LOG_LEVEL: 'error',
    })
  return {
    root,
    many,
    seconds,
    say,
    small: copy,
    large() {
      if (large === undefined) say(`  making a calendar of ${many.toLocaleString('en')} events …`)
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
    async bare(from, path, names) {
      const response = await fetch(`http://127.0.0.1:${from.port}${path}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const headers = [...response.headers].filter(
        ([name]) => !ofConnection.includes(name) && (names === undefined || names.includes(name)),
      )
      const file = join(folder, `bytes-${servers.length}-${copies}`)
      writeFileSync(file, bytes)
      const program = resolve(import.meta.dirname, 'bare.ts')
      return start(['--import', 'tsx', program, file, JSON.stringify(Object.fromEntries(headers))])
    },
    async clear() {
      for (const server of servers.splice(0)) await server.stop()
    },
  }
}

/** Throws where a path is not answered as it is to be: what is measured then would be something else. */
export async function asked(server: Server, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  if (!response.ok) throw new Error(`${path} is answered ${response.status}`)
  return response.json()
}

/** Whether there is a built program. */
export const isBuilt = (root: string): boolean => existsSync(join(root, 'dist/main.js'))
