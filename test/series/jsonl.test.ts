/** Series in exports of JSON lines (contract §10.4). */
import { beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const yoga = {
  title: 'Yoga',
  start_date: '2027-03-02 18:00',
  end_date: '2027-03-02 19:30',
  timezone: 'Europe/Rome',
  recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10', 'EXDATE:20270309T180000'],
}

for (const { name } of dialects) {
  describe(`series in JSON lines on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    const events = async (of: TestService) =>
      (await of.get('/events?start_date=2026-01-01&per_page=100&status=any', admin)).body.events as Json[]
    beforeAll(async () => {
      service = await testService(name)
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator')).headers
      const venue = { venue: 'Gym' }
      await service.post('/events', { ...yoga, venue, categories: ['Sport'], description: 'All' }, admin)
      await service.post(
        '/events',
        { title: 'Single', start_date: '2027-03-01', end_date: '2027-03-01' },
        admin,
      )
      const [, first, second, , fourth, fifth] = await events(service)
      await service.patch(`/events/${first?.id}`, { title: 'Outdoors' }, admin)
      await service.remove(`/events/${second?.id}`, admin)
      await service.patch(`/events/${fourth?.id}`, { title: 'New', apply_to: 'following' }, admin)
      await service.patch(
        `/events/${fifth?.id}`,
        { start_date: '2027-04-14 09:00', end_date: '2027-04-14 10:00' },
        admin,
      )
      return () => service.close()
    })

    it('§10.4 are the same, byte by byte, after an import and another export', async () => {
      const text = await dump(service.store)
      expect(text.match(/"resource":"series"/g)).toHaveLength(2)
      const other = await testService(name)
      other.at('2027-01-10T11:00:00Z')
      expect(await load(other.store, text)).toMatchObject({ refused: 0 })
      expect(await dump(other.store)).toBe(text)
      expect(await load(other.store, text)).toMatchObject({ created: 0, updated: 0, refused: 0 })
      await other.close()
    })

    it('§10.4 get new ids in a calendar that already has series', async () => {
      const text = await dump(service.store, 'https://there.example')
      const other = await testService(name)
      other.at('2027-01-10T11:00:00Z')
      const token = (await other.user('administrator')).headers
      await other.post('/events', { ...yoga, title: 'Here already' }, token)
      expect(await load(other.store, text)).toMatchObject({ refused: 0 })
      const { series } = (await other.get('/series', token)).body
      expect(series.map(({ title, count }: Json) => [title, count]).sort()).toEqual([
        ['Here already', 9],
        ['New', 6],
        ['Yoga', 2],
      ])
      expect(await load(other.store, text)).toMatchObject({ created: 0, updated: 0, refused: 0 })
      await other.close()
    })
  })
}
