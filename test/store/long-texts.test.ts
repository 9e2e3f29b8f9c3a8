/** Long texts of events are stored once, and are read, searched, restored and deleted like all others. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile, targetsOf } from '../support/dialects.ts'
import {
  connectDatabase,
  databaseFaults,
  rawSql,
  restoreWholeTextsUnlessGone,
} from '../support/inside/store.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** A description of so many characters, which no other number has. */
const long = (name: string, length: number) => `${`${`${name} `.repeat(length)}`.slice(0, length - 1)}.`

for (const dialect of dialects) {
  describe(`long texts on ${dialect.name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let eve: Record<string, string>
    const fresh = () => (dialect.name === 'sqlite' ? freshSqliteFile() : dialect.freshUrl())
    beforeEach(async () => {
      database = await fresh()
      service = await testService(dialect.name, { DATABASE_URL: database.url })
      eve = (await service.user('administrator', 'eve')).headers
    })
    afterEach(async () => {
      await service.close()
      expect(await databaseFaults(database.url)).toEqual([])
      await database.drop()
    })

    async function selected<R>(text: string): Promise<readonly R[]> {
      const connection = await connectDatabase(database.url)
      try {
        return await rawSql<R>(text).rows(connection.reader)
      } finally {
        await connection.close()
      }
    }
    const stored = async () => {
      const found = await selected<{ is_searched: number; length: number }>(
        'select is_searched, length(text) as length from long_texts order by is_searched, id',
      )
      return found.map(({ is_searched, length }) => [Number(is_searched), Number(length)])
    }
    const daily = (more: Json = {}) => anEvent({ recurrence: 'FREQ=DAILY;COUNT=4', ...more })
    const all = async (query = '') => (await service.get(`/events?start_date=2000-01-01${query}`, eve)).body
    const found = async (words: string, more = '') =>
      (await all(`&search=${encodeURIComponent(words)}${more}`)).events.map(({ id }: { id: number }) => id)

    it('are stored once for all occurrences of a series, from one character above the bound', async () => {
      await service.post('/events', daily({ description: long('short', 4000), excerpt: '' }), eve)
      // What is searched ends with a line break and the excerpt.
      expect(await stored()).toEqual([[1, 4001]])
      await service.post(
        '/events',
        daily({ description: long('music', 4001), excerpt: long('in', 5000) }),
        eve,
      )
      expect(await stored()).toEqual([
        [0, 4001],
        [0, 5000],
        [1, 4001],
        [1, 9002],
      ])
      expect((await all()).events.map(({ description }: Json) => String(description).length)).toEqual([
        4000, 4001, 4000, 4001, 4000, 4001, 4000, 4001,
      ])
    })

    it('are shown whole in lists, alone, in feeds and in histories', async () => {
      const description = `<p>${long('music', 5000)}</p>`
      const { body } = await service.post('/events', daily({ description }), eve)
      const [, second] = (await all()).events
      expect([body.description, second.description]).toEqual([description, description])
      expect((await service.get(`/events/${second.id}`)).body.description).toBe(description)
      const { body: ics } = await service.get('/events.ics')
      expect(String(ics).replace(/\r\n /g, '').match(/music/g)?.length).toBeGreaterThan(800)
      const changed = await service.patch(`/events/${second.id}`, { description: 'Brief.' }, eve)
      expect(changed.body.description).toBe('Brief.')
      const { body: history } = await service.get(`/events/${second.id}/history`, eve)
      expect(JSON.stringify(history)).toContain(long('music', 5000))
    })

    it('become an occurrence’s own by its own change, and shared again by the change back', async () => {
      const description = long('music', 5000)
      const { body } = await service.post('/events', daily({ description }), eve)
      const own = long('dance', 6000)
      const { body: changed } = await service.patch(`/events/${body.id}`, { description: own }, eve)
      expect([changed.description, (await stored()).length]).toEqual([own, 4])
      expect(await found('dance')).toEqual([body.id])
      expect((await found('music')).length).toBe(3)
      await service.patch(`/events/${body.id}`, { description }, eve)
      expect((await stored()).length).toBe(2)
      expect((await found('music')).length).toBe(4)
      expect(await found('dance')).toEqual([])
    })

    it('change with the series, and are deleted with the last event that has them', async () => {
      const { body } = await service.post('/events', daily({ description: long('music', 5000) }), eve)
      const description = long('dance', 7000)
      await service.patch(`/events/${body.id}`, { description, apply_to: 'all' }, eve)
      expect(await stored()).toEqual([
        [0, 7000],
        [1, 7001],
      ])
      expect([(await found('music')).length, (await found('dance')).length]).toEqual([0, 4])
      const { id: copy } = (await service.post('/events', anEvent({ description }), eve)).body
      await service.remove(`/series/${body.series.id}?force=true`, eve)
      expect((await stored()).length).toBe(2)
      await service.remove(`/events/${copy}?force=true`, eve)
      expect(await stored()).toEqual([])
    })

    it('are found by every kind of search, of more events than are searched one by one', async () => {
      const description = `Orchestra ${long('music', 5000)} zebra of`
      const recurrence = 'FREQ=DAILY;COUNT=310'
      const { body } = await service.post(
        '/events',
        daily({ title: 'Evening', description, recurrence }),
        eve,
      )
      await service.post('/events', anEvent({ title: 'Zebra', description: 'Evening' }), eve)
      const total = async (words: string, more = '') => {
        const { code, total } = await all(`&search=${encodeURIComponent(words)}${more}&per_page=1`)
        expect(code).toBeUndefined()
        return total
      }
      const searches = {
        ...{ music: 310, zebra: 311, of: 310, 'evening zebra': 311, 'evening music': 310, nothing: 0 },
        ...{ '"zebra of"': 310, '"music zebra"': 0, '"evening music"': 0, 'zebra -music': 1 },
        ...{ 'evening -zebra': 0, 'music -evening': 0, 'zebra -of': 1, 'zebra -nothing': 311 },
      }
      for (const [words, count] of Object.entries(searches))
        expect([words, await total(words)]).toEqual([words, count])
      const fields = await Promise.all(
        ['title', 'text', 'title,text'].map((field) => total('zebra', `&search_in=${field}`)),
      )
      expect(fields).toEqual([1, 310, 311])
      expect(await total('orchistra', '&search_in=text')).toBe(310)
      expect(await total('orchistra', '&orderby=relevance')).toBe(310)
      await service.patch(`/events/${body.id}`, { title: 'Morning' }, eve)
      expect([await found('morning music'), await total('evening music')]).toEqual([[body.id], 309])
      await service.patch(`/events/${body.id}`, { title: 'Noon', apply_to: 'all' }, eve)
      expect([await total('noon music'), await total('evening music')]).toEqual([310, 0])
    })

    it('return whole by undo, and after a split', async () => {
      const description = long('music', 5000)
      const { body } = await service.post('/events', daily({ description }), eve)
      const [, , third] = (await all()).events
      const cut = { description: long('dance', 5000), apply_to: 'following' }
      expect((await service.patch(`/events/${third.id}`, cut, eve)).status).toBe(200)
      expect([(await found('music')).length, (await found('dance')).length]).toEqual([2, 2])
      const brief = await service.patch(`/events/${body.id}`, { description: 'Brief.' }, eve)
      const revision = brief.headers['x-fasti-revision']
      const undone = await service.post('/undo', { revision: Number(revision) }, eve)
      expect(undone.status).toBe(200)
      expect((await service.get(`/events/${body.id}`)).body.description).toBe(description)
    })

    for (const target of targetsOf(dialect.name))
      it(`are restored from a back-up on ${target.name}`, async () => {
        const folder = await scratch('fasti-long-texts-')
        const envOf = ({ url }: FreshDatabase) => ({
          DATABASE_URL: url,
          FASTI_DATA_DIR: folder,
          FASTI_LOG_LEVEL: 'silent',
        })
        const description = `${long('music', 5000)} zebra`
        const { body } = await service.post('/events', daily({ description }), eve)
        const file = join(folder, 'all.backup')
        expect(await command(['backup', file], envOf(database))).toMatchObject({ code: 0 })
        const other = target.name === 'sqlite' ? await freshSqliteFile() : await target.freshUrl()
        expect(await command(['restore', file], envOf(other))).toMatchObject({ code: 0 })
        expect(await databaseFaults(other.url)).toEqual([])
        const restored = await testService(target.name, { DATABASE_URL: other.url })
        expect((await restored.get(`/events/${body.id}`)).body.description).toBe(description)
        expect((await restored.get('/events?start_date=2000-01-01&search=zebra')).body.total).toBe(4)
        await restored.close()
        await other.drop()
        await rm(folder, { recursive: true })
      })

    it('are read again where another process replaced them meanwhile', async () => {
      const connection = await connectDatabase(database.url)
      const row = { description: '', long_description: 77, excerpt: '', long_excerpt: null }
      expect(await restoreWholeTextsUnlessGone(connection.reader, [row])).toBe(false)
      await connection.close()
    })
  })
}
