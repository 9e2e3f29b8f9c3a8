import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const lines = (...bodies: readonly Json[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('')
const fair = (day: number, more: Json = {}) =>
  anEvent({
    title: 'Fair',
    start_date: `2027-03-${String(day).padStart(2, '0')} 10:00:00`,
    end_date: `2027-03-${String(day).padStart(2, '0')} 11:00:00`,
    ...more,
  })

for (const { name } of dialects) {
  describe(`slugs of imports (${name})`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    const slugs = async () => {
      const { body } = await service.get('/events?orderby=id&order=asc&start_date=2027-01-01')
      return body.events.map(({ slug }: Json) => slug)
    }

    it('are numbered within an import into an empty calendar, across its transactions', async () => {
      const sent = [
        fair(10),
        fair(11, { slug: 'fair-3' }),
        fair(12),
        fair(13),
        fair(14, { venue: [{ venue: 'Fair' }] }),
      ]
      await load(service.store, lines(...sent), { slice: 2 })
      expect(await slugs()).toEqual(['fair', 'fair-3', 'fair-2', 'fair-4', 'fair-5'])
    })

    it('avoid those that others take while the import runs', async () => {
      let isFirst = true
      const settled = async () => {
        if (isFirst) await service.post('/events', fair(20))
        isFirst = false
      }
      await load(service.store, lines(fair(10), fair(11), fair(12)), { slice: 1, settled })
      expect(await slugs()).toEqual(['fair', 'fair-2', 'fair-3', 'fair-4'])
    })

    it('avoid those of occurrences in a line before', async () => {
      const weekly = fair(10, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
      await load(service.store, lines(fair(8), weekly, fair(11, { title: 'Fair 2027 03 10' })))
      expect(await slugs()).toEqual(['fair', 'fair-2027-03-10', 'fair-2027-03-17', 'fair-2027-03-10-2'])
    })

    it('avoid those of a calendar that is not empty', async () => {
      await service.post('/events', fair(10))
      await load(service.store, lines(fair(11), fair(12)))
      expect(await slugs()).toEqual(['fair', 'fair-2', 'fair-3'])
    })

    it('are what imported categories are found by, also where another one was free', async () => {
      const there = await testService(name)
      await there.post('/categories', { name: 'Jazz' })
      const sent = await dump(there.store, 'https://there.example')
      await there.close()
      const { id } = (await service.post('/categories', { name: 'Music' })).body
      await service.post('/categories', { name: 'Jazz', slug: 'jazz', parent: id })
      await load(service.store, sent)
      const found = (await service.get('/categories?search=jazz-2&hide_empty=0')).body.categories
      expect(found.map(({ slug }: Json) => slug)).toEqual(['jazz-2'])
    })
  })
}
