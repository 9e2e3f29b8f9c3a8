/** Serving in this process: listening, periodic tasks, and the end. */
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Temporal } from 'temporal-polyfill'
import { ConfigurationError } from '../config/variables.ts'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../domain/text/links.ts'
import type { Dialects } from '../http/dialects.ts'
import { languageRootsOf, type RootsOfSiteAndApi } from '../http/language-roots.ts'
import { acceptForwardedWrites, forwardWrites } from '../http/server/write-forwarding.ts'
import { createService, type Service } from '../service.ts'
import type { Store } from '../store/store.ts'
import { announceMigration } from './opened-store.ts'
import type { StopSignal, WorkerDuty } from './workers.ts'

// The lines about aliases with which `fasti serve` starts (contract §12).

/**
 * A name and a text for each line: every alias with the namespaces that come with it, and a note for each site whose
 * front page does not link the interface, since pages are elsewhere. `baseUrl` has no trailing slash.
 */
export function aliasStartupLines(
  { prefixes: [base], aliases }: Pick<RootsOfSiteAndApi, 'prefixes' | 'aliases'>,
  baseUrl: string,
  { companionsOf, siteOf }: Pick<Dialects, 'companionsOf' | 'siteOf'>,
): readonly (readonly [name: string, text: string])[] {
  const { origin } = new URL(baseUrl)
  const addresses = aliases.map((alias) => {
    const companions = companionsOf(alias)
    const more = companions.length === 0 ? '' : `, with ${companions.join(' and ')} beside it`
    return ['alias', `${origin}${alias.path}/${alias.namespace}${more}`] as const
  })
  const linked = [base, ...aliases.map(({ path }) => path)]
  const sites = aliases.map(siteOf).filter((site) => site !== undefined)
  const unlinked = [...new Set(sites)].filter((site) => !linked.includes(site))
  const notes = unlinked.map(
    (site) =>
      [
        'note',
        `pages are at ${baseUrl}/: programs that look for the interface at ${origin}${site}/ do not find it, so give them the address of the alias`,
      ] as const,
  )
  return [...addresses, ...notes]
}

// The periodic tasks of a service that serves.

/** Seconds between checks for calendar subscriptions that are due. */
const CHECK_INTERVAL = 30

/** Seconds between checks for missing occurrences of series: a day begins in every time zone within an hour. */
const EXTENSION_INTERVAL = 3600

/** Seconds between checks for e-mail that is due, and for images without pictures, which all processes of a machine share. */
const MAIL_INTERVAL = 5
const PICTURES_INTERVAL = 2

/** Seconds between checks whether the settings that the service starts with have changed. */
const SETTINGS_INTERVAL = 1

interface RegularWork {
  /** Stops the task. Resolves when the current run has ended, at the latest after five seconds. */
  stop(): Promise<void>
}

/** Seconds for which a stop waits for the current run. */
const STOP_TIMEOUT = 5

/** Runs `act` every `seconds` seconds, first after that time, and never twice at once. Errors go to `failed`. */
function runRegularly(
  act: () => Promise<void>,
  seconds: number,
  failed: (error: unknown) => void,
): RegularWork {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= act()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT * 1000).unref())
      await Promise.race([running, late])
    },
  }
}

/** Starts the periodic tasks of a service. `outdated` is called when its settings have changed. Returns a function that stops the tasks. */
function startTasks(
  service: Service,
  duty: WorkerDuty | undefined,
  outdated: () => void,
): () => Promise<void> {
  const { failed } = service
  const extend = async () => void (await service.extendSeries())
  const check = async () => {
    if (await service.isOutdated()) outdated()
  }
  extend().catch(failed('series'))
  const tasks = [
    runRegularly(service.followDue, CHECK_INTERVAL, failed('subscriptions')),
    runRegularly(extend, EXTENSION_INTERVAL, failed('series')),
    runRegularly(service.sendDue, MAIL_INTERVAL, failed('e-mail')),
    runRegularly(check, SETTINGS_INTERVAL, failed('settings')),
  ]
  if (duty?.isFirst !== false)
    tasks.push(runRegularly(service.makePictures, PICTURES_INTERVAL, failed('pictures')))
  // On SQLite, the process that writes also delivers: others would wait for the lock of the file.
  if (duty?.door === undefined || duty.isFirst) service.startDelivering()
  return async () => {
    for (const task of tasks) await task.stop()
  }
}

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
const MAX_GARBAGE = 40

/** How often collections begin to move old objects together, and for how long they do, in milliseconds; and from how many bytes of the process on. */
const [MOVED_EVERY, MOVED_FOR, MOVED_FROM] = [20_000, 5000, 200 * 1024 * 1024]

/**
 * Lets collections leave no holes among old objects for a while: what caches drop is scattered, and the memory grows with each minute of
 * reads. All the time, it would cost a third of the speed (`npm run trial memory`).
 */
function moveOldObjectsTogether(): void {
  if (process.memoryUsage.rss() < MOVED_FROM) return
  setFlagsFromString('--optimize-for-size')
  setTimeout(() => setFlagsFromString('--no-optimize-for-size'), MOVED_FOR).unref()
}

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
  setInterval(moveOldObjectsTogether, MOVED_EVERY).unref()
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
