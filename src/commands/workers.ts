/** `fasti serve --workers N`: several processes that share one port, and one that watches over them. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, ConfigurationError } from '../config.ts'
import { say } from './command.ts'

/** How a worker is told what it is for. */
const DOOR = 'FASTI_WORKER_DOOR'
const ROLE = 'FASTI_WORKER_ROLE'

/** What a worker is for. */
export interface Duty {
  /** The first of them tells the world that the service is ready, and does what one alone is to do. */
  readonly isFirst: boolean
  /** The path of the socket at which the first takes what the others may not write; none where everyone may. */
  readonly door: string | undefined
}

/** What this process is for; undefined where it is no worker. */
export function dutyOf(env: Readonly<Record<string, string | undefined>>): Duty | undefined {
  if (cluster.isPrimary) return undefined
  return { isFirst: env[ROLE] === 'first', door: env[DOOR] || undefined }
}

const MOST = 64
/** Milliseconds before one that ended is replaced: not to be busy with nothing else. */
const PAUSE = 1000

/** The number of workers that `--workers` asks for. Throws where it is none, or the database is in the memory of one process. */
export function workersIn(text: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST) throw new ConfigurationError(`--workers must be a number from 1 to ${MOST}.`)
  if (count > 1 && databaseUrl === 'sqlite::memory:')
    throw new ConfigurationError(
      'DATABASE_URL is sqlite::memory:, which only one process can see. Name a file.',
    )
  return count
}

interface Crew {
  readonly workers: Set<Worker>
  isEnding: boolean
}

/** Starts a worker, and another one wherever it ends by itself later; resolves once it listens. Throws where it ends before. */
async function start(crew: Crew, env: Record<string, string>): Promise<void> {
  const worker = cluster.fork(env)
  crew.workers.add(worker)
  let isUp = false
  const exited = once(worker, 'exit').then(([code, signal]) => {
    crew.workers.delete(worker)
    if (crew.isEnding || !isUp) return
    say(`A worker ended (${signal ?? code}); another one takes its place.`)
    replace(crew, env)
  })
  await Promise.race([
    once(worker, 'message').then(() => {
      isUp = true
    }),
    exited,
  ])
  if (!isUp) throw new Error('A worker ended before it was ready.')
}

/** Starts one in the place of one that ended, and another one where that ends too: what it needs may be away for a while. */
function replace(crew: Crew, env: Record<string, string>): void {
  setTimeout(() => {
    if (crew.isEnding) return
    start(crew, env).catch((error) => {
      say(`${error instanceof Error ? error.message : error} Another one is tried.`)
      replace(crew, env)
    })
  }, PAUSE)
}

async function end(crew: Crew): Promise<void> {
  crew.isEnding = true
  const ended = [...crew.workers].map((worker) => {
    const exit = worker.isDead() ? undefined : once(worker, 'exit')
    worker.process.kill('SIGTERM')
    return exit
  })
  await Promise.all(ended)
}

/** Watches over so many workers until `stop`; resolves to the exit code. */
export async function overWorkers(count: number, config: Config, stop: Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-'))
  const door = config.databaseUrl.startsWith('sqlite:') ? join(folder, 'writer') : ''
  const crew: Crew = { workers: new Set(), isEnding: false }
  const env = { PORT: String(config.port), [DOOR]: door }
  try {
    for (let number = 1; number < count; number++) await start(crew, { ...env, [ROLE]: 'other' })
    await start(crew, { ...env, [ROLE]: 'first' })
    await stop
    return 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await end(crew)
    await rm(folder, { recursive: true, force: true })
  }
}
