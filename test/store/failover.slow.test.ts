import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chosenDialects } from '../support/dialect-names.ts'
import { clientOpener, serversOfUrl } from '../support/inside/store.ts'
import { onServer } from '../support/on-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { copied, startStandby } from '../support/postgres-standby.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const soon = { timeout: 60_000, interval: 20 }
const quietly = () => {}

describe('the servers of a PostgreSQL URL', () => {
  it('are one or several, each with its login, database and parameters', () => {
    const one = 'postgres://ada:s%40cret@a:5433/db?sslmode=disable'
    expect(serversOfUrl(one, 'any')).toEqual({ urls: [one], wanted: undefined })
    expect(serversOfUrl('postgresql://ada:x@a,b:6432,[::1]/db?sslmode=disable', 'read-write')).toEqual({
      urls: [
        'postgresql://ada:x@a/db?sslmode=disable',
        'postgresql://ada:x@b:6432/db?sslmode=disable',
        'postgresql://ada:x@[::1]/db?sslmode=disable',
      ],
      wanted: 'read-write',
    })
    expect(serversOfUrl('postgres://a,b/db?target_session_attrs=standby', 'any').wanted).toBe('standby')
    expect(serversOfUrl('postgres://a/db?target_session_attrs=primary', 'any')).toEqual({
      urls: ['postgres://a/db'],
      wanted: 'primary',
    })
  })

  it('are refused with a word that libpq does not know, without the password', () => {
    expect(() => serversOfUrl('postgres://a:secret@a,b/db?target_session_attrs=master', 'any')).toThrow(
      /^target_session_attrs is "master"; expected: any, read-write/,
    )
  })
})

describe.runIf(chosenDialects().includes('postgres'))('a failover', () => {
  let [primary, standby]: PostgresServer[] = []
  let service: TestService
  let ada: Record<string, string>
  const several = (urls: readonly (PostgresServer | undefined)[], parameters = '') => {
    const [first = new URL('postgres://none'), ...others] = urls.map((one) => new URL(one?.url ?? ''))
    const more = others.map(({ port }) => `,127.0.0.1:${port}`).join('')
    return first.href.replace(`:${first.port}/`, `:${first.port}${more}/`) + parameters
  }
  const create = (title: string) => service.post('/events', anEvent({ title }), ada)
  const titles = async () =>
    ((await service.get('/events?per_page=50')).body.events as { title: string }[]).map(({ title }) => title)
  const isWritten = (title: string) =>
    vi.waitFor(async () => expect((await create(title)).status).toBe(201), soon)
  const isRefused = () => vi.waitFor(async () => expect((await create('refused')).status).toBe(503), soon)
  /** Resolves when the standby has everything that the primary has. */
  const replicated = () =>
    vi.waitFor(
      () =>
        onServer(
          primary?.url ?? '',
          `select 1 / (select count(*) from pg_stat_replication where replay_lsn = pg_current_wal_lsn())::int`,
        ),
      soon,
    )

  beforeEach(async () => {
    primary = await startPostgres(quietly, { ...copied, synchronous_commit: 'on' })
    standby = await startStandby(primary, quietly)
    service = await testService('postgres', {
      DATABASE_URL: several([primary, standby], '?target_session_attrs=read-write'),
      DATABASE_READ_URL: several([standby, primary], '?target_session_attrs=prefer-standby'),
      FASTI_DATABASE_TIMEOUT: '1',
    })
    ada = (await service.user('administrator', 'ada')).headers
    await create('Before')
  }, 60_000)
  afterEach(async () => {
    await service?.close()
    await standby?.stop()
    await primary?.stop()
  })

  it('is followed without a restart: the promoted standby is found, and reads go on meanwhile', async () => {
    await replicated()
    await primary?.kill()
    await isRefused()
    expect(await titles()).toEqual(['Before'])
    await onServer(standby?.url ?? '', 'select pg_promote()')
    await isWritten('After')
    expect(await titles()).toEqual(['Before', 'After'])
    expect((await service.get('//readyz')).body).toEqual({ status: 'ready' })
  })

  it('to a standby that lacks the last writes shows what the standby has, and numbers no revision twice', async () => {
    await replicated()
    await standby?.kill()
    const lost = await create('Lost')
    expect(await titles()).toEqual(['Before', 'Lost'])
    expect((await service.get('/events/2')).body.title).toBe('Lost')
    await primary?.kill()
    await isRefused()
    await standby?.revive()
    await vi.waitFor(async () => expect((await service.get('/events')).status).toBe(200), soon)
    expect(await titles()).toEqual(['Before'])
    await onServer(standby?.url ?? '', 'select pg_promote()')
    await isWritten('After')
    expect(await titles()).toEqual(['Before', 'After'])
    expect((await service.get('/events/2')).body.title).not.toBe('Lost')
    const { headers } = await create('Newest')
    expect(Number(headers['x-fasti-revision'])).toBeGreaterThan(Number(lost.headers['x-fasti-revision']) + 2)
  })

  it('from a primary that hangs is followed, too', async () => {
    await replicated()
    await primary?.pause()
    await onServer(standby?.url ?? '', 'select pg_promote()')
    await isWritten('After')
    expect(await titles()).toEqual(['Before', 'After'])
    await primary?.resume()
  })

  it('finds by target_session_attrs the server that is wanted', async () => {
    const portOf = async (wanted: string) => {
      const url = several([primary, standby], `?target_session_attrs=${wanted}`)
      const client = await clientOpener(url, { application: 'test', patience: 5000, otherwise: 'any' })()
      const { port } = client
      await client.end()
      return String(port)
    }
    const [first, second] = [primary, standby].map((one) => new URL(one?.url ?? '').port)
    for (const wanted of ['read-write', 'primary'])
      expect([wanted, await portOf(wanted)]).toEqual([wanted, first])
    for (const wanted of ['read-only', 'standby', 'prefer-standby'])
      expect([wanted, await portOf(wanted)]).toEqual([wanted, second])
    await standby?.kill()
    expect(await portOf('prefer-standby')).toBe(first)
    await expect(portOf('standby')).rejects.toThrow('No server of the URL')
  })
})
