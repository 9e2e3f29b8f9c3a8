import { chmod, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile, isAny } from '../support/dialects.ts'
import { testIdentityProvider } from '../support/identity-provider.ts'
import { madeCalendar } from '../support/made-calendar.ts'
import { mailbox } from '../support/mailbox.ts'
import { onDatabase } from '../support/on-database.ts'
import { run } from '../support/process.ts'
import { s3Server } from '../support/s3-server.ts'
import { scratch } from '../support/scratch.ts'

for (const dialect of dialects) {
  describe(`fasti doctor on ${dialect.name}`, () => {
    let database: FreshDatabase
    let folder: string
    let env: Record<string, string>
    beforeEach(async () => {
      folder = await scratch('fasti-doctor-')
      database = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
      env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder }
      // A new file may have no tables yet.
      if (dialect.name === 'sqlite') await madeCalendar(env)
    })
    afterEach(async () => {
      await database.drop()
      await rm(folder, { recursive: true })
    })

    it('finds no errors on a machine that runs these tests', async () => {
      const { code, stdout } = await command(['doctor'], env)
      expect([code, stdout.match(/^wrong.*/m)]).toEqual([0, null])
      expect(stdout).toMatch(/^ok {4}database: (SQLite|PostgreSQL) \d+\.\d+/m)
      expect(stdout).toMatch(/^ok {4}data folder: .* GiB free$/m)
    })

    it.runIf(dialect.name === 'postgres')('warns about a missing replica, with exit code 0', async () => {
      const told = async (url: string) =>
        (await command(['doctor'], { ...env, DATABASE_READ_URL: url })).stdout.match(/^.*replica.*$/m)?.[0]
      expect(await told(database.url)).toMatch(/^ok {4}replica: PostgreSQL \d+/)
      expect(await told('postgres://127.0.0.1:9/none')).toMatch(/^look {2}replica: .*DATABASE_URL is read/)
    })

    it.runIf(isAny(dialect.name))('reads the metadata of an identity provider', async () => {
      const provider = await testIdentityProvider()
      const told = async () => {
        const { stdout } = await command(['doctor'], { ...env, ...provider.env })
        return [...stdout.matchAll(/^(\w+) +sign-in: (.*)$/gm)].map(([, level, text]) => `${level} ${text}`)
      }
      expect(await told()).toEqual([
        `ok ${provider.entityId} describes itself in ${provider.url}/metadata, with its sign-in at ${provider.url}/sso?at=town and a key`,
        expect.stringMatching(
          /^ok the identity provider must know this service as http.*\/signin\/saml\/metadata$/,
        ),
      ])
      provider.describe = (metadata) =>
        metadata.replace('IDPSSODescriptor ', 'IDPSSODescriptor WantAuthnRequestsSigned="1" ')
      expect((await told())[2]).toMatch(/^look the identity provider asks for signed requests/)
      provider.isAway = true
      expect(await told()).toEqual([expect.stringMatching(/^wrong .*\/metadata can not be used: .*503/)])
      await provider.close()
    })

    it.runIf(isAny(dialect.name))('warns about a misspelt variable', async () => {
      const known = { FASTI_TOKEN: 'x', FASTI_IMPORT_AUTHORIZATION: 'Basic eDp5' }
      const { code, stdout } = await command(['doctor'], { ...env, ...known, FASTI_BASEURL: 'x' })
      expect([code, stdout]).toEqual([
        0,
        expect.stringContaining('look  configuration: FASTI_BASEURL is not a known variable'),
      ])
      for (const name of Object.keys(known)) expect(stdout).not.toContain(name)
    })

    it('reports a database of a newer version and pending migrations', async () => {
      await onDatabase(database.url, `delete from migrations where name = '068-baseline'`)
      expect(await command(['doctor'], env)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('look  database: 068-baseline'),
      })
      await onDatabase(database.url, `insert into migrations (name, applied_utc) values ('999-next', 0)`)
      expect(await command(['doctor'], env)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('wrong database: 999-next'),
      })
    })

    it('reports webhooks that fail and those that were switched off', async () => {
      const line = async () => (await command(['doctor'], env)).stdout.match(/^.*webhooks: .*$/gm)
      expect(await line()).toEqual(['ok    webhooks: 0 in step'])
      const add = (id: number, active: number, failures: number, off: string) =>
        onDatabase(
          database.url,
          `insert into webhooks (id, url, types, filter_args, is_private, active, secret, created_utc, seen_revision, failures, switched_off)
            values (${id}, 'https://example.org/', '[]', '{}', 0, ${active}, 'whsec_x', 0, 0, ${failures}, '${off}')`,
        )
      await add(1, 1, 0, '')
      expect(await line()).toEqual(['ok    webhooks: 1 in step'])
      await add(2, 1, 3, '')
      await add(3, 0, 10, 'exhausted')
      expect(await line()).toEqual([
        'look  webhooks: 1 switched off; the desk says why, and switches them on',
        'look  webhooks: 1 failed at the last attempt; waiting deliveries: 0',
      ])
    })

    it('reports series whose occurrences are not made up to the horizon', async () => {
      const line = async (horizon: string) =>
        (await command(['doctor'], { ...env, FASTI_SERIES_HORIZON: horizon })).stdout.match(
          /^.*series: .*$/m,
        )?.[0]
      const file = join(folder, 'weekly.ics')
      const [start = ''] = Temporal.Now.instant().toString().replace(/[-:]/g, '').split('.')
      const event = ['UID:a', 'SUMMARY:Yoga', `DTSTART:${start}Z`, 'RRULE:FREQ=WEEKLY']
      const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', '']
      await writeFile(file, lines.join('\r\n'))
      const { code } = await command(['import', file], { ...env, FASTI_SERIES_HORIZON: '1 month' })
      expect([code, await line('1 month')]).toEqual([
        0,
        'ok    series: all occurrences exist up to FASTI_SERIES_HORIZON',
      ])
      expect(await line('1 year')).toBe(
        'look  series: 1 lack occurrences; fasti serve makes them, at start and every hour',
      )
    })

    it('reports a missing database', async () => {
      const gone = {
        ...env,
        DATABASE_URL: dialect.name === 'sqlite' ? `sqlite:${folder}/none.db` : 'postgres://127.0.0.1:9/none',
      }
      expect(await command(['doctor'], gone)).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^wrong database: /m),
      })
    })
  })
}

describe('fasti doctor', () => {
  describe('about what the service uses besides its database', () => {
    let folder: string
    beforeEach(async () => {
      folder = await scratch('fasti-doctor-')
    })
    afterEach(() => rm(folder, { recursive: true }))
    const lineOf = async (what: string, env: Record<string, string> = {}) => {
      const { stdout } = await command(['doctor'], { FASTI_DATA_DIR: folder, ...env })
      return stdout.split('\n').filter((line) => line.slice(6).startsWith(`${what}:`))
    }

    it('lists the bucket, and says why it can not', async () => {
      const store = await s3Server()
      expect(await lineOf('bucket')).toEqual([])
      expect(await lineOf('bucket', { FASTI_MEDIA: store.url })).toEqual([
        expect.stringMatching(/^ok {4}bucket: \S+ can be listed/),
      ])
      const none = store.url.replace(/s3:\/\/[^/?]+/, 's3://no-such-bucket')
      expect(await lineOf('bucket', { FASTI_MEDIA: none })).toEqual([
        expect.stringMatching(/^wrong bucket: no-such-bucket can not be listed: The image bucket \S/),
      ])
      await store.close()
    })

    it('signs in to the mail server and sends nothing, and says why it can not, without the password', async () => {
      const box = await mailbox()
      expect(await lineOf('mail')).toEqual([])
      const from = { FASTI_MAIL_FROM: 'calendar@example.org' }
      expect(await lineOf('mail', { ...from, FASTI_SMTP_URL: box.url })).toEqual([
        expect.stringMatching(/^ok {4}mail: 127\.0\.0\.1:\d+ accepts the connection/),
      ])
      expect(box.received).toEqual([])
      await box.close()
      const [wrong = ''] = await lineOf('mail', { ...from, FASTI_SMTP_URL: 'smtp://ada:secret@127.0.0.1:9' })
      expect(wrong).toMatch(/^wrong mail: 127\.0\.0\.1:9 can not be used: .*ECONNREFUSED/)
      expect(wrong).not.toContain('secret')
    })

    it('draws letters, and warns on a machine without fonts, where all are the same box', async () => {
      expect(await lineOf('fonts')).toEqual([expect.stringMatching(/^ok {4}fonts: /)])
      const none = join(folder, 'fonts.conf')
      await writeFile(none, '<fontconfig></fontconfig>')
      // A process of its own: fonts are read once.
      const env = { FASTI_DATA_DIR: folder, FONTCONFIG_FILE: none }
      for (const [language, fonts] of [
        ['en', 'fonts-dejavu-core'],
        ['ja', 'fonts-noto-cjk'],
      ])
        expect((await run(['doctor'], { ...env, FASTI_LANGUAGE: language ?? '' })).stdout).toMatch(
          new RegExp(`^look {2}fonts: .* ${fonts}$`, 'm'),
        )
    })
  })

  it('accepts the permissions of files and folders that fasti created', async () => {
    const folder = await scratch('fasti-doctor-')
    await chmod(folder, 0o755)
    const env = await madeCalendar({ FASTI_DATA_DIR: join(folder, 'data') })
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    expect([await modeOf(join(folder, 'data')), await modeOf(join(folder, 'data/fasti.db'))]).toEqual([
      '700',
      '600',
    ])
    expect((await command(['doctor'], env)).stdout).not.toContain('permissions:')
    await rm(folder, { recursive: true })
  })

  it('warns about a database file that every user can read', async () => {
    const { url, drop } = await freshSqliteFile()
    const file = url.slice('sqlite:'.length)
    const env = { DATABASE_URL: url, FASTI_DATA_DIR: join(file, '..') }
    await madeCalendar(env)
    await chmod(join(file, '..'), 0o755)
    await chmod(file, 0o644)
    expect((await command(['doctor'], env)).stdout).toContain(
      'look  permissions: every user of this machine can read fasti.db',
    )
    await chmod(file, 0o640)
    expect((await command(['doctor'], env)).stdout).not.toContain('can read fasti.db;')
    await drop()
  })
})
