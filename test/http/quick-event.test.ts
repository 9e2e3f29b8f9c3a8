import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../support/service.ts'

describe('GET /quick-event', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())
  const line = (text: string) => `/quick-event?text=${encodeURIComponent(text)}`

  it('reads a line in the language of the root, in the site zone, and writes nothing', async () => {
    const { status, body, headers } = await service.get(line('Concert Friday 8pm at Komedia'))
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(body).toEqual({
      title: 'Concert',
      start_date: '2027-01-15 20:00:00',
      end_date: '2027-01-15 22:00:00',
      all_day: false,
      timezone: 'America/New_York',
      place: 'Komedia',
      alternatives: [],
    })
    const german = await service.get(`//de/cal/events/v1${line('Konzert Samstag 20 Uhr in der Komedia')}`)
    expect(german.body).toMatchObject({
      title: 'Konzert',
      start_date: '2027-01-16 20:00:00',
      place: 'Komedia',
    })
    expect((await service.get('/events?start_date=2027-01-01&end_date=2028-01-01')).body.total).toBe(0)
  })

  it('reports a line without a day', async () => {
    expect((await service.get(line('Concert'))).body).toMatchObject({ start_date: null, end_date: null })
  })

  it('gives each day that may be meant, where the weekday is not that of the date', async () => {
    const { body } = await service.get(line('Jazz Friday 13 December 8pm'))
    expect(body).toMatchObject({
      ...{ title: 'Jazz', start_date: '2027-12-13 20:00:00', end_date: '2027-12-13 22:00:00' },
      alternatives: [{ start_date: '2027-12-10 20:00:00', end_date: '2027-12-10 22:00:00' }],
    })
  })

  it('reads 5/12 as the region writes it', async () => {
    const british = await testService('sqlite', { FASTI_REGION: 'GB' })
    const starts = await Promise.all(
      [service, british].map(async ({ get }) => (await get(line('Fair 5/12'))).body.start_date),
    )
    await british.close()
    expect(starts).toEqual(['2027-05-12 00:00:00', '2027-12-05 00:00:00'])
  })

  it('refuses a line that is missing or too long, and callers who may not write events', async () => {
    expect((await service.get('/quick-event')).status).toBe(400)
    expect((await service.get(line('a'.repeat(201)))).status).toBe(400)
    const reader = await service.user('subscriber')
    expect((await service.get(line('Concert'))).status).toBe(401)
    expect((await service.get(line('Concert'), reader.headers)).status).toBe(403)
  })
})
