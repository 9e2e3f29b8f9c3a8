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

  it('gives the hours behind a date as they are typed for short', async () => {
    expect((await service.get(line('Concert Thu 9 Dec 20-23 at Komedia'))).body).toMatchObject({
      ...{ title: 'Concert', place: 'Komedia', all_day: false, alternatives: [] },
      ...{ start_date: '2027-12-09 20:00:00', end_date: '2027-12-09 23:00:00' },
    })
  })

  it('reports a line without a day', async () => {
    expect((await service.get(line('Concert'))).body).toMatchObject({ start_date: null, end_date: null })
  })

  it('refuses a line whose series has no date', async () => {
    const { status, body } = await service.get(line('Yoga every Monday 2-4 February 2027'))
    expect([status, body.data.details.text.message]).toEqual([
      400,
      'No date of the series is on or before 2027-02-04.',
    ])
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

  it('finds the title, the time and a known place in any order, between commas or without a word before the place', async () => {
    for (const venue of ['Harbour Library', 'Old Customs House', 'Komedia'])
      await service.post('/venues', { venue })
    const read = async (text: string, root = '') => {
      const { title, start_date, place } = (await service.get(`${root}${line(text)}`)).body
      return [title, start_date, place]
    }
    const reading = (title: string) => [title, '2027-12-09 19:30:00', 'Harbour Library']
    expect(await read('Reading, Thu 9 Dec, 7:30pm, Harbour Library')).toEqual(reading('Reading'))
    expect(await read('Harbour Library, 7:30pm, Thu 9 Dec: Reading')).toEqual(reading('Reading'))
    expect(await read('Reading, poems and prose, 9 Dec, 7:30pm, harbour library')).toEqual([
      ...['Reading, poems and prose', '2027-12-09 19:30:00', 'harbour library'],
    ])
    const root = (language: string) => `//${language}/cal/events/v1`
    expect(await read('Lesung Do., 9.12., 19.30 Uhr, Harbour Library', root('de'))).toEqual(reading('Lesung'))
    expect(await read('Concert jeudi 9 décembre 19h30, Old Customs House', root('fr'))).toEqual([
      ...['Concert', '2027-12-09 19:30:00', 'Old Customs House'],
    ])
    expect(await read('Lesung morgen 19 Uhr Komedia', root('de'))).toEqual([
      ...['Lesung', '2027-01-16 19:00:00', 'Komedia'],
    ])
    expect(await read('Reading, poems, 9 Dec 7:30pm')).toEqual(['Reading, poems', '2027-12-09 19:30:00', ''])
    expect(await read('Komedia tomorrow 8pm')).toEqual(['Komedia', '2027-01-16 20:00:00', ''])
  })

  it('finds a known place beside a price, which is the cost', async () => {
    await service.post('/venues', { venue: 'Salt Store' })
    for (const text of ['Reading 9 Dec 7:30pm Salt Store 8 €', 'Reading 8 € Salt Store 9 Dec 7:30pm'])
      expect((await service.get(line(text))).body).toMatchObject({
        ...{ title: 'Reading', place: 'Salt Store', cost: '8 €', start_date: '2027-12-09 19:30:00' },
      })
    expect((await service.get(line('Reading 9 Dec 7:30pm'))).body).not.toHaveProperty('cost')
  })

  it('reads hours as each language says them', async () => {
    const times = async (language: string, text: string) => {
      const { title, start_date, end_date } = (await service.get(`//${language}/cal/events/v1${line(text)}`))
        .body
      return [title, start_date?.slice(0, 16), end_date?.slice(11, 16)]
    }
    const evening = (title: string, end = '21:30') => [title, '2027-12-11 19:30', end]
    expect(await times('ja', '朗読会 12月11日 午後7時30分')).toEqual(evening('朗読会'))
    expect(await times('ja', '朗読会 12月11日 午後7時半')).toEqual(evening('朗読会'))
    expect(await times('ja', '朗読会 12月11日 夜7時')).toEqual(['朗読会', '2027-12-11 19:00', '21:00'])
    for (const wave of ['〜', '～', '-', '−'])
      expect(await times('ja', `朗読会 12月11日 19:30${wave}21:00`)).toEqual(evening('朗読会', '21:00'))
    expect(await times('de', 'Lesung 11.12. halb acht')).toEqual(evening('Lesung'))
    expect(await times('de', 'Lesung 11.12. 15h')).toEqual(['Lesung', '2027-12-11 15:00', '17:00'])
    expect(await times('en', 'Lunch 11 December noon')).toEqual(['Lunch', '2027-12-11 12:00', '14:00'])
    expect(await times('en', 'Ball 11 December at midnight')).toEqual(['Ball', '2027-12-11 00:00', '02:00'])
    expect(await times('fr', 'Repas 11 décembre midi')).toEqual(['Repas', '2027-12-11 12:00', '14:00'])
  })

  it('reads a repetition of each week as its rule', async () => {
    const monday = { start_date: '2027-01-18 18:00:00', recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'] }
    const lines = {
      en: 'Yoga every Monday 18:00',
      de: 'Yoga jeden Montag 18 Uhr',
      es: 'Yoga todos los lunes a las 18',
      fr: 'Yoga tous les lundis à 18h',
      it: 'Yoga ogni lunedì alle 18',
      ja: 'Yoga 毎週月曜 18時',
      nl: 'Yoga elke maandag om 18 uur',
      'pt-br': 'Yoga toda segunda às 18h',
    }
    for (const [language, text] of Object.entries(lines))
      expect((await service.get(`//${language}/cal/events/v1${line(text)}`)).body).toMatchObject({
        title: 'Yoga',
        ...monday,
      })
    expect((await service.get(line('Yoga Monday 18:00'))).body).not.toHaveProperty('recurrence')
  })

  it('refuses a line that is missing or too long, and callers who may not write events', async () => {
    expect((await service.get('/quick-event')).status).toBe(400)
    expect((await service.get(line('a'.repeat(201)))).status).toBe(400)
    const reader = await service.user('subscriber')
    expect((await service.get(line('Concert'))).status).toBe(401)
    expect((await service.get(line('Concert'), reader.headers)).status).toBe(403)
  })
})
