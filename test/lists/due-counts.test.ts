import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const day = { start_date: '2027-01-20 10:00:00', end_date: '2027-01-20 11:00:00' }

for (const { name } of dialects) {
  describe(`counts of terms with events that were read before (${name})`, () => {
    let service: TestService
    let headers: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'UTC' })
      headers = (await service.user('administrator')).headers
      await create({ title: 'Shown', tags: ['Jazz'], categories: ['Music'] })
    })
    afterEach(() => service.close())

    const create = async (more: Json) =>
      (await service.post('/events', anEvent({ ...day, ...more }), headers)).body
    const scheduled = (more: Json) => create({ tags: ['Jazz'], categories: ['Music'], ...more })
    const shown = async () => {
      const { events } = (await service.get('/events?search=shown')).body
      const single = (await service.get('/events/1')).body
      return [...events, single].flatMap(({ tags, categories }) => [tags[0].count, categories[0].count])
    }

    it('grow when a scheduled event is public earlier than it was to be', async () => {
      const { id } = await scheduled({ date: '2027-01-15 18:00:00' })
      expect(await shown()).toEqual([1, 1, 1, 1])
      await service.patch(`/events/${id}`, { date: '2027-01-15 15:00:00' }, headers)
      expect(await shown()).toEqual([1, 1, 1, 1])
      service.at('2027-01-15T16:00:00Z')
      expect(await shown()).toEqual([2, 2, 2, 2])
    })

    it('grow when the events of a scheduled series are public', async () => {
      expect(await shown()).toEqual([1, 1, 1, 1])
      await scheduled({ date: '2027-01-15 15:00:00', recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
      expect(await shown()).toEqual([1, 1, 1, 1])
      service.at('2027-01-15T16:00:00Z')
      expect(await shown()).toEqual([4, 4, 4, 4])
    })
  })
}
