/** Two calendars on loopback that federate: one is written to, the other follows it. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import { type Serving, serve } from '../../test/support/process.ts'
import { within } from '../../test/support/within.ts'

/** Seconds to wait for a follow to be accepted. */
const PATIENCE = 60

type Env = Readonly<Record<string, string>>

/** A calendar that can be killed and started again. */
export interface Calendar {
  readonly base: string
  /** Sends a request. Returns the body of a response that says that it was done; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: a trial reads responses of every shape
  ask(method: string, path: string, body?: object): Promise<any>
  /** Kills its processes. They are gone when it resolves. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a calendar that federates with loopback. */
export async function startedCalendar(given: Env): Promise<Calendar> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const federation = { FASTI_FEDERATION: 'on', FASTI_FEDERATION_HOSTS: '127.0.0.1', FASTI_BASE_URL: base }
  const env = { FASTI_LOG_LEVEL: 'silent', ...given, ...federation, PORT: String(port) }
  let service: Serving = await serve(env)
  const ended = async (signal: 'SIGKILL' | 'SIGTERM') => {
    service.child.kill(signal)
    await service.ended
  }
  return {
    base,
    async ask(method, path, body) {
      const payload = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const request = { method, signal: AbortSignal.timeout(10_000), ...payload }
      const response = await fetch(`${service.address}${path}`, request).catch(() => undefined)
      return response?.ok === true ? response.json().catch(() => undefined) : undefined
    },
    kill: () => ended('SIGKILL'),
    async start() {
      service = await serve(env)
    },
    stop: () => ended('SIGTERM'),
  }
}

/** Lets one calendar follow another, whose events it shows at once. Resolves when it was accepted. */
export async function followed(follower: Calendar, { base }: Pick<Calendar, 'base'>): Promise<void> {
  const { id } = await follower.ask('POST', '/following', { actor: `${base}/ap/calendar`, status: 'publish' })
  const accepted = async () => {
    while ((await follower.ask('GET', `/following/${id}`))?.state !== 'accepted') await wait(100)
  }
  await within(PATIENCE, 'the follow to be accepted', accepted())
}
