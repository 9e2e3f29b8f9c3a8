import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { solved } from '../support/submitting.ts'

const html = { accept: 'text/html' }
const fields = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    title: 'Market & <day>',
    start_date: '2027-05-04T08:00',
    'venue[venue]': 'New square',
    'venue[address]': '',
    description: 'First line\n\nSecond <b>line</b>',
    website: 'market.example.org',
    repeats: 'none',
    until: '',
    'submitter[name]': 'Bea',
    'submitter[email]': 'bea@market.example.org',
    nickname: '',
    proof: '',
    ...more,
  }).toString()

for (const { name } of anyDialects()) {
  describe(`the page with which the public submits an event on ${name}`, () => {
    let service: TestService
    let eve: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', FASTI_TIME_ZONE: 'Europe/Rome' })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(() => service.close())

    const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' }
    const send = (more: Record<string, string> = {}, path = '//submit/') =>
      service.post(path, fields(more), form)
    const waiting = async () => (await service.get('/submissions', eve)).body.submissions

    it('§14 exists in every language, with the policy of all pages and a label for every field', async () => {
      for (const language of interfaceLanguageCodes) {
        const { status, body, headers } = await service.get(`//${language}/submit/`, html)
        expect([status, headers['content-language']]).toEqual([200, language])
        expect(headers['content-security-policy']).toContain("script-src 'self'")
        const controls = [...body.matchAll(/<(?:input|textarea|select)[^>]* id="([^"]+)"/g)].map(
          ([, id]) => id,
        )
        expect(controls.length).toBeGreaterThan(5)
        for (const id of controls) expect(body, `${language} ${id}`).toContain(`<label for="${id}">`)
      }
      expect((await service.get('//calendar/', html)).body).toContain('href="/submit/"')
    })

    it('§14 accepts an event without JavaScript, marks it, and counts it five times', async () => {
      const { status, headers } = await send()
      expect([status, headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/submit\/[\w-]{43}\/\?new=1$/),
      ])
      const [one] = await waiting()
      expect([one.is_proven, one.event.title, one.event.venue.venue]).toEqual([
        false,
        'Market & <day>',
        'New square',
      ])
      expect(one.event).toMatchObject({
        end_date: '2027-05-04 08:00:00',
        no_end_time: true,
        website: 'https://market.example.org',
        status: 'pending',
      })
      expect(one.event.description).toContain('Second &lt;b&gt;line')
      const again = await send()
      expect(again.status).toBe(429)
      expect(again.body).toContain('value="Market &amp; &lt;day&gt;"')
    })

    it('§14 counts an event with a proof of work once', async () => {
      for (let count = 0; count < 5; count += 1)
        expect((await send({ proof: await solved(service) })).status).toBe(303)
      expect((await waiting()).map(({ is_proven }: Json) => is_proven)).toEqual(Array(5).fill(true))
    })

    it('§14 shows the first step with a fault again, with the faults at its fields by their labels', async () => {
      const { status, body } = await send({ title: '', 'submitter[email]': 'x', repeats: 'weekly' })
      expect(status).toBe(400)
      for (const id of ['f-title', 'f-until'])
        expect(body, id).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true"`))
      expect(body).toContain('Title: please fill this in.')
      expect(body).toContain('<a href="#f-until">Until</a>')
      const other = await send({ 'submitter[email]': 'x' })
      expect(other.body).toContain('Your e-mail address: looks like name@example.org.')
      expect(other.body).toMatch(/id="f-submitter-email"[^>]*aria-invalid="true"/)
      expect(body).toContain('value="New square"')
      expect(await waiting()).toEqual([])
    })

    it('§14 says that texts are too long, and keeps them', async () => {
      const { status, body } = await send({ description: 'x'.repeat(20_001) })
      expect(status).toBe(400)
      expect(body).toContain('Description: all texts together may have at most 20,000 characters.')
      expect(body).toContain('x'.repeat(20_001))
    })

    it('§14 accepts an event that repeats weekly or monthly until a day', async () => {
      await send({ repeats: 'weekly', until: '2027-05-25' })
      const [one] = await waiting()
      expect(one.event.series.recurrence).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20270525'])
      await service.post(`/submissions/${one.id}/decision`, { decision: 'approve' }, eve)
      expect((await service.get('/events?start_date=2027-05-01')).body.total).toBe(4)
    })

    it('§14 lets the submitter follow, correct and withdraw the event on an uncached page', async () => {
      const { headers } = await send()
      const path = `/${headers.location}`
      const page = await service.get(path, html)
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(page.body).toContain('value="2027-05-04T08:00"')
      expect(page.body).toContain('noindex')
      const [one] = await waiting()
      await service.post(
        `/submissions/${one.id}/decision`,
        { decision: 'ask', message: 'Where & when?' },
        eve,
      )
      expect((await service.get(path, html)).body).toContain('Where &amp; when?')
      const corrected = await send({ title: 'Big market', act: 'correct' }, path)
      expect(corrected.status).toBe(303)
      expect((await waiting())[0]).toMatchObject({ status: 'pending', event: { title: 'Big market' } })
      expect((await service.post(path, 'act=withdraw', form)).status).toBe(303)
      expect(await waiting()).toEqual([])
      expect((await service.get(path, html)).body).not.toContain('value="withdraw"')
      expect((await service.get('//submit/none/', html)).status).toBe(404)
    })

    it('§14 is the target of a redirect from the secret URL of the API in a browser', async () => {
      const { headers } = await send()
      const secret = headers.location?.split('/')[2]
      const url = `/cal/events/v1/submissions/${secret}`
      const { statusCode, headers: led } = await service.app.inject({ url, headers: html })
      expect([statusCode, led.location]).toEqual([302, `http://127.0.0.1:3000/submit/${secret}/`])
    })
  })
}
