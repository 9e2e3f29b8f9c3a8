import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const long = 'word '.repeat(52_000)

for (const { name } of dialects) {
  describe(`the price of series on ${name}`, () => {
    let service: TestService
    let ann: Record<string, string>
    let eve: Record<string, string>

    beforeAll(async () => {
      service = await testService(name)
      ann = (await service.user('contributor', 'ann')).headers
      eve = (await service.user('editor', 'eve')).headers
    })
    afterAll(() => service.close())

    const daily = (count: number, more: Json = {}) =>
      anEvent({ recurrence: `FREQ=DAILY;COUNT=${count}`, ...more })
    const inAll = async () =>
      (await service.get('/events?status=any&per_page=1&start_date=2000-01-01', eve)).body.total

    it('is refused by name where long texts would be copied often, and nothing is stored', async () => {
      const before = await inAll()
      for (const query of ['', '?dry_run=true']) {
        const { status, body } = await service.post(`/events${query}`, daily(500, { description: long }), ann)
        expect(status).toBe(400)
        expect(body.data.params.recurrence).toMatch(
          /^writes \d+ rows: 500 events.*As contributor you may write 2500/,
        )
      }
      expect(await inAll()).toBe(before)
      expect((await service.post('/events?dry_run=true', daily(700), ann)).status).toBe(201)
      expect((await service.post('/events?dry_run=true', daily(1, { description: long }), ann)).status).toBe(
        201,
      )
    })

    it('counts tickets and own fields as they are stored', async () => {
      const url = `https://tickets.example/${'a'.repeat(1900)}`
      const tickets = Array.from({ length: 100 }, (_, at) => ({ name: `Row ${at}`, price: 5, url }))
      const custom_fields = Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [`f${at}`, 'a'.repeat(1900)]),
      )
      for (const more of [{ tickets }, { custom_fields }]) {
        const { status, body } = await service.post('/events?dry_run=true', daily(150, more), ann)
        expect([status, body.data?.params.recurrence]).toEqual([
          400,
          expect.stringMatching(/^writes \d+ rows: 150 events/),
        ])
        expect((await service.post('/events?dry_run=true', daily(2, more), ann)).status).toBe(201)
      }
    })

    it('is counted for all operations of an atomic batch together', async () => {
      const operation = { method: 'POST', path: '/events', body: daily(700) }
      const batch = (count: number) =>
        service.post(
          '/batch',
          { operations: Array.from({ length: count }, () => operation), dry_run: true },
          ann,
        )
      expect((await batch(4)).status).toBe(200)
      const { status, body } = await batch(5)
      expect([status, body.data.index]).toEqual([422, 4])
      expect(body.data.error.data.params.recurrence).toMatch(/^writes \d+ rows/)
    })

    it('is that of the texts which change, where all occurrences are changed', async () => {
      const { body } = await service.post('/events', daily(100), ann)
      const change = (description: string) =>
        service.patch(`/events/${body.id}`, { description, apply_to: 'all' }, ann)
      const refused = await change(long)
      expect(refused.status).toBe(400)
      expect(refused.body.data.params.apply_to).toMatch(/As contributor/)
      expect((await change('short')).status).toBe(200)
    })

    it('leaves room for others while many occurrences are written', async () => {
      let turns = 0
      let isDone = false
      const counting = async () => {
        while (!isDone) {
          await setImmediate()
          turns += 1
        }
      }
      const counted = counting()
      const { status } = await service.post('/events', daily(700), eve)
      isDone = true
      await counted
      expect(status).toBe(201)
      // 14 slices of occurrences; those of SQLite's index come on top.
      expect(turns).toBeGreaterThan(25)
    })
  })
}
