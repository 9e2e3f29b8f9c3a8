/** `fasti serve`: serves HTTP until it receives a signal to stop. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type Config, ConfigurationError, type Environment, readConfig } from '../config.ts'
import { isLoopback } from '../http/auth/local-mode.ts'
import { announcedAliases } from '../http/compatibility/announcement.ts'
import { rootsOf } from '../http/roots.ts'
import { acceptForwardedWrites, forwardWrites } from '../http/server/write-forwarding.ts'
import { createService, type Service } from '../service.ts'
import { type Command, parsed } from './support/command.ts'
import { regularly } from './support/regularly.ts'
import { type Duty, dutyOf, overWorkers, workersIn } from './workers.ts'

const help = `Usage: fasti serve [--workers N]

  --workers N  serve with N processes that share the port (default 1): use as many as there are spare processor cores. On
               SQLite one of them writes for all; on PostgreSQL each writes. A process that exits is replaced.

Serves the calendar on HOST:PORT until it receives SIGTERM or SIGINT. Then it finishes the current requests and exits.
Environment variables configure it: see fasti --help.
Without users it listens on a loopback address only (local mode). Adding the first user ends local mode immediately.`

/** Seconds between checks for calendar subscriptions that are due. */
const CHECK_INTERVAL = 30

/** Seconds between checks for missing occurrences of series: a day begins in every time zone within an hour. */
const EXTENSION_INTERVAL = 3600
/** Seconds between checks for e-mail that is due. */
const MAIL_INTERVAL = 5

const ADD_FIRST = 'npx fasti user add LOGIN --role administrator'

/** The addresses of the database and its replica, without passwords. */
function shownDatabase({ databaseUrl, databaseReadUrl }: Config): string {
  const replica = databaseReadUrl === undefined ? '' : `, read from ${databaseReadUrl}`
  return `${databaseUrl}${replica}`.replace(/\/\/([^:@/]*):[^@/]*@/g, '//$1:***@')
}

/** The text printed at the start: the addresses of the API, the database, the site zone and the mode. `address` is the address it listens on. */
async function banner(config: Config, { store }: Service, address: string): Promise<string> {
  const mode = (await store.hasUsers())
    ? 'users: published items are public; everything else needs a token or a session'
    : `local: there are no users, so every client on this machine is administrator; ${ADD_FIRST} ends this`
  const aliases = announcedAliases(rootsOf(config), config.baseUrl)
  return [
    `Fasti is ready at ${address}`,
    `  interface  ${config.baseUrl}/${config.namespace}`,
    ...aliases.map(([name, text]) => `  ${name.padEnd(10)} ${text}`),
    `  database   ${shownDatabase(config)}`,
    `  site zone  ${config.zone}`,
    `  mode       ${mode}`,
  ].join('\n')
}

async function allowAddress(config: Config, { store }: Service): Promise<void> {
  if ((await store.hasUsers()) || isLoopback(config.host.includes(':') ? `[${config.host}]` : config.host))
    return
  throw new ConfigurationError(
    `HOST is "${config.host}", which other machines can reach, but there are no users. Add one first: ${ADD_FIRST}`,
  )
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
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
    return new Error(`Listening on port ${port} is not allowed. Set PORT to 1024 or higher.`)
  return error
}

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

/** Opens the service and listens. If that fails, it closes the service. */
async function listen(config: Config): Promise<{ service: Service; address: string; config: Config }> {
  const service = await createService(config)
  try {
    await allowAddress(config, service)
    const address = await service.app.listen({ host: config.host, port: config.port })
    return { service, address, config }
  } catch (error) {
    await service.close()
    throw explained(error, config)
  }
}

/** Sets up the forwarding of writes between workers, and tells the primary process that this one is ready. Returns the writer socket to close at the end, if there is one. */
async function joinWorkers({ app }: Service, duty: Duty | undefined): Promise<Server | undefined> {
  const { isFirst, door } = duty ?? {}
  const taking =
    isFirst === true && door !== undefined ? await acceptForwardedWrites(app.server, door) : undefined
  if (isFirst === false && door !== undefined) forwardWrites(app.server, door)
  process.send?.('ready')
  return taking
}

export const serve: Command = {
  name: 'serve',
  summary: 'serve the calendar over HTTP',
  help,
  async run(args, env) {
    const { values } = parsed(args, { workers: { type: 'string', default: '1' } })
    const end = stopSignal()
    const duty = dutyOf(env)
    const configured = await withPort(env)
    const count = workersIn(values.workers, configured)
    if (count > 1 && duty === undefined) return overWorkers(count, configured, end)
    const { service, address, config } = await listen(configured)
    const others = await joinWorkers(service, duty)
    if (duty?.isFirst !== false) process.stdout.write(`${await banner(config, service, address)}\n`)
    const following = regularly(service.followDue, CHECK_INTERVAL, (error) =>
      service.app.log.error({ err: error }, 'subscriptions'),
    )
    const extend = async () => void (await service.extendSeries())
    const seriesFailed = (error: unknown) => service.app.log.error({ err: error }, 'series')
    extend().catch(seriesFailed)
    const extending = regularly(extend, EXTENSION_INTERVAL, seriesFailed)
    const sending = regularly(service.sendDue, MAIL_INTERVAL, (error) =>
      service.app.log.error({ err: error }, 'e-mail'),
    )
    // On SQLite the process that writes delivers: others would wait for the file's lock.
    if (duty?.door === undefined || duty.isFirst)
      service.webhooks.start((error) => service.app.log.error({ err: error }, 'webhooks'))
    await end
    await following.stop()
    await extending.stop()
    await sending.stop()
    others?.close()
    await service.close()
    process.disconnect?.()
    return 0
  },
}
