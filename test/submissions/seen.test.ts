import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { pathOf, submitted } from '../support/submitting.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`a decision of what a reviewer saw on ${name}`, () => {
    let service: TestService
    let eve: Headers
    let con: Headers
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open' })
      await service.user('administrator', 'ada')
      eve = (await service.user('editor', 'eve')).headers
      con = (await service.user('contributor', 'con')).headers
    })
    afterEach(() => service.close())

    const pending = async (more: Json = {}) =>
      (await service.post('/events', anEvent({ title: 'Reading', status: 'pending', ...more }), con)).body
    const seen = async (id: number) => (await service.get(`/events/${id}/review`, eve)).body
    const decide = (id: number, version?: string, decision = 'approve') =>
      service.post(`/events/${id}/decision`, { decision, message: 'Hm', version }, eve)
    const statusOf = async (id: number) => (await service.get(`/events/${id}`, eve)).body.status

    it('§14 is refused with what changed, where the author changed the event since', async () => {
      const { id } = await pending()
      const { version, event } = await seen(id)
      expect(event.title).toBe('Reading')
      await service.patch(`/events/${id}`, { title: 'Advertisement', website: 'https://evil.example' }, con)
      for (const decision of ['approve', 'ask', 'reject']) {
        const { status, body } = await decide(id, version, decision)
        expect([status, body.code]).toEqual([409, 'review_outdated'])
        expect(body.data.changed).toEqual([{ resource: 'event', id, fields: ['title', 'website'] }])
      }
      expect(await statusOf(id)).toBe('pending')
      const next = await seen(id)
      expect(next.event.title).toBe('Advertisement')
      expect((await decide(id, next.version)).body.status).toBe('publish')
    })

    it('§14 holds while nothing changes, whatever else is written, and also without a version', async () => {
      const [one, other] = [await pending(), await pending({ title: 'Choir' })]
      const { version } = await seen(one.id)
      await service.patch(`/events/${other.id}`, { title: 'Choir night' }, con)
      expect((await decide(one.id, version)).body.status).toBe('publish')
      expect((await decide(other.id)).body.status).toBe('publish')
      const third = await pending()
      for (const wrong of ['x', '1', '1.2.3']) expect((await decide(third.id, wrong)).status).toBe(409)
    })

    it('§14 takes the version in If-Match, too, which is not ignored', async () => {
      const { id } = await pending()
      const path = `/events/${id}/decision`
      const { version } = await seen(id)
      await service.patch(`/events/${id}`, { title: 'Advertisement' }, con)
      for (const tag of [`"${version}"`, `W/"${version}"`, version, '"v1"', ''])
        expect((await service.post(path, { decision: 'approve' }, { ...eve, 'if-match': tag })).status).toBe(
          409,
        )
      const now = { ...eve, 'if-match': `"${(await seen(id)).version}"` }
      expect((await service.post(path, { decision: 'approve' }, now)).body.status).toBe('publish')
      const other = await pending()
      const any = { ...eve, 'if-match': '*' }
      const approved = await service.post(`/events/${other.id}/decision`, { decision: 'approve' }, any)
      expect(approved.body.status).toBe('publish')
      const { body } = await submitted(service)
      const decision = `/submissions/${body.id}/decision`
      expect(
        (await service.post(decision, { decision: 'approve' }, { ...eve, 'if-match': '"1"' })).status,
      ).toBe(409)
    })

    it('§14 covers the venue and the organizer that would become public with the event', async () => {
      const event = await pending({ venue: { venue: 'Hall' }, organizer: { organizer: 'Club' } })
      const [venue, organizer] = [[event.venue].flat()[0], [event.organizer].flat()[0]]
      for (const [path, body, changed] of [
        [`/venues/${venue.id}`, { description: 'Buy here' }, ['venue', 'description']],
        [`/organizers/${organizer.id}`, { website: 'https://evil.example' }, ['organizer', 'website']],
      ] as const) {
        const { version } = await seen(event.id)
        expect((await service.patch(path, body, con)).status).toBe(200)
        const { status, body: refused } = await decide(event.id, version)
        expect(status).toBe(409)
        expect(refused.data.changed).toMatchObject([{ resource: changed[0], fields: [changed[1]] }])
      }
      expect((await decide(event.id, (await seen(event.id)).version)).status).toBe(200)
    })

    it('§14 covers all dates of a series, with those that differ', async () => {
      const first = await pending({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
      const { events } = (
        await service.get(`/events?series=${first.series.id}&status=pending&starts_after=2020-01-01`, eve)
      ).body
      const { version } = await seen(first.id)
      const third = events[2].id
      await service.patch(`/events/${third}`, { title: 'Advertisement' }, con)
      const { status, body } = await decide(first.id, version)
      expect([status, body.data.changed]).toEqual([
        409,
        [{ resource: 'event', id: third, fields: ['title'] }],
      ])
      const again = await seen(first.id)
      await service.patch(`/events/${first.id}`, { title: 'Readings', apply_to: 'all' }, con)
      expect((await decide(first.id, again.version)).status).toBe(409)
      expect((await decide(first.id, (await seen(first.id)).version)).status).toBe(200)
      expect(await statusOf(third)).toBe('publish')
    })

    it('§14 of several events at once is refused by name, where one changed after the list was read', async () => {
      const [one, other] = [await pending({ title: 'Choir' }), await pending({ venue: { venue: 'Hall' } })]
      const listed = async () => {
        const list = await service.get(
          '/events?status=pending&starts_after=2020-01-01&_fields=events.id',
          eve,
        )
        return Number(list.headers['x-fasti-revision'])
      }
      const ids = [one.id, other.id]
      const change = (seen?: number) => service.post('/events/bulk', { ids, status: 'publish', seen }, eve)
      const operations = ids.map((id) => ({
        method: 'PATCH',
        path: `/events/${id}`,
        body: { status: 'publish' },
      }))
      const batch = (sent: Json) => service.post('/batch', { operations, ...sent }, eve)
      const venue = [other.venue].flat()[0].id
      for (const [path, body, changed] of [
        [`/events/${one.id}`, { title: 'Advertisement' }, { resource: 'event', fields: ['title'] }],
        [`/venues/${venue}`, { website: 'https://evil.example' }, { resource: 'venue', fields: ['website'] }],
      ] as const) {
        const seen = await listed()
        await service.patch(path, body, con)
        const refused = await change(seen)
        expect([refused.status, refused.body.code]).toEqual([409, 'review_outdated'])
        expect(refused.body.message).toContain(changed.resource === 'event' ? 'Advertisement' : 'Reading')
        expect(refused.body.data.changed).toMatchObject([changed])
        const failed = await batch({ seen })
        expect([failed.status, failed.body.data.error.code]).toEqual([422, 'review_outdated'])
        const { results } = (
          await service.post('/batch?dry_run=true', { operations, atomic: false, seen }, eve)
        ).body
        expect(results.map(({ status }: Json) => status).sort()).toEqual([200, 409])
        expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['pending', 'pending'])
      }
      const { results } = (await batch({ atomic: false, seen: (await listed()) - 1 })).body
      expect(results.map(({ status }: Json) => status)).toEqual([200, 409])
      expect((await change(await listed())).body).toEqual({ changed: [other.id], unchanged: [one.id] })
      expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['publish', 'publish'])
    })

    it('§14 of the dates of a series at once covers its pattern, and not what the same write publishes', async () => {
      const first = await pending({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
      const list = async () =>
        service.get(`/events?series=${first.series.id}&status=pending&starts_after=2020-01-01`, eve)
      const before = await list()
      const ids = before.body.events.map(({ id }: Json) => id)
      const change = ({ headers }: { headers: Headers }) =>
        service.post('/events/bulk', { ids, status: 'publish', seen: headers['x-fasti-revision'] }, eve)
      await service.patch(`/events/${first.id}`, { title: 'Advertisement', apply_to: 'all' }, con)
      expect((await change(before)).status).toBe(409)
      expect((await change(await list())).body.changed).toEqual(ids)
    })

    it('§14 says as of which revision a list was read to those who are known alone', async () => {
      await pending({ status: 'draft' })
      const path = '/events?starts_after=2020-01-01'
      expect((await service.get(path)).headers['x-fasti-revision']).toBeUndefined()
      expect(Number((await service.get(path, eve)).headers['x-fasti-revision'])).toBe(
        await service.store.revision(),
      )
    })

    it('§14 covers a submission with its event, its submitter and its picture', async () => {
      const { body } = await submitted(service)
      const waiting = async () => (await service.get('/submissions', eve)).body.submissions[0]
      const decideOn = (version: string) =>
        service.post(`/submissions/${body.id}/decision`, { decision: 'approve', version }, eve)
      const picture = new FormData()
      const bytes = await anImage(40, 30, 'png')
      picture.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'market.png')
      const sent = new Request('http://x/', { method: 'POST', body: picture })
      const file = Buffer.from(await sent.arrayBuffer())
      const type = { 'content-type': sent.headers.get('content-type') ?? '' }
      const changes = [
        [{ title: 'Market' }, {}],
        [{ submitter: { name: 'Eve', email: 'eve@example.org' } }, {}],
        [file, type],
      ] as const
      for (const [change, headers] of changes) {
        const { version, event } = await waiting()
        expect((await service.patch(pathOf(body.url), change, headers)).status).toBe(200)
        const refused = await decideOn(version)
        expect([refused.status, refused.body.code]).toEqual([409, 'review_outdated'])
        expect(refused.body.data.changed).toMatchObject(
          'title' in change
            ? [{ resource: 'event', id: event.id, fields: ['title'] }]
            : [{ resource: 'submission', id: body.id }],
        )
        expect((await decide(event.id, version)).status).toBe(409)
      }
      expect((await decideOn((await waiting()).version)).body.status).toBe('approved')
    })
  })
}
