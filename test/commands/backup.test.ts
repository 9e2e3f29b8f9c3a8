import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { isLong } from '../support/dialect-names.ts'
import {
  dialects,
  type FreshDatabase,
  freshSqliteFile,
  isAny,
  type TestDialect,
  targetsOf,
} from '../support/dialects.ts'
import { lastBackUpReader, mediaLibraryOf } from '../support/inside/media.ts'
import { createService, readConfig, restoreBackupFile } from '../support/inside/service.ts'
import { madeCalendar } from '../support/made-calendar.ts'
import { onDatabase } from '../support/on-database.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json } from '../support/service.ts'

const freshOn = ({ name, freshUrl }: TestDialect) => (name === 'sqlite' ? freshSqliteFile() : freshUrl())
const EVENTS = '/cal/events/v1/events'

/** The rows of a table for which PostgreSQL plans; -1 before it has counted them. */
async function rowsPlannedFor(url: string, table: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select reltuples from pg_class where oid = $1::regclass', [table])
  await client.end()
  return rows[0].reltuples
}

for (const dialect of dialects) {
  describe(`a back-up of ${dialect.name}`, () => {
    let folder: string
    let database: FreshDatabase
    let env: Record<string, string>
    let file: string
    let authorization: string

    const post = async (app: Awaited<ReturnType<typeof createService>>['app'], payload: Json, key = '') => {
      const headers = { authorization, ...(key !== '' && { 'idempotency-key': key }) }
      const answer = await app.inject({ method: 'POST', url: EVENTS, payload, headers })
      expect([200, 201], answer.body).toContain(answer.statusCode)
      return answer
    }

    const fill = async () => {
      folder = await scratch('fasti-backup-')
      database = await freshOn(dialect)
      env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'silent' }
      file = join(folder, 'all.backup')
      await command(['user', 'add', 'ada', '--role', 'administrator'], env)
      const { stdout } = await command(['token', 'create', 'ada', '--name', 'test'], env)
      authorization = `Bearer ${stdout.trim()}`
      const { app, close } = await createService(readConfig(env))
      const linked = {
        venue: { venue: 'Halle “Ä”', geo_lat: 48.1, geo_lng: 11.5 },
        categories: ['Musik'],
        tags: ['日本', 'x'],
      }
      await post(
        app,
        anEvent({ title: 'Erstes', ...linked, description: '<p>ñ 🎉</p>', cost: [5, '10 €'] }),
        'key',
      )
      await post(app, anEvent({ title: 'Parent', categories: ['Musik'], custom_fields: { a: true } }))
      await post(app, anEvent({ title: 'Gone' }))
      for (const [method, url, payload] of [
        ['PATCH', `${EVENTS}/1`, { post_parent: 2, password: 'secret' }],
        ['DELETE', `${EVENTS}/3?force=true`, undefined],
        ['POST', '/cal/events/v1/categories', { name: 'Jazz', parent: 1 }],
        ['DELETE', `${EVENTS}/2`, undefined],
      ] as const)
        expect(
          (await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) }))
            .statusCode,
        ).toBeLessThan(300)
      await close()
      await mkdir(join(folder, 'media/2027'), { recursive: true })
      await writeFile(
        join(folder, 'media/2027/a b.png'),
        Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251)),
      )
      await writeFile(join(folder, 'media/empty'), '')
    }

    const clear = async () => {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }

    const backUp = async () => {
      const ended = await command(['backup', file], env)
      expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('restored and compared') })
    }

    describe('once it is complete', () => {
      let empty: FreshDatabase
      beforeAll(async () => {
        await fill()
        await backUp()
        empty = await freshOn(dialect)
      })
      afterAll(async () => {
        await empty.drop()
        await clear()
      })

      // Most people restore a back-up on the same kind of database: one of them in each run.
      for (const other of isAny(dialect.name) ? dialects : targetsOf(dialect.name)) {
        it(`restores on ${other.name} with the same data, including tokens, keys, ids and images`, async () => {
          const target = await freshOn(other)
          const elsewhere = { ...env, DATABASE_URL: target.url, FASTI_DATA_DIR: join(folder, other.name) }
          const { code, stderr } = await command(['restore', file], elsewhere)
          expect([code, stderr]).toEqual([0, expect.stringContaining('Restored as of')])
          for (const [name, from] of [
            ['first', env],
            ['second', elsewhere],
          ] as const)
            await command(['export', join(folder, other.name, name)], from)
          expect(await readFile(join(folder, other.name, 'second'), 'utf8')).toBe(
            await readFile(join(folder, other.name, 'first'), 'utf8'),
          )
          for (const name of ['2027/a b.png', 'empty'])
            expect(
              (await readFile(join(folder, other.name, 'media', name))).equals(
                await readFile(join(folder, 'media', name)),
              ),
            ).toBe(true)
          if (other.name === 'postgres') expect(await rowsPlannedFor(target.url, 'events')).toBe(2)
          const { app, close } = await createService(readConfig(elsewhere))
          expect((await post(app, anEvent({ title: 'Next' }))).json().id, 'an id given again').toBe(4)
          const linked = {
            venue: { venue: 'Halle “Ä”', geo_lat: 48.1, geo_lng: 11.5 },
            categories: ['Musik'],
            tags: ['日本', 'x'],
          }
          const again = await post(
            app,
            anEvent({ title: 'Erstes', ...linked, description: '<p>ñ 🎉</p>', cost: [5, '10 €'] }),
            'key',
          )
          expect([again.headers['idempotency-replayed'], again.json().id]).toEqual(['true', 1])
          await close()
          expect((await command(['check'], elsewhere)).code).toBe(0)
          await target.drop()
        })
      }

      it('is refused by a database that is not empty', async () => {
        const { code, stderr } = await command(['restore', file], env)
        expect([code, stderr]).toEqual([
          1,
          expect.stringMatching(/This database is not empty: it contains \w+/),
        ])
      })

      it.runIf(isAny(dialect.name))(
        'is refused if any byte is changed, before its content is used',
        async () => {
          const bytes = await readFile(file)
          const text = gunzipSync(bytes)
          // The padding bits in the last byte of the compressed data have no meaning: a change leaves the content the same.
          const isSame = (changed: Buffer) => {
            try {
              return gunzipSync(changed).equals(text)
            } catch {
              return false
            }
          }
          const damaged = join(folder, 'damaged.backup')
          const target = { ...readConfig(env), databaseUrl: `sqlite:${join(folder, 'none', 'at-all.db')}` }
          // The first ten bytes are the gzip header, which does not affect the content.
          for (let at = 10; at < bytes.length; at += isLong() ? 23 : 211) {
            const changed = Buffer.from(bytes)
            changed.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
            if (isSame(changed)) continue
            await writeFile(damaged, changed)
            await expect(restoreBackupFile(target, damaged), `byte ${at}`).rejects.toThrow(
              /is damaged or is not a back-up/,
            )
          }
        },
      )

      const damages: Readonly<Record<string, readonly [damage: (bytes: Buffer) => Buffer, says: RegExp]>> = {
        'cut short': [
          (bytes) => bytes.subarray(0, -40),
          /is damaged or is not a back-up: unexpected end of file/,
        ],
        'changed by a byte': [
          (bytes) =>
            bytes.map((byte, at) => (at === Math.floor(bytes.length / 2) ? byte ^ 1 : byte)) as Buffer,
          /damaged/,
        ],
        'with a line that no row has': [
          (bytes) => gzipSync(Buffer.concat([Buffer.alloc(70 * 1_048_576, 'x'), gunzipSync(bytes)])),
          /line \d+ has more than 67108864 characters/,
        ],
        'changed and compressed again': [
          (bytes) => gzipSync(gunzipSync(bytes).toString().replace('Erstes', 'Zweite')),
          /the rows of \w+ do not match their checksum/,
        ],
        'without its end': [
          (bytes) => gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n').concat('\n')),
          /its end is missing/,
        ],
        'something else': [() => gzipSync('{"a":1}\n'), /not a back-up of Fasti/],
        'not compressed': [
          () => Buffer.from('hello'),
          /is damaged or is not a back-up: incorrect header check/,
        ],
        'of a newer version': [
          (bytes) =>
            gzipSync(gunzipSync(bytes).toString().replace('"068-baseline"', '"068-baseline","999-next"')),
          /comes from a newer version/,
        ],
      }
      for (const [what, [damage, says]] of Object.entries(damages)) {
        it(`is refused when it is ${what}, and leaves the database empty`, async () => {
          const damaged = join(folder, 'damaged.backup')
          await writeFile(damaged, damage(await readFile(file)))
          const { code, stderr } = await command(['restore', damaged], { ...env, DATABASE_URL: empty.url })
          expect([code, stderr]).toEqual([1, expect.stringMatching(says)])
          expect(
            (await command(['user', 'list', '--json'], { ...env, DATABASE_URL: empty.url })).stdout,
          ).toBe('')
        })
      }
    })

    describe('in progress', () => {
      beforeAll(fill)
      afterAll(clear)

      it('is a consistent snapshot, unaffected by concurrent writes', async () => {
        const { app, close } = await createService(readConfig(env))
        let isOver = false
        const writing = (async () => {
          for (let at = 0; !isOver; at++)
            await post(app, anEvent({ title: `W ${at}`, venue: { venue: `V ${at}` } }))
        })()
        await backUp()
        isOver = true
        await writing
        await close()
      })

      it('is written and reports faults if the stored data is not consistent', async () => {
        await onDatabase(database.url, 'update categories set count = count + 7 where id = 1')
        const { code, stdout, stderr } = await command(['backup', join(folder, 'faulty.backup')], env)
        await onDatabase(database.url, 'update categories set count = count - 7 where id = 1')
        expect([code, stdout]).toEqual([1, expect.stringContaining('the count of categories')])
        expect(stderr).toContain('restored and compared')
        expect(await readdir(folder)).toContain('faulty.backup')
      })
    })
  })
}

describe('back-ups in a folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await scratch('fasti-backup-')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('are named by the time; the oldest surplus ones are removed, other files stay', async () => {
    const env = await madeCalendar({ FASTI_DATA_DIR: join(folder, 'data'), FASTI_LOG_LEVEL: 'silent' })
    const backups = join(folder, 'backups')
    await mkdir(backups)
    const old = [
      'fasti-20250101T000000Z.backup',
      'fasti-20250102T000000Z.backup',
      'fasti-20250103T000000Z.backup',
    ]
    for (const name of [...old, 'notes.txt', 'fasti-mine.backup']) await writeFile(join(backups, name), '')
    const notedAt = lastBackUpReader(mediaLibraryOf(readConfig(env)), () => 0)
    expect((await command(['backup', backups, '--keep', '2'], env)).code).toBe(0)
    expect(await notedAt()).toBeGreaterThan(0)
    const left = (await readdir(backups)).sort()
    expect(left).toEqual([
      'fasti-20250103T000000Z.backup',
      expect.stringMatching(/^fasti-2\d{7}T\d{6}Z\.backup$/),
      'fasti-mine.backup',
      'notes.txt',
    ])
  })

  it('accept only a number for --keep', async () => {
    for (const args of [
      ['backup', join(folder, 'x'), '--keep', '3'],
      ['backup', folder, '--keep', 'few'],
      ['backup'],
      ['restore'],
    ])
      expect((await command(args, { FASTI_DATA_DIR: folder })).code, args.join(' ')).toBe(1)
  })

  it('are not restored from a missing file or a folder', async () => {
    const target = { FASTI_DATA_DIR: join(folder, 'restored') }
    for (const [name, reason] of [
      [join(folder, 'none.backup'), 'there is no such file'],
      [folder, 'it is a folder'],
    ] as const)
      expect(await command(['restore', name], target)).toMatchObject({
        code: 1,
        stderr: `Can't read ${name}: ${reason}.`,
      })
    expect(await readdir(folder)).toEqual([])
  })

  it('are not created if there is no database', async () => {
    const ended = await command(['backup', join(folder, 'x')], { FASTI_DATA_DIR: join(folder, 'none') })
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database at') })
    expect(await readdir(folder)).toEqual([])
  })
})
