import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { anEvent, type Json } from '../support/service.ts'
import { type TestSite, testSite } from '../support/site.ts'

for (const { name: dialect } of anyDialects())
  describe(`the pages of a series on ${dialect}`, () => {
    let service: TestSite['service']
    let page: TestSite['page']
    let dates: readonly Json[]
    let admin: Record<string, string>
    beforeAll(async () => {
      ;({ service, page } = await testSite(dialect))
      admin = (await service.user('administrator', 'series-admin')).headers
      const times = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:30', timezone: 'Europe/Rome' }
      const rule = 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=8'
      const body = anEvent({ ...times, title: 'Choir & rehearsal', recurrence: rule })
      const { series } = (await service.post('/events', body, admin)).body
      const list = `/events?series=${series.id}&start_date=2027-01-01&per_page=20`
      dates = (await service.get(list, admin)).body.events
    })
    afterAll(() => service.close())
    const at = (place: number) => new URL(String(dates[place]?.url)).pathname

    it('§10.4 show the rule, the previous date and the next ones on the page of each date', async () => {
      const { status, body } = await page(at(2))
      expect(status).toBe(200)
      expect(body).toContain('Every Tuesday, 8 times')
      expect(body).toContain(`href="${at(1)}" rel="prev"`)
      expect(body).toContain(`href="${at(3)}" rel="next"`)
      expect(body).toContain(`href="${at(6)}"`)
      expect(body).not.toContain(`href="${at(7)}"`)
      expect((await page(at(0))).body).not.toContain('rel="prev"')
      expect((await page(at(7))).body).not.toContain('rel="next"')
    })

    it('§10.4 list all dates on the page of the series, in every language, with its feed', async () => {
      const { series } = dates[0] as { readonly series: Json }
      const { url } = (await service.get(`/series/${series.id}`)).body
      const path = new URL(url).pathname
      expect(path).toBe('/series/choir-rehearsal/')
      const { status, body } = await page(path)
      expect(status).toBe(200)
      for (const place of dates.keys()) expect(body).toContain(`href="${at(place)}"`)
      expect(body).toContain(`/events.ics?series=${series.id}`)
      for (const language of interfaceLanguageCodes) {
        const shown = await page(`/${language}${path}`)
        expect([language, shown.status]).toEqual([language, 200])
        expect(shown.body.replace(/\{(time|count|title)\}/g, '')).not.toMatch(/undefined|NaN|\{\w+\}/)
      }
      expect((await page('/de/series/choir-rehearsal/')).body).toContain('Jeden Dienstag')
    })

    it('§10.4 are 404 for unknown series, and for readers while the series is a draft', async () => {
      expect((await page('/series/none/')).status).toBe(404)
      const { series } = dates[0] as { readonly series: Json }
      await service.patch(`/series/${series.id}`, { status: 'draft' }, admin)
      expect((await page('/series/choir-rehearsal/')).status).toBe(401)
    })

    it('§10.4 are not linked from a published date while the series is a draft', async () => {
      const { series } = dates[0] as { readonly series: Json }
      await service.patch(`/series/${series.id}`, { status: 'draft' }, admin)
      const { url } = (await service.patch(`/events/${dates[0]?.id}`, { status: 'publish' }, admin)).body
      const shown = await page(new URL(url).pathname)
      expect(shown.status).toBe(200)
      expect(shown.body).not.toContain('/series/choir-rehearsal/')
    })
  })
