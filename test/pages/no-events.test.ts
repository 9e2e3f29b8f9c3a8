import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { interfaceLanguageCodes, wordingOf } from '../support/inside/api.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

const views = ['', '2027-05/', 'week/', 'weekend/', 'day/', 'agenda/'].map((view) => `/calendar/${view}`)

for (const { name: dialect } of anyDialects())
  describe(`a calendar without events on ${dialect}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(dialect)
    })
    afterEach(() => service.close())
    const page = async (path: string, headers = {}) =>
      (await service.get(`/${path}`, { ...browser, ...headers })).body
    const noteIn = (body: string) => /<p class="nothing">(.*?)<\/p>/.exec(body)?.[1]

    it('says so in every view and language, without a link for readers who may not add events', async () => {
      await service.user('administrator')
      const { headers: subscriber } = await service.user('subscriber')
      for (const path of views)
        for (const headers of [{}, subscriber])
          expect(noteIn(await page(path, headers)), path).toBe('This calendar has no events yet.')
      for (const language of interfaceLanguageCodes)
        expect(noteIn(await page(`/${language}/calendar/`))).toBe(wordingOf(language)('site.nothing.yet'))
    })

    it('links administrators to the setup page, and others who may add events to a new event', async () => {
      const desks = { administrator: 'start', editor: 'events/new', contributor: 'events/new' } as const
      for (const role of ['administrator', 'editor', 'contributor'] as const) {
        const { headers } = await service.user(role)
        for (const path of views)
          expect(noteIn(await page(path, headers)), `${role} ${path}`).toBe(
            `This calendar has no events yet. <a href="/desk/${desks[role]}" rel="nofollow">Add the first event</a>`,
          )
      }
      const { headers } = await service.user('editor', 'eve')
      expect(await page('/de/calendar/', headers)).toContain('href="/de/desk/events/new"')
    })

    it('says what it will be, and to administrators how to begin with a demo or a calendar that they have', async () => {
      const { headers: administrator } = await service.user('administrator')
      const { headers: contributor } = await service.user('contributor')
      for (const [headers, isShown] of [
        [{}, false],
        [contributor, false],
        [administrator, true],
      ] as const) {
        const body = await page('/', headers)
        expect(body).toContain('soon you will find here what is on')
        expect([body.includes('href="/desk/import"'), body.includes('Try the demo')]).toEqual([
          isShown,
          isShown,
        ])
      }
    })

    it('offers nothing to choose from, to switch or to follow', async () => {
      for (const path of ['/', ...views, '/calendar/search/', '/calendar/map/']) {
        const body = await page(path)
        for (const part of ['class="row"', 'class="buttons tenses"', 'class="follow"'])
          expect([path, part, body.includes(part)]).toEqual([path, part, false])
        expect(body.match(/has no events yet/g)).toHaveLength(1)
      }
    })

    it('is an ordinary empty view as soon as there is an event on any date, and again without it', async () => {
      const { headers } = await service.user('editor')
      await page('/calendar/')
      const past = { start_date: '1999-05-04 18:00', end_date: '1999-05-04 20:00' }
      const { body } = await service.post('/events', anEvent(past), headers)
      for (const path of views)
        for (const reader of [{}, headers])
          expect(noteIn(await page(path, reader)), path).toBe('There are no events here.')
      await service.remove(`/events/${body.id}`, headers)
      expect(noteIn(await page('/calendar/'))).toBe('This calendar has no events yet.')
    })
  })
