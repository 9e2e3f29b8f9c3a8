/** Serving in this process: listening, periodic tasks, and the end. */
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Temporal } from 'temporal-polyfill'
import { ConfigurationError } from '../config/variables.ts'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../domain/text/links.ts'
import { languageRootsOf } from '../http/language-roots.ts'
import { acceptForwardedWrites, forwardWrites } from '../http/server/write-forwarding.ts'
import { createService, type Service } from '../service.ts'
import type { Store } from '../store/store.ts'
import { aliasStartupLines } from './support/alias-lines.ts'
import { announceMigration } from './support/opened-store.ts'
import { startTasks } from './support/periodic-tasks.ts'
import type { StopSignal } from './support/stop-signal.ts'
import type { WorkerDuty } from './workers.ts'

const ADD_FIRST = 'fasti user add LOGIN --role administrator'

/** The addresses of the database and its replica, without passwords. */
function shownDatabase({ databaseUrl, databaseReadUrl }: Config): string {
  const replica = databaseReadUrl === undefined ? '' : `, read from ${databaseReadUrl}`
  return `${databaseUrl}${replica}`.replace(/\/\/([^:@/]*):[^@/]*@/g, '//$1:***@')
}

/** The facts of a start, in order. */
async function startFacts(
  config: Config,
  { store, dialects }: Service,
): Promise<readonly (readonly [string, string])[]> {
  const mode = (await store.hasUsers())
    ? 'users: published items are public; everything else needs a token or a session'
    : `local: there are no users, so every client on this machine is administrator; ${ADD_FIRST} ends this`
  return [
    ['interface', `${config.baseUrl}/${config.namespace}`],
    ...aliasStartupLines(languageRootsOf({ ...config, dialects }), config.baseUrl, dialects),
    ['database', shownDatabase(config)],
    ['site zone', config.zone],
    ['mode', mode],
  ]
}

/**
 * The text printed at the start: the addresses of the API, the database, the site zone and the mode. `address` is the address it listens
 * on. At a terminal it is a table, elsewhere one line of JSON like those of the log.
 */
export function startBanner(
  address: string,
  facts: readonly (readonly [string, string])[],
  isTerminal: boolean,
): string {
  const message = `Fasti is ready at ${address}`
  if (isTerminal) return [message, ...facts.map(([name, text]) => `  ${name.padEnd(10)} ${text}`)].join('\n')
  const { epochMilliseconds: time } = Temporal.Now.instant()
  // Several aliases share a name.
  const names = [...new Set(facts.map(([name]) => name))]
  const members = names.map((name) => [
    name.replace(' ', '_'),
    facts
      .filter(([one]) => one === name)
      .map(([, text]) => text)
      .join(', '),
  ])
  return JSON.stringify({ level: 30, time, pid: process.pid, ...Object.fromEntries(members), msg: message })
}

async function allowAddress(config: Config, { store }: Service): Promise<void> {
  if (
    (await store.hasUsers()) ||
    isLoopbackHost(config.host.includes(':') ? `[${config.host}]` : config.host)
  )
    return
  throw new ConfigurationError(
    `HOST is "${config.host}", which other machines can reach, but there are no users. Add one first: ${ADD_FIRST}`,
  )
}

/** Converts an error of listening to a message with its remedy. */
function explained(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another port.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST is "${host}", which is not an address of this machine.`)
  if (code === 'EACCES')
    return new Error(
      `Listening on port ${port} is not allowed. Set PORT to 1024 or higher, or allow it: for the systemd unit by a drop-in with AmbientCapabilities=CAP_NET_BIND_SERVICE (docs/how-to/install.md, “A port below 1024”).`,
    )
  return error
}

/** Builds the service, on `store` if one is open, listens, and begins to prepare it. If listening fails, it closes the service. */
async function listen(given: Config, store?: Store) {
  const service = await createService(given, {
    onMigration: announceMigration,
    ...(store !== undefined && { store }),
  })
  const { config } = service
  try {
    await allowAddress(config, service)
    const address = await service.app.listen({ host: config.host, port: config.port })
    return { service, address, preparing: service.prepare().catch(service.failed('preparation')) }
  } catch (error) {
    await service.close()
    throw explained(error, config)
  }
}

/** Sets up the forwarding of writes between workers, and tells the primary process that this one is ready. Returns the writer socket to close at the end, if there is one. */
async function joinWorkers({ app }: Service, duty: WorkerDuty | undefined): Promise<Server | undefined> {
  const { isFirst, door } = duty ?? {}
  const taking =
    isFirst === true && door !== undefined ? await acceptForwardedWrites(app.server, door) : undefined
  if (isFirst === false && door !== undefined) forwardWrites(app.server, door)
  process.send?.('ready')
  return taking
}

/** Runs the periodic tasks until `end` resolves or the settings change. Returns whether it is the end. */
async function whileCurrent(
  end: Promise<void>,
  service: Service,
  duty: WorkerDuty | undefined,
): Promise<boolean> {
  let stop = async () => {}
  const changed = new Promise<false>((resolve) => {
    stop = startTasks(service, duty, () => resolve(false))
  })
  const isEnding = await Promise.race([end.then(() => true), changed])
  await stop()
  return isEnding
}

/** Lets load balancers and clients turn to another instance, as long as FASTI_DRAIN says. */
async function drained({ drain, config }: Service): Promise<void> {
  if (config.drain === 0) return
  drain()
  await wait(config.drain * 1000)
}

/**
 * The garbage among old objects that is left before it is collected, in percent of what is in use; the engine reads this at each collection.
 * On a machine with much memory it leaves up to 300: after eight attacks in a row, 170 MB of 290 were garbage.
 */
const MAX_GARBAGE = 50

/**
 * Serves until the signal to stop. A change of the zone, the language or the region rebuilds the application on the same
 * store; clients notice only that their connections are closed.
 */
export async function serveUntil(
  stop: StopSignal,
  given: Config,
  duty: WorkerDuty | undefined,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${MAX_GARBAGE}`)
  let store: Store | undefined
  for (let isEnding = false; !isEnding; ) {
    const { service, address, preparing } = await listen(given, store)
    stop.started()
    const others = await joinWorkers(service, duty)
    if (duty?.isFirst !== false && store === undefined)
      process.stdout.write(
        `${startBanner(address, await startFacts(service.config, service), process.stdout.isTTY)}\n`,
      )
    isEnding = await whileCurrent(stop.signalled, service, duty)
    if (isEnding) await drained(service)
    others?.close()
    await preparing
    if (isEnding) await service.close()
    else store = await service.release()
  }
}
