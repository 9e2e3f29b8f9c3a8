/** Back-ups and the history, with series. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import {
  dialects,
  type FreshDatabase,
  freshSqliteFile,
  type TestDialect,
  targetsOf,
} from '../support/dialects.ts'
import { scratch } from '../support/scratch.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

const freshOn = ({ name, freshUrl }: TestDialect) => (name === 'sqlite' ? freshSqliteFile() : freshUrl())

for (const dialect of dialects) {
  describe(`series in back-ups and histories on ${dialect.name}`, () => {
    let folder: string
    let database: FreshDatabase
    let service: Rome
    const envOf = ({ url }: FreshDatabase) => ({
      DATABASE_URL: url,
      FASTI_DATA_DIR: folder,
      FASTI_LOG_LEVEL: 'silent',
      FASTI_TIME_ZONE: 'Europe/Rome',
    })
    beforeEach(async () => {
      folder = await scratch('fasti-series-')
      database = await freshOn(dialect)
      service = await romeService(dialect.name, { DATABASE_URL: database.url })
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })

    for (const other of targetsOf(dialect.name))
      it(`a back-up restores series on ${other.name} with exceptions, splits, the trash, and deleted dates`, async () => {
        const { admin } = service
        const { series, ids } = await service.create()
        const [, second, third, , fifth, sixth] = ids
        const moved = { title: 'Outdoors', start_date: '2027-03-10 17:00', end_date: '2027-03-10 18:00' }
        expect((await service.patch(`/events/${second}`, moved, admin)).status).toBe(200)
        await service.remove(`/events/${third}`, admin)
        await service.remove(`/events/${sixth}?force=true`, admin)
        const cut = { apply_to: 'following', title: 'Late yoga' }
        const { body } = await service.patch(`/events/${fifth}`, cut, admin)
        const gone = await service.create({ title: 'Gone' })
        await service.remove(`/series/${gone.series}`, admin)
        const later = (body as Json).series as Json
        const all = async (from: Rome) =>
          Promise.all(
            [
              ...[series, later.id, gone.series].map((id) => from.get(`/series/${id}`, from.admin)),
              ...ids.map((id) => from.get(`/events/${id}`, from.admin)),
            ].map(async (asked) => {
              const { status, body } = await asked
              return [status, body]
            }),
          )
        const file = join(folder, 'all.backup')
        const backedUp = await command(['backup', file], envOf(database))
        expect(backedUp).toMatchObject({ code: 0, stderr: expect.stringContaining('restored and compared') })
        const target = await freshOn(other)
        const restored = await command(['restore', file], envOf(target))
        expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Restored as of')])
        for (const [name, of] of [
          ['first.jsonl', database],
          ['second.jsonl', target],
        ] as const)
          await command(['export', join(folder, name)], envOf(of))
        const [first, secondText] = await Promise.all(
          ['first.jsonl', 'second.jsonl'].map((name) => readFile(join(folder, name), 'utf8')),
        )
        expect(secondText).toBe(first)
        expect(first).toContain('"resource":"series"')
        expect(await command(['check'], envOf(target))).toMatchObject({ code: 0 })
        const again = await romeService(other.name, { DATABASE_URL: target.url }, false)
        expect(await all(again)).toEqual(await all(service))
        await again.extendSeries()
        expect(await all(again)).toEqual(await all(service))
        await again.patch(`/events/${third}`, { status: 'publish' }, again.admin)
        expect((await again.occurrences(series)).map(({ title }) => title)).toEqual([
          ...['Yoga', 'Outdoors', 'Yoga', 'Yoga'],
        ])
        expect(await again.occurrences(Number(later.id))).toHaveLength(5)
        await again.close()
        await target.drop()
      })

    it('§5 §10.3 the history of an occurrence shows its own changes and the changes of its series', async () => {
      const { admin } = service
      const { series, ids } = await service.create()
      const [first, second] = ids
      await service.patch(`/events/${second}`, { title: 'Outdoors' }, admin)
      await service.patch(`/events/${first}`, { apply_to: 'all', cost: '5 €' }, admin)
      await service.create({ title: 'Other' })
      const history = async (id: number | undefined) =>
        (await service.get(`/events/${id}/history`, admin)).body.changes.map(
          ({ resource, item_id, verb, touched }: Json) => `${verb} ${resource} ${item_id} ${touched}`,
        )
      expect(await history(second)).toEqual([
        ...[`update series ${series} 10`, `update event ${second} 1`, `create series ${series} 10`],
      ])
      expect(await history(first)).toEqual([`update series ${series} 10`, `create series ${series} 10`])
      const { body, headers } = await service.get(`/events/${second}/history?per_page=2&page=2`, admin)
      expect([body.changes.length, headers['x-total-count']]).toEqual([1, '3'])
    })
  })
}
