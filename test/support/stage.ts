/** The services that provoke every documented status: a normal one, and others that are restricted or broken. */
import { rm } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { signInExample } from '../../src/contract/openapi/examples.ts'
import { connectDatabase, type DialectName } from '../../src/store/database/dialects.ts'
import { quotedName, sql } from '../../src/store/database/sql.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from './dialects.ts'
import { imageHost } from './image-host.ts'
import { remoteServer } from './remote-server.ts'
import { scratch } from './scratch.ts'
import { type TestService, testService } from './service.ts'
import { hashOnce, signedIn } from './sessions.ts'
import { translationServer } from './translation-server.ts'

/** The time at the start. */
export const START = '2027-01-15T12:00:00Z'

/** A calendar without events. */
export const NO_EVENTS = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'

type Headers = Record<string, string>

/** Submissions are off by default. */
const open = { FASTI_SUBMISSIONS: 'open' }

/** Federation is off by default, and needs an address that other servers can reach. */
const federating = {
  FASTI_FEDERATION: 'on',
  FASTI_BASE_URL: 'http://127.0.0.1',
  FASTI_FEDERATION_HOSTS: '127.0.0.1',
  FASTI_FEDERATION_BLOCKED: 'fixed.example',
}

/** A service whose readers don't wait for a writer: on SQLite this needs a file. */
async function onDisk(
  dialect: DialectName,
  more: Readonly<Record<string, string>> = {},
): Promise<TestService & { readonly database: FreshDatabase }> {
  const known = dialects.find(({ name }) => name === dialect)
  const database =
    dialect === 'sqlite' || known === undefined ? await freshSqliteFile() : await known.freshUrl()
  const folder = await scratch('fasti-stage-')
  const service = await testService(dialect, {
    DATABASE_URL: database.url,
    FASTI_DATA_DIR: folder,
    FASTI_IMAGE_HOSTS: '127.0.0.1',
    ...federating,
    ...open,
    ...more,
  })
  return {
    ...service,
    database,
    async close() {
      await service.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A service whose database has no tables of users, so that every request fails. */
async function brokenService(dialect: DialectName): Promise<TestService> {
  const { database, ...service } = await onDisk(dialect)
  const connection = await connectDatabase(database.url)
  for (const table of ['feed_links', 'tokens', 'sessions', 'users'])
    await sql`drop table ${quotedName(table)}${dialect === 'postgres' ? sql` cascade` : sql``}`.execute(
      connection.writer,
    )
  await connection.close()
  return service
}

/** The services, and existing items. */
export interface Stage {
  readonly service: TestService
  readonly databaseUrl: string
  readonly local: TestService
  readonly limited: TestService
  readonly broken: TestService
  readonly away: TestService
  /** A service without submissions. */
  readonly closed: TestService
  readonly administrator: Headers
  readonly author: Headers
  /** Returns the address of a new, empty calendar. */
  calendar(): string
  /** Returns the address of a new actor of another server. */
  actor(): string
  /** Starts a web session. Returns the headers for writing. */
  signIn(): Promise<Headers>
  close(): Promise<void>
}

/** Starts the services on one dialect. */
export async function stageOn(dialect: DialectName): Promise<Stage> {
  const translator = await translationServer()
  const service = await onDisk(dialect, {
    FASTI_CONTENT_LANGUAGES: 'en,fr',
    FASTI_TRANSLATE_URL: translator.url,
  })
  const calendars = await imageHost()
  const remote = await remoteServer()
  let published = 0
  const local = await testService(dialect, { ...federating, ...open })
  const limited = await testService(dialect, { FASTI_RATE_LIMIT: '1/minute', ...federating, ...open })
  const broken = await brokenService(dialect)
  const away = await testService(dialect, { ...federating, ...open })
  const closed = await testService(dialect)
  await away.store.close()
  const administrator = (await service.user('administrator')).headers
  const author = (await service.user('author')).headers
  const { login, password } = signInExample
  const hash = await hashOnce(password)
  await service.store.accounts.addUser(
    login,
    'editor',
    { now: Temporal.Instant.from(START), zone: 'UTC' },
    { password: hash },
  )
  await limited.get('/')
  return {
    service,
    databaseUrl: service.database.url,
    local,
    limited,
    broken,
    away,
    closed,
    administrator,
    author,
    calendar: () => calendars.put(`/${published++}.ics`, Buffer.from(NO_EVENTS)),
    actor: () => remote.actor(`actor-${published++}`),
    async signIn() {
      const { cookie, csrf } = await signedIn(service, login, password)
      return { ...cookie, ...csrf }
    },
    async close() {
      await calendars.close()
      await translator.close()
      await remote.close()
      for (const one of [service, local, limited, broken, away, closed]) await one.close()
    },
  }
}
