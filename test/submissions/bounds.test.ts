import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { pathOf, submitted } from '../support/submitting.ts'

for (const { name } of dialects) {
  describe(`the bounds of submissions on ${name}`, () => {
    let service: TestService
    let eve: Record<string, string>

    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', FASTI_SUBMISSIONS_SPACE: '1' })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(() => service.close())

    const faultsOf = async (more: Json) => {
      const { status, body } = await submitted(service, more)
      return [status, body.data?.params]
    }

    it('§14 all texts together have at most 20,000 characters', async () => {
      const venue = { venue: 'Hall', city: 'x'.repeat(1000) }
      const too = 'all texts of a submission together may have at most 20000 characters'
      expect(await faultsOf({ description: 'x'.repeat(19_500), venue })).toEqual([400, { description: too }])
      expect(await faultsOf({ description: 'x'.repeat(250_000) })).toEqual([400, { description: too }])
      expect(await faultsOf({ venue: { venue: 'Hall', ['x'.repeat(20_001)]: 1 } })).toEqual([
        400,
        { description: too },
      ])
      const numbers = Array.from({ length: 20_001 }, () => 1)
      expect(await faultsOf({ venue: { venue: 'Hall', numbers } })).toEqual([400, { description: too }])
      const { status, body } = await submitted(service, { description: 'x'.repeat(18_000), venue })
      expect(status).toBe(201)
      const corrected = await service.patch(pathOf(body.url), { description: 'x'.repeat(20_001) })
      expect([corrected.status, corrected.body.data.params]).toEqual([400, { description: too }])
    })

    it('§14 a series has at most 60 occurrences', async () => {
      const [status, params] = await faultsOf({ recurrence: 'FREQ=DAILY;COUNT=61' })
      expect([status, params]).toEqual([400, { recurrence: expect.stringContaining('more than 60') }])
      expect(await faultsOf({ recurrence: 'FREQ=DAILY;COUNT=60' })).toEqual([201, undefined])
    })

    it('§14 a submission is corrected at most 10 times', async () => {
      const path = pathOf((await submitted(service)).body.url)
      for (let at = 1; at <= 10; at += 1)
        expect((await service.patch(path, { title: `Market ${at}` })).status, String(at)).toBe(200)
      const more = await service.patch(path, { title: 'Market again' })
      expect([more.status, more.body.code]).toEqual([409, 'submission_corrected_often'])
      expect((await service.get(path)).body.sent.title).toBe('Market 10')
      expect((await service.remove(path)).status).toBe(200)
    })

    it('§14 corrections take no more than the space of the setting', async () => {
      const path = pathOf((await submitted(service, { recurrence: 'FREQ=DAILY;COUNT=60' })).body.url)
      const { status, body, headers } = await service.patch(path, { description: 'x'.repeat(18_000) })
      expect([status, body.message, headers['retry-after']]).toEqual([
        429,
        'The space for submissions is full. Try again another day.',
        '3600',
      ])
      const before = (await service.get('/submissions', eve)).body
      expect((await service.patch(path, { description: 'x'.repeat(1000) })).status).toBe(200)
      const after = (await service.get('/submissions', eve)).body
      expect(after).toMatchObject({ total: 1, total_pages: 1, space_limit: 2 ** 20 })
      expect(after.space_used - before.space_used).toBeGreaterThan(60 * 1000)
      expect(after.space_used).toBeLessThan(2 ** 20)
    })

    it('§14 all that nobody approved takes at most the space of the setting, which metrics show', async () => {
      const spaceOf = async () => {
        const { body } = await service.get('//metrics', eve)
        return Number(/^fasti_submissions_space_bytes (\d+)$/m.exec(body)?.[1])
      }
      expect(await spaceOf()).toBe(0)
      const many = { recurrence: 'FREQ=DAILY;COUNT=60', description: 'x'.repeat(18_000) }
      const { status, body } = await submitted(service, many)
      expect(status).toBe(201)
      expect(await spaceOf()).toBeGreaterThan(2 ** 20)
      const refused = await submitted(service)
      expect([refused.status, refused.body.message, refused.headers['retry-after']]).toEqual([
        429,
        'The space for submissions is full. Try again another day.',
        '3600',
      ])
      expect(
        (await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, eve)).status,
      ).toBe(200)
      expect(await spaceOf()).toBe(0)
      expect((await submitted(service)).status).toBe(201)
    })
  })
}
