/** Series in tables and in linked data (contract §10.4). */
import { expect, it } from 'vitest'
import { importing, moment } from '../support/importing.ts'
import { exportedTableChunks, importTable } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const yoga = {
  title: 'Yoga',
  start_date: '2027-03-02 18:00',
  end_date: '2027-03-02 19:30',
  timezone: 'Europe/Rome',
  recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5', 'EXDATE:20270309T180000'],
}

async function tableOf({ store }: TestService): Promise<string> {
  let text = ''
  for await (const row of exportedTableChunks(store, moment)) text += row
  return text
}

it('§10.4 a series is one row of a table with its rule, and one for each exception', async () => {
  const service = await testService('sqlite')
  service.at('2027-01-15T12:00:00Z')
  const admin = (await service.user('administrator')).headers
  const { id } = (await service.post('/events', yoga, admin)).body
  await service.patch(`/events/${id}`, { title: 'Outdoors' }, admin)
  const text = await tableOf(service)
  expect(text.split('\r\n').filter((row) => row !== '')).toHaveLength(3)
  const other = await testService('sqlite')
  other.at('2027-01-15T12:00:00Z')
  expect(await importTable(text, new Map(), importing(other))).toMatchObject({ refused: 0 })
  const { events } = (await other.get('/events?start_date=2027-01-01&per_page=50')).body
  expect(events.map(({ title, start_date }: Json) => [title, start_date])).toEqual([
    ['Outdoors', '2027-03-02 18:00:00'],
    ['Yoga', '2027-03-16 18:00:00'],
    ['Yoga', '2027-03-23 18:00:00'],
    ['Yoga', '2027-03-30 18:00:00'],
  ])
  expect(await importTable(text, new Map(), importing(other))).toMatchObject({
    updated: 0,
    created: 0,
    refused: 0,
  })
  const longer = text.replace('COUNT=5', 'COUNT=6')
  expect(await importTable(longer, new Map(), importing(other))).toMatchObject({ updated: 1, refused: 0 })
  expect((await other.get('/events?start_date=2027-01-01')).body.total).toBe(5)
  await service.close()
  await other.close()
})

it('§10.4 linked data of an occurrence names its series with a schedule', async () => {
  const service = await testService('sqlite')
  service.at('2027-01-15T12:00:00Z')
  const admin = (await service.user('administrator')).headers
  const { json_ld } = (await service.post('/events', yoga, admin)).body
  expect(json_ld.superEvent).toMatchObject({
    '@type': 'EventSeries',
    name: 'Yoga',
    eventSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      repeatCount: 5,
      byDay: ['https://schema.org/Tuesday'],
      startDate: '2027-03-02',
      startTime: '18:00:00',
      scheduleTimezone: 'Europe/Rome',
      exceptDate: ['2027-03-09T18:00:00'],
    },
  })
  await service.close()
})
