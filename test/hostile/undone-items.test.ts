/** What others learn where hidden items are changed, and that is undone and made again: nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

const kinds = ['event', 'series', 'venue', 'organizer']
/** In every text of what is hidden. */
const MARK = 'Zqhidden'

for (const { name } of dialects) {
  describe(`hidden items whose changes are undone, on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let admin: Headers
    let others: Readonly<Record<string, Headers>>
    let since: number
    const hidden = new Set<string>()
    const revisions: number[] = []

    const revisionOf = ({ headers }: Pick<Answered, 'headers'>) => Number(headers['x-fasti-revision'])
    const done = (answer: Answered) => {
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      revisions.push(revisionOf(answer))
      return answer
    }
    const undo = async (answer: Answered) =>
      done(await service.post('/undo', { revision: revisionOf(answer) }, admin))
    /** Undoes an act, that, and that again. */
    const undoThrice = async (answer: Answered) => {
      const undone = await undo(done(answer))
      await undo(await undo(undone))
    }
    const make = async (collection: string, body: Json) => {
      const { body: made } = done(await service.post(`/${collection}`, body, admin))
      hidden.add(`${collection} ${made.id}`)
      if (made.series) hidden.add(`series ${made.series.id}`)
      return made
    }
    const patch = (path: string, body: Json) => service.patch(path, body, admin)

    beforeAll(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      admin = (await service.user('administrator', 'ada')).headers
      const contributor = (await service.user('contributor', 'con')).headers
      const member = (await service.user('subscriber', 'mia')).headers
      const { id: group } = (await service.post('/groups', { name: 'Choir' }, admin)).body
      const { id: of } = (await service.post('/groups', { name: 'Museum', main: 'none' }, admin)).body
      await service.ask('PUT', `/groups/${group}/members/mia`, { role: 'editor' }, admin)
      others = { strangers: {}, contributor, member }
      done(
        await service.post(
          '/webhooks',
          {
            url: host.url,
            types: kinds.flatMap((of) => ['created', 'updated', 'removed'].map((what) => `${of}.${what}`)),
          },
          admin,
        ),
      )
      await service.webhooks.deliver()
      host.take()
      since = (await service.get('/changes?since=0')).body.next_since

      const text = { title: `${MARK} event`, description: MARK, custom_fields: { key: MARK } }
      for (const status of ['draft', 'private', 'pending']) {
        const venue = await make('venues', { venue: `${MARK} hall`, status })
        const organizer = await make('organizers', { organizer: `${MARK} club`, status })
        const into = await make('venues', { venue: `${MARK} other hall`, status })
        const links = { venue: [venue.id], organizer: [organizer.id] }
        const one = await make('events', anEvent({ ...text, ...links, status, group: of }))
        const whole = await make('events', anEvent({ ...text, status, recurrence: 'FREQ=WEEKLY;COUNT=3' }))
        await undoThrice(await patch(`/events/${one.id}`, { title: `${MARK} again`, cost: '5', note: MARK }))
        await undoThrice(await patch(`/events/${one.id}`, { group: null }))
        await undoThrice(await service.remove(`/events/${one.id}`, admin))
        await undoThrice(await patch(`/series/${whole.series.id}`, { title: `${MARK} series` }))
        await undoThrice(
          await patch(`/events/${whole.id}`, { apply_to: 'all', recurrence: 'FREQ=DAILY;COUNT=5' }),
        )
        await undoThrice(await service.remove(`/series/${whole.series.id}`, admin))
        await undoThrice(await service.post('/events/bulk', { ids: [one.id], shift_days: 7 }, admin))
        await undoThrice(await service.post(`/venues/${into.id}/merge`, { items: [venue.id] }, admin))
        const draft = { changes: { title: `${MARK} draft` } }
        done(await service.ask('PUT', `/events/${one.id}/draft`, draft, admin))
        await undoThrice(await service.post(`/events/${one.id}/draft/apply`, {}, admin))
        done(await service.post(`/events/${one.id}/preview-links`, {}, admin))
      }
    })
    afterAll(async () => {
      await service.close()
      await host.close()
    })

    it('§13 are in no list of changes, and no webhook of the public hears of them', async () => {
      expect(revisions.length).toBeGreaterThan(100)
      for (const [who, headers] of Object.entries(others))
        for (const query of [`since=${since}`, `since=${since}&group=museum`]) {
          const { body } = await service.get(`/changes?${query}&per_page=1000`, headers)
          const shown = body.changes.filter(
            ({ resource, id }: Json) =>
              hidden.has(`${resource}s ${id}`) || hidden.has(`${resource} ${id}`) || resource === 'event',
          )
          expect([who, query, shown]).toEqual([who, query, []])
        }
      await service.webhooks.deliver()
      const heard = host.received.filter(({ text }) => text.includes(MARK))
      expect([heard, host.take().filter((one) => one.startsWith('event'))]).toEqual([[], []])
    })

    it('§13 are told by no history, and nobody else undoes what was done to them', async () => {
      for (const [who, headers] of Object.entries(others)) {
        for (const one of hidden) {
          const [collection, id] = one.split(' ')
          const { status, body } = await service.get(`/${collection}/${id}/history`, headers)
          expect([who, one, [401, 403, 404].includes(status), JSON.stringify(body).includes(MARK)]).toEqual([
            ...[who, one, true, false],
          ])
        }
        for (const revision of revisions) {
          const { status, body } = await service.post('/undo', { revision }, headers)
          const text = JSON.stringify(body)
          expect([who, revision, status >= 400 && status < 500, text.includes(MARK)]).toEqual([
            ...[who, revision, true, false],
          ])
        }
      }
    })

    it('§1.10 of a protected event is told no more than its title, and of one that was public only that it is gone', async () => {
      await service.webhooks.deliver()
      host.take()
      const from = host.received.length
      const protectedOne = done(
        await service.post('/events', anEvent({ title: 'Seen', status: 'draft' }), admin),
      ).body.id
      const secret = { password: 'correct horse', status: 'publish', description: MARK }
      done(await patch(`/events/${protectedOne}`, secret))
      await undoThrice(
        await patch(`/events/${protectedOne}`, { description: `${MARK} again`, title: 'Still seen' }),
      )
      const once = done(await service.post('/events', anEvent({ title: 'Once' }), admin))
      await service.webhooks.deliver()
      await undo(once)
      done(await patch(`/events/${once.body.id}`, { title: MARK, status: 'draft' }))
      await service.webhooks.deliver()
      const texts = host.received.slice(from).map(({ text }) => text)
      expect(texts.filter((text) => text.includes('"title":"Seen"')).length).toBeGreaterThan(0)
      expect(texts.filter((text) => text.includes(MARK))).toEqual([])
      expect(host.take()).toContain(`event.removed ${once.body.id}`)
      const { body } = await service.get(`/changes?since=${since}&per_page=1000`)
      const of = (id: number) => body.changes.filter((one: Json) => one.resource === 'event' && one.id === id)
      expect(of(once.body.id)).toMatchObject([{ action: 'removed' }])
      expect(of(protectedOne)).toMatchObject([{ action: 'created' }])
    })
  })
}
