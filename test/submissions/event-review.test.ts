import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

type Headers = Record<string, string>

for (const { name } of anyDialects()) {
  describe(`the review of contributors’ events on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let eve: Headers
    let ada: Headers
    let con: Headers
    let event: Json
    beforeEach(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'calendar@example.org',
        FASTI_NAME: 'Name of the environment',
        FASTI_BASE_URL: 'https://calendar.example.org',
      })
      ada = (await service.user('administrator', 'ada')).headers
      eve = (await service.user('editor', 'eve')).headers
      const made = await service.user('contributor', 'con')
      con = made.headers
      const { users } = (await service.get('/users', ada)).body
      const { id } = users.find(({ login }: Json) => login === 'con')
      await service.patch(`/users/${id}`, { display_name: 'Con', language: 'de' }, ada)
      const session = await sessionOf(service, 'ada')
      await service.patch(`/users/${id}`, { email: 'con@example.org' }, session)
      event = (await service.post('/events', anEvent({ title: 'Reading', status: 'pending' }), con)).body
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })

    const decide = (decision: string, message = '', headers: Headers = eve) =>
      service.post(`/events/${event.id}/decision`, { decision, message }, headers)
    const review = (headers: Headers = eve) => service.get(`/events/${event.id}/review`, headers)

    it('§14 approving publishes the event, and tells the author by e-mail under the name of the site', async () => {
      await service.patch('/settings', { name: 'Name of the settings' }, ada)
      const { status, body } = await decide('approve', 'Well done')
      expect([status, body.status, body.decision, body.message]).toEqual([
        200,
        'publish',
        'approve',
        'Well done',
      ])
      expect((await service.get(`/events/${event.id}`)).body.status).toBe('publish')
      await service.sendDue()
      const { to, text } = box.last()
      expect(to).toEqual(['con@example.org'])
      expect(text).toContain('Well done')
      expect(text).toContain('Name of the settings')
      expect(text).not.toContain('Name of the environment')
      expect(text).toContain('https://calendar.example.org/de/event/reading/')
    })

    it('§14 works for events on the first and the last days of the calendar', async () => {
      for (const day of ['1000-01-02', '9999-12-30']) {
        const dates = { start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` }
        await service.patch(`/events/${event.id}`, dates, eve)
        const { status, body } = await review()
        expect([day, status, body.similar]).toEqual([day, 200, []])
      }
    })

    it('§14 a question and a rejection return the event as a draft, with a message that only its author and editors can read', async () => {
      expect((await decide('ask')).body.data.params.message).toMatch(/say what you ask/)
      expect((await decide('ask', 'Which hall?')).status).toBe(200)
      const { body } = await review(con)
      expect([body.status, body.decision, body.message, body.reviewer]).toEqual([
        'draft',
        'ask',
        'Which hall?',
        'eve',
      ])
      expect(body.similar).toEqual([])
      expect((await service.get(`/events/${event.id}`, con)).body.status).toBe('draft')
      await service.sendDue()
      expect(box.last().text).toContain(`https://calendar.example.org/de/desk/events/${event.id}`)
      await service.patch(`/events/${event.id}`, { status: 'pending' }, con)
      expect((await decide('reject', 'Already there')).body.status).toBe('draft')
      expect((await review(con)).body.message).toBe('Already there')
      expect((await review((await service.user('contributor', 'other')).headers)).status).toBe(403)
      expect((await review({})).status).toBe(401)
    })

    it('§14 what was asked waits apart until its author sends it again or a reviewer decides', async () => {
      const asked = async (headers: Headers = eve, query = ''): Promise<Json> =>
        (await service.get(`/reviews${query}`, headers)).body as Json
      await service.post('/events', anEvent({ title: 'Own draft', status: 'draft' }), con)
      expect(await asked()).toEqual({ reviews: [], total: 0, total_pages: 0 })
      await decide('ask', 'Which hall?')
      const waiting = await asked()
      expect(waiting).toMatchObject({ reviews: [{ message: 'Which hall?', reviewer: 'eve' }], total: 1 })
      expect(waiting).toMatchObject({ reviews: [{ event: { id: event.id, status: 'draft' } }] })
      expect((await asked(eve, '?page=2')).reviews).toEqual([])
      expect((await service.get('/reviews', con)).status).toBe(403)
      expect((await service.get('/reviews')).status).toBe(401)
      await service.patch(`/events/${event.id}`, { title: 'Reading at noon' }, con)
      expect((await asked()).total).toBe(1)
      await service.patch(`/events/${event.id}`, { status: 'pending' }, con)
      expect((await asked()).total).toBe(0)
      for (const decision of ['ask', 'ask', 'reject'])
        expect((await decide(decision, 'Which hall?')).status).toBe(200)
      expect([(await asked()).total, (await decide('approve')).body.code]).toEqual([0, 'event_not_pending'])
      await service.patch(`/events/${event.id}`, { status: 'pending' }, con)
      await decide('ask', 'Which hall?')
      expect((await decide('approve')).body.status).toBe('publish')
      expect((await asked()).total).toBe(0)
    })

    it('§14 reviewers see similar events', async () => {
      await service.post('/events', anEvent({ title: 'Reading night' }), eve)
      expect((await review()).body.similar.map(({ title }: Json) => title)).toEqual(['Reading night'])
    })

    it('§14 only reviewers decide, and only on waiting events', async () => {
      for (const headers of [con, (await service.user('author', 'art')).headers])
        expect((await decide('approve', '', headers)).status).toBe(403)
      expect((await decide('approve', '', {})).status).toBe(401)
      expect((await decide('approve')).status).toBe(200)
      const again = await decide('reject')
      expect([again.status, again.body.code]).toEqual([409, 'event_not_pending'])
      await service.sendDue()
      expect(box.received).toHaveLength(1)
    })

    it('§14 all dates of a series are decided together', async () => {
      const more = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3', status: 'pending', title: 'Choir' }
      event = (await service.post('/events', anEvent(more), con)).body
      await decide('approve')
      const { events } = (await service.get('/events?search=choir&starts_after=2020-01-01')).body
      expect(events).toHaveLength(3)
    })

    it('§14 a dry run of a decision changes nothing and sends nothing', async () => {
      const answer = await service.post(
        `/events/${event.id}/decision`,
        { decision: 'approve', dry_run: true },
        eve,
      )
      expect([answer.status, answer.body.dry_run]).toEqual([200, true])
      expect((await review()).body.decision).toBe('')
      await service.sendDue()
      expect(box.received).toHaveLength(0)
    })
  })
}
