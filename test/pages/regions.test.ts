import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedDesk } from '../support/at-desk.ts'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { anEvent, testService } from '../support/service.ts'

/** A talk at 19:00 in a zone, in the week of the given clock. */
const talkIn = (timezone: string) =>
  anEvent({
    title: 'Talk',
    timezone,
    start_date: '2027-01-20 19:00:00',
    end_date: '2027-01-20 21:00:00',
  })

const plain = (text: string | null | undefined) => text?.replace(/<[^>]*>|\u2060/g, '').replace(/\s/g, ' ')
const whenOf = (page: string) => plain(/class="event-when">.*?<time[^>]*>(.*?)<\/time>/.exec(page)?.[1])
const firstWeekday = (page: string) => /class="weekdays"[^>]*>.*?<li>([^<]*)/.exec(page)?.[1]

const american = 'Wednesday, January 20, 2027, 7–9 PM'
const british = 'Wednesday 20 January 2027, 19:00–21:00'
const german = 'Mittwoch, 20. Januar 2027, 19:00–21:00 Uhr'
const austrian = 'Mittwoch, 20. Jänner 2027, 19:00–21:00 Uhr'

describe('dates, hours and weeks on pages', () => {
  async function shown(env: Record<string, string>): Promise<readonly unknown[]> {
    const service = await testService('sqlite', env)
    try {
      await service.post('/events', talkIn(env.FASTI_TIME_ZONE ?? 'UTC'))
      const page = async (path: string): Promise<string> => (await service.get(`/${path}`)).body
      return [whenOf(await page('/event/talk/')), firstWeekday(await page('/calendar/2027-01/'))]
    } finally {
      await service.close()
    }
  }

  it.each([
    ['Europe/London', 'en', british, 'Mon'],
    ['GB', 'en', british, 'Mon'],
    ['Europe/Vienna', 'en', british, 'Mon'],
    ['Europe/Sofia', 'en', british, 'Mon'],
    ['Asia/Kolkata', 'en', 'Wednesday 20 January 2027, 7–9 pm', 'Sun'],
    ['America/New_York', 'en', american, 'Sun'],
    ['US/Eastern', 'en', american, 'Sun'],
    ['UTC', 'en', american, 'Mon'],
    ['Etc/GMT-1', 'en', american, 'Mon'],
    ['UTC+1', 'en', american, 'Mon'],
    ['CET', 'en', american, 'Mon'],
    ['Europe/Vienna', 'de', austrian, 'Mo'],
    ['America/New_York', 'de', german, 'Mo'],
    ['America/New_York', 'es', 'miércoles, 20 de enero de 2027, 7–9 p.m.', 'dom'],
    ['Europe/Madrid', 'es', 'miércoles, 20 de enero de 2027, 19:00–21:00', 'lun'],
  ])('are those of the country of the zone: %s, %s', async (zone, language, when, weekday) => {
    const [own, first] = await shown({ FASTI_TIME_ZONE: zone, FASTI_LANGUAGE: language })
    expect([String(own).replace(/^Wednesday,? /, 'Wednesday '), first]).toEqual([
      when.replace(/^Wednesday,? /, 'Wednesday '),
      weekday,
    ])
  })

  it('are those of the region that is set, whatever the zone', async () => {
    const set = { FASTI_TIME_ZONE: 'Europe/London', FASTI_REGION: 'US' }
    expect(await shown(set)).toEqual([american, 'Sun'])
  })

  it('are the same in the rule of a series', async () => {
    const service = await testService('sqlite', { FASTI_TIME_ZONE: 'Europe/London' })
    try {
      const recurrence = 'RRULE:FREQ=WEEKLY;UNTIL=20270228T235959Z'
      const start = 'start_date=2027-01-20+19:00&end_date=2027-01-20+21:00'
      const { headers } = await service.user('administrator', 'ada')
      const { body } = await service.get(`/recurrence?recurrence=${recurrence}&${start}`, headers)
      expect(body.text).toBe('Every Wednesday, until 28 February 2027')
    } finally {
      await service.close()
    }
  })

  it('decide what 5/12 means in a typed line', async () => {
    const service = await testService('sqlite', { FASTI_TIME_ZONE: 'Europe/London' })
    try {
      const { headers } = await service.user('administrator', 'ada')
      const { body } = await service.get('/quick-event?text=Talk+5/12', headers)
      expect(body.start_date).toBe('2027-12-05 00:00:00')
    } finally {
      await service.close()
    }
  })
})

describeInBrowser('dates and hours', (open) => {
  let other: Server
  let origin: string
  beforeAll(async () => {
    other = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', origin)
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><title>Town</title><fasti-calendar></fasti-calendar><script type="module" src="${searchParams.get('from')}/widget.js"></script>`,
        )
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => other.close())

  it.each([
    ['Europe/London', 'en', '19:00–21:00', '21 Jan 2027, 04:00–06:00', /Wed,? 20 Jan/, '19:00'],
    ['America/New_York', 'en', '7–9 PM', 'Jan 21, 2027, 9–11 AM', /Wed, Jan 20/, '7:00 PM'],
    ['UTC', 'en', '7–9 PM', 'Jan 21, 2027, 4–6 AM', /Wed, Jan 20/, '7:00 PM'],
    ['Europe/Vienna', 'de', '19:00–21:00 Uhr', '21.01.2027, 03:00–05:00 Uhr', /Mi\.?, 20\. Jän/, '19:00'],
  ])(
    'are the same on the page, in the time of the reader, in the widget and at the desk: %s',
    async (zone, language, hours, own, day, atDesk) => {
      const { service, headers } = await signedDesk({ FASTI_TIME_ZONE: zone, FASTI_LANGUAGE: language })
      try {
        await service.post('/events', talkIn(zone), headers)
        const page = await open({ ...desktop, locale: 'en-AU', timezoneId: 'Asia/Tokyo' })
        await page.goto(`${service.base}/${language}/event/talk/`)
        expect(plain(await page.locator('.event-when time').textContent())).toContain(hours)
        expect(plain(await page.locator('.own-time').textContent())).toContain(own)
        await page.goto(`${origin}/?from=${service.base}/${language}`)
        expect(plain(await page.locator('.when').first().textContent())).toBe(hours)
        expect(plain(await page.locator('.name').first().textContent())).toMatch(day)
        const desk = await service.desk(open, '/events', 'ada', {
          locale: language === 'en' ? 'en-AU' : 'de-CH',
        })
        await desk.getByText('Talk').first().waitFor()
        const line = plain(await desk.locator('main').textContent())
        expect(line).toMatch(day)
        expect(line).toContain(atDesk)
      } finally {
        await service.close()
      }
    },
  )
})
