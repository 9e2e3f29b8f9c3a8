/** A service on a new database, with a clock that the test sets. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import type { Role } from '../../src/api/policy.ts'
import { readConfig } from '../../src/config.ts'
import type { Scope } from '../../src/contract/operations/account-names.ts'
import { createService, type Service } from '../../src/service.ts'
import type { DialectName } from '../../src/store/database/dialects.ts'
import { dialects, type FreshDatabase } from './dialects.ts'
import { hold } from './held.ts'

export type Json = Record<string, unknown>

export interface Answered {
  readonly status: number
  readonly headers: Record<string, string>
  /** Server-Timing, which differs in every response. */
  readonly timing: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads responses of every shape
  readonly body: any
}

export interface TestService extends Service {
  /** Sets the clock to an ISO instant. The monotonic clock of limits advances with it, and never goes back. */
  at(instant: string): void
  /** Adds a user with a role, and a token with scopes. Returns their id and the headers with the token. */
  user(
    role: Role,
    login?: string,
    scopes?: readonly Scope[],
  ): Promise<{ readonly id: number; readonly headers: Record<string, string> }>
  /** Sends a request to a path below the namespace (`/events`), or to any path after `//`. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>
  remove(path: string, headers?: Record<string, string>): Promise<Answered>
}

const NOW = '2027-01-15T12:00:00Z'

/** A database that the test creates and drops. */
const theirs = (url: string): FreshDatabase => ({ url, drop: async () => {} })

/** Starts a service on `dialect`; `env` overrides the environment. The caller closes it. */
export async function testService(
  dialect: DialectName,
  env: Record<string, string> = {},
): Promise<TestService> {
  const database = dialects.find((one) => one.name === dialect)
  if (database === undefined) throw new Error(`no database for ${dialect}`)
  const { url, drop } = env.DATABASE_URL === undefined ? await database.freshUrl() : theirs(env.DATABASE_URL)
  const folder = join(tmpdir(), `fasti-test-${randomUUID()}`)
  const config = readConfig({
    FASTI_TIME_ZONE: 'America/New_York',
    FASTI_DATA_DIR: folder,
    DATABASE_URL: url,
    FASTI_LOG_LEVEL: 'silent',
    ...env,
  })
  let now = Temporal.Instant.from(NOW)
  let elapsed = 0
  const service = await createService(config, { now: () => now, elapsed: () => elapsed })
  const ask: TestService['ask'] = async (method, path, body, headers = {}) => {
    const url = path.startsWith('//') ? path.slice(1) : `/${config.namespace}${path}`
    const isText = typeof body === 'string' || Buffer.isBuffer(body)
    const type = body === undefined || isText ? {} : { 'content-type': 'application/json' }
    const options: InjectOptions = {
      method: method as 'GET',
      url,
      headers: { ...type, ...headers },
      ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
    }
    const response = await service.app.inject(options)
    const isJson =
      response.headers['content-encoding'] === undefined &&
      String(response.headers['content-type']).startsWith('application/json') &&
      response.body !== ''
    const { 'server-timing': timing, ...own } = response.headers
    const answered: Answered = {
      status: response.statusCode,
      headers: own as Record<string, string>,
      timing: String(timing),
      body: isJson ? response.json() : response.body,
    }
    const read = isJson ? answered.body : undefined
    hold({ ...answered, headers: response.headers, method, url, sent: headers, body: read }, config)
    return answered
  }
  return {
    ...service,
    at(instant) {
      const then = Temporal.Instant.from(instant)
      elapsed += Math.max(0, then.since(now).total('seconds'))
      now = then
    },
    async user(role, login = role, scopes = []) {
      const moment = { now, zone: config.zone }
      const id = await service.store.accounts.addUser(login, role, moment)
      const token = await service.store.accounts.createToken(
        login,
        { name: 'test', expires: null, scopes },
        moment,
      )
      if (id === undefined || token === undefined) throw new Error(`no user ${login}`)
      return { id, headers: { authorization: `Bearer ${token}` } }
    },
    ask,
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body, headers) => ask('POST', path, body, headers),
    patch: (path, body, headers) => ask('PATCH', path, body, headers),
    remove: (path, headers) => ask('DELETE', path, undefined, headers),
    async close() {
      await service.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A service with an administrator, an editor and an author, so that it is not in local mode. */
export async function staffedService(dialect: DialectName) {
  const service = await testService(dialect)
  await service.user('administrator', 'ada')
  const { headers: editor } = await service.user('editor')
  const { headers: author } = await service.user('author')
  return { service, editor, author }
}

/** The smallest body that creates an item of each resource. */
export const leastBodies: Readonly<Record<string, Json>> = {
  event: anEvent(),
  venue: { venue: 'V' },
  organizer: { organizer: 'O' },
  category: { name: 'C' },
  tag: { name: 'T' },
  group: { name: 'G' },
  page: { title: 'P' },
}

/** A valid create body of an event. */
export function anEvent(more: Json = {}): Json {
  return { title: 'A', start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00', ...more }
}

/** Creates events in requests of a hundred, in a third of the time of one request for each. Throws if one is refused. */
export async function postEvents(
  service: TestService,
  events: readonly Json[],
  headers?: Record<string, string>,
): Promise<void> {
  for (let from = 0; from < events.length; from += 100) {
    const operations = events
      .slice(from, from + 100)
      .map((body) => ({ method: 'POST', path: '/events', body }))
    const { status, body } = await service.post('/batch', { operations }, headers)
    if (status !== 200) throw new Error(`creating events: ${JSON.stringify(body)}`)
  }
}
