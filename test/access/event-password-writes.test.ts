import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const json = (lines: readonly Json[]) => lines.map((line) => JSON.stringify(line)).join('\n')

for (const { name } of dialects) {
  describe(`the password of an event in writes on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeAll(async () => {
      service = await testService(name, { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterAll(() => service.close())

    const total = async () =>
      (await service.get('/events?status=any&starts_after=2000-01-01', ada)).body.total
    const closed = (more: Json = {}) => anEvent({ title: 'Closed', password: 'sesame', ...more })
    const wp = (path: string, body: Json) => service.post(`//wp-json/${path}`, body, ada)

    it('§4.7 is refused, with the way to set it, by all that create events: nothing becomes public without it', async () => {
      const before = await total()
      for (const [what, answer] of [
        ['create', await service.post('/events', closed(), ada)],
        ['a series', await service.post('/events', closed({ recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }), ada)],
        ['by uid', await service.ask('PUT', '/events/by-uid/own-1', closed(), ada)],
        ['the alias', await wp('tribe/events/v1/events', closed())],
        ['tec', await wp('tec/v1/events', closed())],
      ] as const) {
        expect([what, answer.status], JSON.stringify(answer.body)).toEqual([what, 400])
        expect(answer.body.data.params.password, what).toContain('PATCH /events/{id}')
      }
      const operation = { method: 'POST', path: '/events', body: closed() }
      const batch = await service.post('/batch', { operations: [operation] }, ada)
      expect([batch.status, batch.body.data.error.data.params.password]).toEqual([
        422,
        expect.stringContaining('PATCH /events/{id}'),
      ])
      const lines = json([{ ...closed(), resource: 'event' }, anEvent({ title: 'Open' })])
      const type = { 'content-type': 'application/x-ndjson' }
      const { body } = await service.ask('POST', '/import', lines, { ...ada, ...type })
      expect([body.created, body.refusals]).toMatchObject([
        1,
        [{ line: 1, reason: expect.stringContaining('PATCH /events/{id}') }],
      ])
      expect(await total()).toBe(before + 1)
    })

    it('§4.7 is refused, too, by updates that do not take it, and set by the one that does', async () => {
      const { id, slug } = (await service.post('/events', anEvent({ title: 'By slug' }), ada)).body
      await service.ask('PUT', '/events/by-uid/own-2', anEvent({ title: 'By uid' }), ada)
      for (const answer of [
        await service.patch(`/events/by-slug/${slug}`, { password: 'sesame' }, ada),
        await service.ask('PUT', '/events/by-uid/own-2', anEvent({ password: 'sesame' }), ada),
      ])
        expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['password']])
      const first = (await service.post('/events', anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }), ada))
        .body
      const ofSeries = await service.patch(`/series/${first.series.id}`, { password: 'sesame' }, ada)
      expect([ofSeries.status, Object.keys(ofSeries.body.data.params)]).toEqual([400, ['password']])
      expect(
        (await service.patch(`/events/${id}`, { password: 'sesame' }, ada)).body.password_protected,
      ).toBe(true)
      expect((await service.get(`/events/${id}`)).status).toBe(401)
    })

    it('§4.7 an empty password in a create is none, and one in the query string sets nothing', async () => {
      for (const password of [null, ''])
        expect((await service.post('/events', anEvent({ password }), ada)).status).toBe(201)
      const { status, body } = await service.post('/events?password=sesame', anEvent(), ada)
      expect([status, body.password_protected]).toEqual([201, false])
      const { slug } = body
      expect(
        (await service.patch(`/events/by-slug/${slug}`, { password: null, title: 'T' }, ada)).status,
      ).toBe(200)
    })
  })
}
