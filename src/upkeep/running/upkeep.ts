/** The tools of the upkeep of a service: how it is set up, a test of its e-mail, back-ups and the full export. */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Config, environmentFromConfig } from '../../config.ts'
import { sendTestMail } from '../../mail/transport.ts'
import type { LetterLook } from '../../representations/mail/letter.ts'
import { sqliteFileOf } from '../../store/check/existing-database.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { BackUpStanding, UpkeepTools } from '../operations.ts'
import { isCommandFailureMessage } from './command-failure.ts'

// Runs commands of this program in a process of their own: what takes long and much memory leaves the service alone.

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The arguments of Node.js that run the program: beside this part of it, or from its source where that runs. */
function programArgs(): readonly string[] {
  const built = ['../main.js', './main.js'].map(fileAt).find((file) => existsSync(file))
  return built === undefined ? ['--import', 'tsx', fileAt('../../main.ts')] : [built]
}

/** Starts a command of this program on the calendar of a configuration. It sends a message with its failure (`command-failure.ts`). */
const spawnOwnCommand = (args: readonly string[], config: Config): ChildProcess =>
  spawn(process.execPath, [...programArgs(), ...args], {
    env: environmentFromConfig(config),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

// Back-ups that an administrator starts at the desk: `fasti backup` into a folder of the data folder, which keeps the newest ones.

/** The number of back-ups that are kept. */
const KEPT = 7
/** Characters of what the command says about a failure. */
const LONGEST = 2000

const NAME = /^fasti-\d{8}T\d{6}Z\.backup$/
const DRAFT = /^fasti-\d{8}T\d{6}Z\.backup\.[0-9a-f]+\.part$/

/** The last run, as a file beside the back-ups says: another process of the service may have begun it. */
interface LastRun {
  /** Seconds since 1970 UTC. */
  readonly started: number
  readonly ended: number | undefined
  /** The process of the command. */
  readonly pid: number
  /** The last lines of the command, if it failed. */
  readonly fault: string
  /** Why it failed, as the command reported. */
  readonly reason: BackUpStanding['reason']
}

const isReason = (text: unknown): text is LastRun['reason'] => text === 'full_disk' || text === 'other'

const stateFile = (folder: string) => join(folder, 'last-run.json')

async function lastRunIn(folder: string): Promise<LastRun | undefined> {
  const text = await readFile(stateFile(folder), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { started, ended, pid, fault = '', reason: kept } = JSON.parse(text) as Partial<LastRun>
    const reason = isReason(kept) ? kept : fault === '' ? '' : 'other'
    return typeof started === 'number' && typeof pid === 'number'
      ? { started, ended, pid, fault, reason }
      : undefined
  } catch {
    return undefined
  }
}

async function keepRun(folder: string, run: LastRun): Promise<void> {
  const draft = `${stateFile(folder)}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(run), { mode: 0o600 })
  await rename(draft, stateFile(folder))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isRunning = (run: LastRun | undefined): run is LastRun =>
  run !== undefined && run.ended === undefined && isAlive(run.pid)

async function filesIn(folder: string, pattern: RegExp) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name))
  const found = names.map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return file === undefined ? [] : [{ name, bytes: file.size, date: Math.floor(file.mtimeMs / 1000) }]
  })
  return (await Promise.all(found)).flat().sort((one, other) => (one.name < other.name ? 1 : -1))
}

const fine = { fault: '', reason: '' } as const
const stopped = { fault: 'It was stopped before its end.', reason: 'stopped' } as const

/** Returns how the command ended: by its exit code, with what it printed and reported of a failure. */
function outcomeOf(
  code: number | null,
  said: string,
  isDiskFull: boolean,
): Pick<LastRun, 'fault' | 'reason'> {
  if (code === 0) return fine
  return { fault: said || `It ended with ${code}.`, reason: isDiskFull ? 'full_disk' : 'other' }
}

const outcomeOfRun = ({ fault, reason }: Pick<LastRun, 'fault' | 'reason'> = fine) => ({ fault, reason })

interface BackUps {
  standing(): Promise<BackUpStanding>
  /** Starts a back-up after `note`. Returns when the one that is running was started, and then does nothing; undefined if none is. */
  start(note: () => Promise<void>): Promise<number | undefined>
}

/** Milliseconds between two looks at a folder that another process holds, and how often it looks. Starting a command takes some of them. */
const holding = { pause: 20, looks: 500 } as const

/** Runs `act` while no other process of this service runs it for the same folder. One that ended in the middle holds it for ten seconds. */
async function runAloneIn<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const mark = join(folder, 'starting')
  const isMade = () =>
    mkdir(mark).then(
      () => true,
      () => false,
    )
  // Only one process makes a folder.
  for (let looks = 0; looks < holding.looks && !(await isMade()); looks += 1) await pause(holding.pause)
  try {
    return await act()
  } finally {
    await rmdir(mark).catch(() => {})
  }
}

/** Returns the last run. The process that started one notes its end a moment after it: another process gives it that moment. */
async function settledRunIn(folder: string): Promise<LastRun | undefined> {
  const last = await lastRunIn(folder)
  if (last === undefined || last.ended !== undefined || isRunning(last)) return last
  await pause(1000)
  return lastRunIn(folder)
}

/**
 * Starts a back-up, and keeps its result when it ends. `now` is in seconds since 1970 UTC. Returns when it has ended, as a promise within
 * an object.
 */
async function startBackUp(
  folder: string,
  config: Config,
  now: () => number,
): Promise<{ readonly ended: Promise<void> }> {
  const child = spawnOwnCommand(['backup', folder, '--keep', String(KEPT)], config)
  const run = { started: now(), ended: undefined, pid: child.pid ?? 0, ...fine }
  let said = ''
  let isDiskFull = false
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-LONGEST)
    })
  child.on('message', (message) => {
    if (isCommandFailureMessage(message)) ({ isDiskFull } = message)
  })
  const outcome = new Promise<Pick<LastRun, 'fault' | 'reason'>>((done) => {
    child.once('error', ({ message: fault }) => done({ fault, reason: 'other' }))
    child.once('close', (code) => done(outcomeOf(code, said.trim(), isDiskFull)))
  })
  await keepRun(folder, run)
  return {
    ended: outcome.then((how) => keepRun(folder, { ...run, ended: now(), ...how })).catch(() => {}),
  }
}

/** Returns the back-ups of a configuration. `now` is in seconds since 1970 UTC. */
export function backUpsOf(config: Config, now: () => number): BackUps {
  const folder = join(resolve(config.dataDir), 'backups')
  const isPossible = config.databaseUrl !== 'sqlite::memory:'
  let own: Promise<void> | undefined
  const start = async (note: () => Promise<void>) => {
    const last = await lastRunIn(folder)
    if (isRunning(last)) return last.started
    // The process of a run is gone a moment before its end is kept, which would then overwrite the next run.
    await own
    await note()
    const { ended } = await startBackUp(folder, config, now)
    own = ended.then(() => {
      own = undefined
    })
    return undefined
  }
  return {
    async standing() {
      // Its end may be noted while the file is read.
      const isOwn = own !== undefined
      const last = await (isOwn ? lastRunIn(folder) : settledRunIn(folder))
      const running = last !== undefined && (isOwn ? last.ended === undefined : isRunning(last))
      const drafts = running ? await filesIn(folder, DRAFT) : []
      const wasStopped = last !== undefined && last.ended === undefined && !running
      return {
        isPossible,
        folder,
        kept: KEPT,
        isRunning: running,
        started: running ? last.started : undefined,
        written: drafts[0]?.bytes ?? 0,
        ...(wasStopped ? stopped : outcomeOfRun(last)),
        files: (await filesIn(folder, NAME)).slice(0, KEPT),
      }
    },
    async start(note) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Two clicks at once start one, in whichever worker.
      return runAloneIn(folder, () => start(note))
    },
  }
}

/** Returns an address without the login and the query, either of which may hold a secret. */
function withoutLogin(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname === '/' ? '' : pathname}`
}

async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found && found.bavail * found.bsize
}

async function storageOf({ databaseUrl, dataDir, bucket }: Config): ReturnType<UpkeepTools['storage']> {
  const isSqlite = databaseUrl.startsWith('sqlite:')
  const file = resolve(sqliteFileOf(databaseUrl) ?? dataDir)
  const free = await Promise.all([resolve(dataDir), ...(isSqlite ? [dirname(file)] : [])].map(freeBytes))
  const known = free.filter((bytes) => bytes !== undefined)
  return {
    database: isSqlite ? 'sqlite' : 'postgres',
    databasePlace: isSqlite
      ? sqliteFileOf(databaseUrl) === undefined
        ? ''
        : file
      : withoutLogin(databaseUrl),
    images: bucket === undefined ? 'folder' : 'bucket',
    imagesPlace: bucket === undefined ? join(resolve(dataDir), 'media') : `${bucket.name}/${bucket.prefix}`,
    free: known.length === 0 ? undefined : Math.min(...known),
  }
}

/** Returns how e-mail is sent, without its password. */
function mailOf({ mail }: Config): UpkeepTools['mail'] {
  if (mail === undefined) return undefined
  const { protocol, host, username } = new URL(mail.url)
  const { name, address } = mail.from
  return {
    server: host,
    isEncrypted: protocol === 'smtps:',
    signsIn: username !== '',
    from: name === '' ? address : `${name} <${address}>`,
  }
}

/** Returns what `fasti export` writes. The stream fails where the command does, so that no part passes for the whole. */
function exported(config: Config): Readable {
  const child = spawnOwnCommand(['export', '-'], config)
  const lines = new PassThrough()
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-500)
  })
  child.stdout?.pipe(lines, { end: false })
  child.once('error', (error) => lines.destroy(error))
  child.once('close', (code) => {
    if (code === 0) lines.end()
    else lines.destroy(new Error(`fasti export ended with ${code}: ${said}`))
  })
  // The client may be gone before the end.
  lines.once('close', () => child.kill())
  return lines
}

/** Returns the tools of the upkeep of a service. `letterLook` is how e-mail looks now, `siteName` the name of the calendar, `now` seconds since 1970 UTC. */
export function upkeepToolsOf(
  config: Config,
  {
    letterLook,
    siteName,
    now,
  }: {
    readonly letterLook: () => Promise<LetterLook>
    readonly siteName: (language: InterfaceLanguageCode) => Promise<string>
    readonly now: () => number
  },
): UpkeepTools {
  const backUps = backUpsOf(config, now)
  const { mail } = config
  return {
    mail: mailOf(config),
    storage: () => storageOf(config),
    tryMail:
      mail === undefined
        ? undefined
        : async (to, language) =>
            sendTestMail(mail, { to, language, site: await siteName(language), look: await letterLook() }),
    backUps: backUps.standing,
    startBackUp: backUps.start,
    exported: () => exported(config),
  }
}
