/** `fasti serve --workers N`: worker processes that share one port, and the primary process that supervises them. */

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../config/variables.ts'
import type { Config } from '../config.ts'
import { say } from './command.ts'

/** The environment variables that give a worker its duty. */
const DOOR = 'FASTI_WORKER_DOOR'
const ROLE = 'FASTI_WORKER_ROLE'

export interface WorkerDuty {
  /** The first worker prints the banner and does the tasks that only one process may do. */
  readonly isFirst: boolean
  /** The path of the writer socket, at which the first worker accepts forwarded writes; undefined if every worker writes. */
  readonly door: string | undefined
}

/** The duty of this process; undefined if it is not a worker. */
export function workerDutyOfThisProcess(
  env: Readonly<Record<string, string | undefined>>,
): WorkerDuty | undefined {
  if (cluster.isPrimary) return undefined
  return { isFirst: env[ROLE] === 'first', door: env[DOOR] || undefined }
}

const MAX_WORKERS = 64
/** Milliseconds before a worker is replaced, which limits the rate of restarts. */
const RESTART_DELAY = 1000

/** The value of `--workers`. Throws `ConfigurationError` if it is not valid, or for several workers on an in-memory database. */
export function parseWorkerCount(text: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_WORKERS)
    throw new ConfigurationError(`--workers must be a number from 1 to ${MAX_WORKERS}.`)
  if (count > 1 && databaseUrl === 'sqlite::memory:')
    throw new ConfigurationError(
      'DATABASE_URL is sqlite::memory:, which only one process can use. Use a file.',
    )
  return count
}

interface Crew {
  readonly workers: Set<Worker>
  isEnding: boolean
}

/** Starts a worker, and replaces it if it exits later. Resolves when it is ready. Throws if it exits before, unless all are ending. */
async function start(crew: Crew, env: Record<string, string>): Promise<void> {
  const worker = cluster.fork(env)
  crew.workers.add(worker)
  let isUp = false
  const exited = once(worker, 'exit').then(([code, signal]) => {
    crew.workers.delete(worker)
    if (crew.isEnding || !isUp) return
    say(`A worker exited (${signal ?? code}). Starting another one.`)
    replace(crew, env)
  })
  await Promise.race([
    once(worker, 'message').then(() => {
      isUp = true
    }),
    exited,
  ])
  if (!isUp && !crew.isEnding) throw new Error('A worker exited before it was ready.')
}

/** Starts a replacement, and tries again until one is ready: the database may be unavailable for a while. */
function replace(crew: Crew, env: Record<string, string>): void {
  setTimeout(() => {
    if (crew.isEnding) return
    start(crew, env).catch((error) => {
      say(`${error instanceof Error ? error.message : error} Trying again.`)
      replace(crew, env)
    })
  }, RESTART_DELAY)
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

/** Supervises `count` workers until the signal to stop, which may come while they start. Resolves to the exit code. */
export async function superviseWorkers(count: number, config: Config, stop: StopSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-'))
  const writerSocket = config.databaseUrl.startsWith('sqlite:') ? join(folder, 'writer') : ''
  const crew: Crew = { workers: new Set(), isEnding: false }
  const env = { PORT: String(config.port), [DOOR]: writerSocket }
  // The terminal sends Ctrl+C to the workers, too: a worker that exits because of it is not replaced.
  const stopped = stop.signalled.then(() => {
    crew.isEnding = true
  })
  const starting = async () => {
    for (let number = 1; number <= count && !crew.isEnding; number++)
      await start(crew, { ...env, [ROLE]: number < count ? 'other' : 'first' })
    await stopped
  }
  // From here on, the workers end their start themselves.
  stop.started()
  try {
    await Promise.race([starting(), stopped])
    return 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await end(crew)
    await rm(folder, { recursive: true, force: true })
  }
}

// The signals that end a service, also while it starts.

/** Milliseconds that a start may take after a signal. Without a limit, a database that does not respond would delay the end. */
const MAX_START = 3000

/** The exit code of a process that a signal has ended, as in shells: 128 plus the number of the signal. */
const codeOf = (signal: 'SIGTERM' | 'SIGINT') => 128 + constants.signals[signal]

/** The signal that ends a service. */
export interface StopSignal {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly signalled: Promise<void>
  /** Call it when the service has started: from then on, a signal lets the service finish its requests. */
  started(): void
}

/**
 * Waits for a signal to stop. If it comes before the start is complete, the start has three more seconds; then the process
 * exits with 143 or 130. The database rolls back uncommitted transactions, and releases its locks.
 */
export function listenForStopOfProcess(): StopSignal {
  let isStarted = false
  const exitUnlessStarted = async (signal: 'SIGTERM' | 'SIGINT') => {
    await wait(MAX_START, undefined, { ref: false })
    if (!isStarted) process.exit(codeOf(signal))
  }
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        resolve()
        void exitUnlessStarted(signal)
      })
  })
  return {
    signalled,
    started() {
      isStarted = true
    },
  }
}
