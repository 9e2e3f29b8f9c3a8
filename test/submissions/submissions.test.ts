import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { currentMoment } from '../support/inside/service.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import {
  aSubmission,
  easilySolved,
  pathOf,
  submitted,
  submittedWithPicture,
  submitter,
} from '../support/submitting.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`submissions on ${name}`, () => {
    let service: TestService
    let eve: Headers
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', FASTI_TIME_ZONE: 'Europe/Rome' })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(() => service.close())

    const listed = async (headers: Headers = eve) =>
      (await service.get('/submissions', headers)).body.submissions
    const decide = (id: number, decision: string, message = '', headers: Headers = eve) =>
      service.post(`/submissions/${id}/decision`, { decision, message }, headers)

    it.runIf(isAny(name))(
      '§14 wait as pending without an author, and only reviewers see them and their submitters',
      async () => {
        const { status, body, headers } = await submitted(service, {
          venue: { venue: 'New square', city: 'Turin' },
          organizer: { organizer: 'New society' },
        })
        expect([status, body.status, Object.keys(body)]).toEqual([201, 'pending', ['id', 'status', 'url']])
        expect(headers['cache-control']).toBe('private, no-store')
        const [one] = await listed()
        expect([one.event.status, one.event.author, one.submitter]).toEqual(['pending', 0, submitter])
        for (const path of ['/events', '/venues', '/organizers', '/events?status=any', '/media'])
          expect(JSON.stringify((await service.get(path)).body), path).not.toMatch(/Market|New s|Ferrari/)
        const id = one.event.id
        for (const role of ['subscriber', 'contributor', 'author'] as const) {
          const { headers } = await service.user(role)
          expect((await service.get('/submissions', headers)).status).toBe(403)
          expect((await service.get(`/events/${id}`, headers)).status).toBe(403)
          expect((await decide(body.id, 'approve', '', headers)).status).toBe(403)
        }
        expect((await service.get('/submissions')).status).toBe(401)
        expect((await service.get(`/events/${id}`)).status).toBe(401)
        expect(JSON.stringify((await service.get(`/events/${id}`, eve)).body)).not.toContain('Ferrari')
      },
    )

    it('§14 approving publishes the event with its new items; the secret URL then links its page', async () => {
      const { body } = await submitted(service, { venue: { venue: 'New square' } })
      const { status, body: decided } = await decide(body.id, 'approve', 'Welcome')
      expect([status, decided.status, decided.event.status, decided.event.author]).toEqual([
        200,
        'approved',
        'publish',
        0,
      ])
      expect((await service.get('/venues')).body.venues).toHaveLength(1)
      const own = (await service.get(pathOf(body.url))).body
      expect([own.status, own.message, own.event_url]).toEqual(['approved', 'Welcome', decided.event.url])
      expect(await listed()).toEqual([])
      expect((await decide(body.id, 'reject')).body.code).toBe('submission_decided')
      const { changes } = (await service.get(`/events/${decided.event.id}/history`, eve)).body
      expect(changes.map(({ login }: Json) => login)).toEqual(['eve', '(submission)'])
    })

    it.runIf(isAny(name))('§13 a dry run of a decision changes nothing', async () => {
      const { body } = await submitted(service)
      const dry = { decision: 'approve', dry_run: true }
      const answer = await service.post(`/submissions/${body.id}/decision`, dry, eve)
      expect([answer.status, answer.body.status, answer.body.dry_run]).toEqual([200, 'approved', true])
      expect((await listed())[0].status).toBe('pending')
    })

    it('§14 publishing the event by an update approves it as well', async () => {
      const { body } = await submitted(service)
      const [{ event }] = await listed()
      await service.patch(`/events/${event.id}`, { title: 'Market morning', status: 'publish' }, eve)
      expect((await service.get(pathOf(body.url))).body.status).toBe('approved')
      expect(await listed()).toEqual([])
    })

    it('§14 rejecting moves the event and its new items to the trash, with a reason', async () => {
      const { body } = await submitted(service, { venue: { venue: 'New square' } })
      const { body: decided } = await decide(body.id, 'reject', 'We list no markets.')
      expect([decided.status, decided.event.status]).toEqual(['rejected', 'trash'])
      expect((await service.get('/venues?status=trash', eve)).body.venues).toHaveLength(1)
      expect((await service.get(pathOf(body.url))).body).toMatchObject({
        status: 'rejected',
        message: 'We list no markets.',
        event_url: '',
      })
    })

    it.runIf(isAny(name))('§14 moving the event to the trash rejects it', async () => {
      const { body } = await submitted(service)
      const [{ event }] = await listed()
      await service.remove(`/events/${event.id}`, eve)
      expect((await service.get(pathOf(body.url))).body.status).toBe('rejected')
    })

    it('§14 a question needs a message, and the correction waits again', async () => {
      const { body } = await submitted(service)
      expect((await decide(body.id, 'ask')).status).toBe(400)
      expect((await decide(body.id, 'ask', 'Where is it?')).body.status).toBe('asked')
      const path = pathOf(body.url)
      expect((await service.get(path)).body).toMatchObject({ status: 'asked', message: 'Where is it?' })
      const corrected = await service.patch(path, { title: 'Big market', venue: { venue: 'New square' } })
      expect([corrected.status, corrected.body.status, corrected.body.sent.title]).toEqual([
        200,
        'pending',
        'Big market',
      ])
      const [one] = await listed()
      expect([one.event.title, one.event.venue.venue]).toEqual(['Big market', 'New square'])
      await service.patch(path, { venue: { venue: 'Other square' } })
      const [two] = await listed()
      expect(two.event.venue.venue).toBe('Other square')
      expect((await service.get('/venues?status=pending', eve)).body.venues).toHaveLength(1)
    })

    it.runIf(isAny(name))('§14 can be withdrawn at their secret URL until the decision', async () => {
      const [first, second] = [await submitted(service), await submitted(service, { title: 'B' })]
      expect((await service.remove(pathOf(first.body.url))).body.status).toBe('withdrawn')
      expect((await service.remove(pathOf(first.body.url))).status).toBe(409)
      expect((await listed()).map(({ event }: { event: Json }) => event.title)).toEqual(['B'])
      await decide(second.body.id, 'approve')
      expect((await service.remove(pathOf(second.body.url))).status).toBe(409)
      expect((await service.patch(pathOf(second.body.url), { title: 'C' })).status).toBe(409)
    })

    it.runIf(isAny(name))(
      '§14 link existing terms, and show others to the reviewer without creating them',
      async () => {
        const category = (await service.post('/categories', { name: 'Markets' }, eve)).body
        await service.post('/tags', { name: 'outdoors' }, eve)
        await submitted(service, { categories: [category.id, 'Fairs', 999], tags: 'OUTDOORS,food' })
        const [one] = await listed()
        expect(one.unknown_terms).toEqual(['Fairs', '999', 'food'])
        expect(one.event.categories.map((term: Json) => term.name)).toEqual(['Markets'])
        expect(one.event.tags.map((term: Json) => term.name)).toEqual(['outdoors'])
        expect((await service.get('/categories?hide_empty=false')).body.total).toBe(1)
      },
    )

    it('§14 take a picture of 5 MiB from anybody, and refuse a larger one for its size', async () => {
      const picture = await anImage(40, 30)
      for (const [size, status] of [
        [5 * 1_048_576, 201],
        [5 * 1_048_576 + 1, 413],
      ] as const) {
        const form = new FormData()
        for (const [key, value] of Object.entries(aSubmission({ submitter: undefined })))
          if (value !== undefined) form.set(key, String(value))
        form.set('submitter[name]', submitter.name)
        form.set('proof', await easilySolved(service))
        const bytes = Buffer.concat([picture, Buffer.alloc(size - picture.length)])
        form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'market.png')
        const request = new Request('http://x/', { method: 'POST', body: form })
        const type = { 'content-type': request.headers.get('content-type') ?? '' }
        const sent = Buffer.from(await request.arrayBuffer())
        expect((await service.post('/submissions', sent, type)).status).toBe(status)
      }
    })

    it('§14 only reviewers see the image, until the approval attaches it to the event', async () => {
      const { status, body } = await submittedWithPicture(service)
      expect(status).toBe(201)
      const [one] = await listed()
      const image = `/submissions/${one.id}/image`
      expect((await service.get(image)).status).toBe(401)
      const shown = await service.get(image, eve)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
      expect((await service.get('/media')).body.total).toBe(0)
      const { body: decided } = await decide(body.id, 'approve')
      expect(decided.event.image).toMatchObject({ width: 40, height: 30 })
      expect((await service.get('/media')).body.total).toBe(1)
      expect((await service.get(image, eve)).status).toBe(404)
    })

    it('§14 whatever publishes the event approves it and attaches the image, a change of many events too', async () => {
      await submittedWithPicture(service)
      const [one] = await listed()
      const { id } = one.event
      const { status } = await service.post('/events/bulk', { ids: [id], status: 'publish' }, eve)
      expect(status).toBe(200)
      expect((await service.get(`/events/${id}`)).body.image).toMatchObject({ width: 40, height: 30 })
      expect(await listed()).toEqual([])
    })

    it('§14 show reviewers similar events: with the same day and venue, or a similar title', async () => {
      const day = { start_date: '2027-05-04 18:00', end_date: '2027-05-04 20:00' }
      await service.post('/events', { title: 'Concert', ...day, venue: { venue: 'Square' } }, eve)
      await service.post(
        '/events',
        { title: 'The Market Day', start_date: '2027-05-05', end_date: '2027-05-05' },
        eve,
      )
      await service.post('/events', { title: 'Lecture', ...day }, eve)
      await submitted(service, { venue: { venue: 'Square' } })
      const [{ similar }] = await listed()
      expect(similar.map(({ title }: Json) => title).sort()).toEqual(['Concert', 'The Market Day'])
    })

    it('§14 lose name, address and secret 90 days after the decision', async () => {
      const { body } = await submitted(service)
      await decide(body.id, 'approve')
      // One that is left with nothing but its sender.
      const bare = (await submitted(service)).body
      await decide(bare.id, 'reject')
      const { store } = service
      const by = { actor: { id: 0, login: '(command)' }, moment: currentMoment({ zone: 'UTC' }) }
      await store.write(by, ({ proposals }) => proposals.change(bare.id, { changes: {} }))
      const path = pathOf(body.url)
      service.at('2027-04-15T11:59:59Z')
      await service.sendDue()
      expect((await service.get(path)).body.submitter).toEqual(submitter)
      service.at('2027-04-15T12:00:00Z')
      await service.sendDue()
      expect((await service.get(path)).status).toBe(404)
      for (const { id } of [body, bare])
        expect(await store.proposals.byId(id)).toMatchObject({ name: '', email: '', changes: {} })
      expect(await store.proposals.erase(4_000_000_000)).toBe(0)
    })
  })

  describe(`submissions that are off on ${name}`, () => {
    it.runIf(isAny(name))('§14 have no URL, and appear in no index or document', async () => {
      const service = await testService(name)
      const off = [
        ['GET', '/submissions/challenge'],
        ['GET', '/submissions'],
        ['POST', '/submissions'],
        ['OPTIONS', '/submissions'],
        ['GET', '/submissions/abc'],
        ['PATCH', '/submissions/abc'],
        ['DELETE', '/submissions/abc'],
        ['POST', '/submissions/1/decision'],
        ['GET', '/submissions/1/image'],
        ['GET', '//submit/'],
        ['POST', '//submit/'],
        ['GET', '//it/submit/'],
        ['GET', '//submit/abc/'],
      ] as const
      for (const [method, path] of off)
        expect((await service.ask(method, path)).status, `${method} ${path}`).toBe(404)
      for (const path of ['/', '/doc'])
        expect(JSON.stringify((await service.get(path)).body)).not.toContain('/submissions')
      await service.close()
    })
  })
}
