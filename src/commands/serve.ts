/** `fasti serve`: serves HTTP until it receives a signal to stop. */

import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import module from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { messageForUnknownVariable, unknownVariableNames } from '../config/variables.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { type Command, parseOptions, say, UsageError } from './command.ts'
import {
  listenForStopOfProcess,
  parseWorkerCount,
  superviseWorkers,
  workerDutyOfThisProcess,
} from './workers.ts'

// The code that V8 compiled, kept in the data folder for the next start (Node.js 22 and later).

/** `node:module` with the function that keeps compiled code, where Node.js has it. */
type CodeCache = typeof module & { readonly enableCompileCache?: (folder: string) => unknown }

/**
 * Lets compiled code be read from and kept in the data folder, for the modules that are loaded from now on. That of other versions is
 * removed. Nothing happens on older versions of Node.js, and in a folder that can't be written. Node.js writes it when the process ends.
 */
export function useCompiledCode(dataDir: string, { enableCompileCache }: CodeCache = module): void {
  if (enableCompileCache === undefined) return
  const folder = join(dataDir, 'compiled')
  const own = VERSION_WITH_COMMIT.replaceAll(/[^\w.-]/g, '_')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder))
      if (name !== own) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    return
  }
  enableCompileCache(join(folder, own))
}

const help = `Usage: fasti serve [--workers N]

  --workers N  serve with N processes that share the port (default 1): use as many as there are spare processor cores. On
               SQLite one of them writes for all; on PostgreSQL each writes. A process that exits is replaced.

Serves the calendar on HOST:PORT until it receives SIGTERM or SIGINT. Then it drains (FASTI_DRAIN), finishes the current requests and
exits; a second signal ends it at once.
Environment variables configure it: see fasti --help env.
Without users it listens on a loopback address only (local mode). Adding the first user ends local mode immediately.`

/** Finds a free port. */
async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await once(probe.listen({ host, port: 0 }), 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}

/** Reads the configuration. With PORT=0 it picks a free port first, so that addresses in responses contain it. */
async function withPort(env: Environment): Promise<Config> {
  const config = readConfig(env)
  return config.port === 0 ? readConfig({ ...env, PORT: String(await freePort(config.host)) }) : config
}

export const serve: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, { workers: { type: 'string', default: '1' } })
    if (positionals.length > 0) throw new UsageError('fasti serve takes options only.')
    const stop = listenForStopOfProcess()
    const duty = workerDutyOfThisProcess(env)
    // Workers have variables of their own, and the same misspelt ones.
    if (duty === undefined) for (const name of unknownVariableNames(env)) say(messageForUnknownVariable(name))
    const configured = await withPort(env)
    const count = parseWorkerCount(values.workers, configured)
    if (count > 1 && duty === undefined) return superviseWorkers(count, configured, stop)
    try {
      useCompiledCode(configured.dataDir)
      // Loaded here, because the process that starts workers serves nothing.
      const { serveUntil } = await import('./serving.ts')
      await serveUntil(stop, configured, duty)
    } finally {
      // The channel to the primary process would keep a worker alive, also one that could not start.
      process.disconnect?.()
    }
    return 0
  },
}
