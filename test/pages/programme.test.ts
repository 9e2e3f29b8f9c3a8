import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestSite, testSite } from '../support/site.ts'

const at = (day: string, from = '10:00', to = '12:00') => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${to}`,
})

for (const { name } of anyDialects()) {
  describe(`the programme for print on ${name}`, () => {
    let site: TestSite
    const page = async (query: string, path = '/calendar/programme/') => {
      const { status, body } = await site.page(`${path}?${query}`)
      expect([query, status]).toEqual([query, 200])
      return String(body).replace(/[\u2009\u202f\u00a0]/g, ' ')
    }
    const events = (html: string) =>
      [...html.matchAll(/<p class="programme-event">(.*?)<\/p>/gs)].map(([, text = '']) =>
        text.replace(/<[^>]*>/g, '').trim(),
      )
    const days = (html: string) =>
      [...html.matchAll(/<section class="programme-day"><h2>(?:<time[^>]*>)?([^<]*)/g)].map(([, day]) => day)

    beforeAll(async () => {
      site = await testSite(name)
      const all = [
        {
          title: 'Jazz & more',
          ...at('2027-05-04', '20:00', '22:00'),
          cost: '$8',
          venue: { venue: 'Komedia', city: 'Brighton' },
        },
        { title: 'Market', ...at('2027-05-04', '08:00', '12:00'), cost: 'free' },
        { title: 'Fair', ...at('2027-05-06'), event_status: 'cancelled' },
        { title: 'Exhibition', start_date: '2027-04-01', end_date: '2027-06-30', all_day: true },
        { title: 'Hidden', ...at('2027-05-05'), hide_from_listings: true },
        { title: 'Draft', ...at('2027-05-05'), status: 'draft' },
        { title: 'Later', ...at('2027-05-11') },
      ]
      for (const event of all) await site.create(event)
    })
    afterAll(() => site.service.close())

    it('lists the events of the days as text: title, time, place and price, and long-running ones last', async () => {
      const html = await page('from=2027-05-04&to=2027-05-10')
      expect(events(html)).toEqual([
        'Market 8 AM – 12 PM · Free',
        'Market day 6–8 PM · Town hall, Alderhaven · $5',
        'Jazz &amp; more 8–10 PM · Komedia, Brighton · $8',
        'Cancelled Fair 10 AM – 12 PM',
        expect.stringMatching(/^Exhibition Apr 1 – Jun 30/),
      ])
      expect(days(html)).toEqual([
        'Tuesday, May 4, 2027',
        'Thursday, May 6, 2027',
        'Exhibitions and long-running events',
      ])
      expect(html).toContain('<h1>Programme: May 4 – 10, 2027</h1>')
    })

    it('has a week from its first day where no last day is sent, or one before it', async () => {
      for (const query of ['from=2027-05-05', 'from=2027-05-05&to=2027-05-01'])
        expect(days(await page(query))).toContain('Tuesday, May 11, 2027')
      expect(days(await page('from=2027-05-04'))).not.toContain('Tuesday, May 11, 2027')
    })

    it('has at most 92 days', async () => {
      expect(await page('from=2027-05-04&to=2027-12-31')).toContain('May 4 – Aug 3, 2027')
    })

    it('keeps the filters, and says so where nothing is left', async () => {
      expect(events(await page('from=2027-05-04&free=1'))).toEqual(['Market 8 AM – 12 PM · Free'])
      expect(await page('from=2027-05-04&search=nothing')).toContain('There are no events here.')
    })

    it('is text with styles for programs for layout, in which no title is a command', async () => {
      const title = 'Ünï {\\par} \\b 灯 😀'
      await site.create({ title, ...at('2027-07-02') })
      const { status, headers, body } = await site.page('/calendar/programme.rtf?from=2027-07-02')
      expect([status, headers['content-type']]).toEqual([200, 'application/rtf'])
      const rtf = String(body)
      expect(rtf).toMatch(/^\{\\rtf1[\x20-\x7e\r\n]*\}$/)
      expect(rtf).toContain('{\\cs11\\b \\u220?n\\u239? \\{\\\\par\\} \\\\b \\u28783? \\u-10179?\\u-8704?}')
      expect(rtf).toMatch(/\\s2\S* Friday, July 2, 2027\\par/)
      for (const style of ['Programme', 'Day', 'Event', 'Status', 'Title', 'When', 'Where', 'Price'])
        expect(rtf).toContain(` ${style};}`)
      const cancelled = await site.page('/calendar/programme.rtf?from=2027-05-04&to=2027-05-10')
      expect(cancelled.body).toMatch(/\{\\cs10\S* Cancelled\} \{\\cs11\S* Fair\}/)
      expect(await page('from=2027-05-04&free=1')).toContain(
        'href="/calendar/programme.rtf?free=1&amp;from=2027-05-04&amp;to=2027-05-10"',
      )
      expect((await site.page('/calendar/programme.rtf?from=never')).status).toBe(400)
    })

    it('refuses days that do not exist with the form', async () => {
      for (const query of ['from=2027-02-30', 'to=never', 'from[a]=1']) {
        const { status, body } = await site.page(`/calendar/programme/?${query}`)
        expect([query, status]).toEqual([query, 400])
        expect(body).toContain('<form class="filters"')
      }
    })

    it('is in the language of its root, and linked from the views with their day', async () => {
      expect(await page('from=2027-05-04', '/de/calendar/programme/')).toContain('Programm: 4.–10. Mai 2027')
      expect(await page('', '/calendar/week/2027-W18/')).toContain(
        'href="/calendar/programme/?from=2027-05-02">Programme for print</a>',
      )
    })
  })
}
