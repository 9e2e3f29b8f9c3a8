import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`changes over HTTP on ${name}`, () => {
    let service: TestService
    let ada: Headers
    let carl: Headers
    beforeEach(async () => {
      service = await testService(name)
      ada = (await service.user('administrator', 'ada')).headers
      carl = (await service.user('contributor', 'carl')).headers
    })
    afterEach(() => service.close())

    const changes = async (since: number | undefined, by?: Headers, query = '') => {
      const path = `/changes?${since === undefined ? '' : `since=${since}&`}${query}`
      const { status, body } = await service.get(path, by)
      if (status !== 200) return [status, body.code]
      return body.changes.map(({ resource, id, action }: Json) => `${resource} ${id} ${action}`)
    }
    const now = async () => (await service.get('/changes?since=999999999')).body.next_since as number
    const create = async (more: Json = {}, by = ada) =>
      (await service.post('/events', anEvent(more), by)).body.id as number

    it('§13 list the newest change of each item since a revision, in order, with the address of the item', async () => {
      const first = await create({ title: 'A' })
      const second = await create({ title: 'B' })
      const since = await now()
      await service.patch(`/events/${first}`, { title: 'A2' }, ada)
      await service.patch(`/events/${second}`, { title: 'B2' }, ada)
      await service.patch(`/events/${first}`, { title: 'A3' }, ada)
      const { status, body } = await service.get(`/changes?since=${since}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        changes: [
          {
            ...{ revision: since + 2, resource: 'event', id: second, action: 'updated' },
            rest_url: expect.stringMatching(new RegExp(`/cal/events/v1/events/${second}$`)),
          },
          expect.objectContaining({ revision: since + 3, id: first, action: 'updated' }),
        ],
        next_since: since + 3,
        has_more: false,
      })
      expect(await changes(undefined)).toEqual([`event ${second} created`, `event ${first} created`])
      expect(await changes(since + 3)).toEqual([])
      const inItalian = await service.get(`//it/cal/events/v1/changes?since=${since}`)
      expect(inItalian.body.changes[0].rest_url).toContain('/it/cal/events/v1/events/')
    })

    it('§13 call an item created where it became visible after since: new, published or restored', async () => {
      const draft = await create({ status: 'draft' })
      const start = await now()
      await service.patch(`/events/${draft}`, { status: 'publish' }, ada)
      expect(await changes(start)).toEqual([`event ${draft} created`])
      expect(await changes(start, ada)).toEqual([`event ${draft} updated`])
      const published = await now()
      await service.patch(`/events/${draft}`, { title: 'B' }, ada)
      expect(await changes(published)).toEqual([`event ${draft} updated`])
      await service.remove(`/events/${draft}`, ada)
      expect(await changes(published)).toEqual([`event ${draft} removed`])
      const trashed = await now()
      await service.patch(`/events/${draft}`, { status: 'publish' }, ada)
      expect(await changes(trashed)).toEqual([`event ${draft} created`])
      expect(await changes(trashed, ada)).toEqual([`event ${draft} created`])
      await service.remove(`/events/${draft}?force=true`, ada)
      expect(await changes(trashed)).toEqual([`event ${draft} removed`])
    })

    it('§13 call an event removed that one write changed and then deleted with its series', async () => {
      const { id, series } = (
        await service.post('/events', anEvent({ recurrence: 'FREQ=WEEKLY;COUNT=2' }), ada)
      ).body
      const alone = await create()
      const start = await now()
      const operations = [
        { method: 'PATCH', path: `/events/${id}`, body: { title: 'Last words' } },
        { method: 'PATCH', path: `/events/${alone}`, body: { title: 'Stays' } },
        { method: 'DELETE', path: `/series/${series.id}?force=true` },
      ]
      expect((await service.post('/batch', { operations }, ada)).status).toBe(200)
      expect((await service.get(`/events/${id}`)).status).toBe(404)
      const told = await changes(start)
      expect(told).toContain(`event ${id} removed`)
      expect(told.filter((one: string) => one.endsWith(' updated'))).toEqual([`event ${alone} updated`])
    })

    it('§13 contain only items that the caller may see, and removals of public items', async () => {
      const start = await now()
      const draft = await create({ status: 'draft' })
      const own = await create({ title: 'Mine' }, carl)
      const open = await create()
      expect(await changes(start)).toEqual([`event ${open} created`])
      expect(await changes(start, carl)).toEqual([`event ${own} created`, `event ${open} created`])
      expect(await changes(start, ada)).toHaveLength(3)
      await service.patch(`/events/${open}`, { status: 'private' }, ada)
      const hidden = await now()
      expect(await changes(start)).toEqual([`event ${open} removed`])
      await service.patch(`/events/${open}`, { title: 'Nobody sees this' }, ada)
      await service.remove(`/events/${draft}?force=true`, ada)
      await service.remove(`/events/${own}?force=true`, carl)
      expect(await changes(hidden)).toEqual([])
      expect(await changes(start)).toEqual([`event ${open} removed`])
      expect(await changes(start, carl)).toEqual([`event ${open} removed`])
      expect(await changes(start, ada)).toEqual([`event ${open} created`])
    })

    it('§13 contain events that are hidden from listings only for callers who may edit them', async () => {
      const start = await now()
      const id = await create({ hide_from_listings: true })
      expect(await changes(start)).toEqual([])
      expect(await changes(start, ada)).toEqual([`event ${id} created`])
      await service.patch(`/events/${id}`, { hide_from_listings: false }, ada)
      expect(await changes(start)).toEqual([`event ${id} created`])
      await service.patch(`/events/${id}`, { hide_from_listings: true }, ada)
      expect(await changes(start)).toEqual([`event ${id} removed`])
    })

    it('§13 contain only the venue when a venue changes, and only the category when its count stays the same', async () => {
      const tag = (await service.post('/tags', { name: 'Jazz' }, ada)).body.id
      const { body } = await service.post('/events', anEvent({ venue: { venue: 'Park' }, tags: [tag] }), ada)
      const [venue] = [body.venue].flat()
      const start = await now()
      expect((await changes(undefined)).sort()).toEqual([
        `event ${body.id} created`,
        `tag ${tag} created`,
        `venue ${venue.id} created`,
      ])
      await service.patch(`/venues/${venue.id}`, { venue: 'Old Park' }, ada)
      expect(await changes(start)).toEqual([`venue ${venue.id} updated`])
      await create({ tags: [tag] })
      expect(await changes(start)).not.toContain(`tag ${tag} updated`)
      await service.remove(`/tags/${tag}`, ada)
      expect(await changes(start)).toContain(`tag ${tag} removed`)
    })

    it('§13 contain a scheduled item once its date has passed, without any write', async () => {
      const id = await create({ date: '2027-01-15 09:00:00' })
      const { body } = await service.post('/venues', { venue: 'Later', date: '2027-01-15 09:00:00' }, ada)
      const start = await now()
      expect(await changes(undefined)).toEqual([])
      service.at('2027-01-15T14:00:01Z')
      expect((await changes(start)).sort()).toEqual([`event ${id} created`, `venue ${body.id} created`])
    })

    it('§13 have pages that end between two revisions', async () => {
      const start = await now()
      const first = await create({ title: 'A' })
      await service.post('/events', anEvent({ venue: { venue: 'Park' }, organizer: { organizer: 'O' } }), ada)
      const last = await create({ title: 'C' })
      const page = async (since: number, per_page: number) => {
        const { body } = await service.get(`/changes?since=${since}&per_page=${per_page}`)
        return [body.changes.length, body.next_since - start, body.has_more]
      }
      expect(await page(start, 2)).toEqual([1, 1, true])
      expect(await page(start + 1, 2)).toEqual([3, 2, true])
      expect(await page(start + 2, 2)).toEqual([1, 3, false])
      expect(await page(start, 1)).toEqual([1, 1, true])
      expect(await page(start, 4)).toEqual([4, 2, true])
      expect(await page(start, 9_999_999)).toEqual([5, 3, false])
      expect([first, last].every(Number.isInteger)).toBe(true)
    })

    it('§13 are empty for a future since, 400 if it is no number, and 410 if it is too old', async () => {
      const id = await create()
      const { body } = await service.get('/changes?since=99999')
      expect([body.changes, body.has_more]).toEqual([[], false])
      for (const wrong of ['x', '-1', '1.5'])
        expect(await changes(undefined, undefined, `since=${wrong}`)).toEqual([400, 'rest_invalid_param'])
      await create()
      const old = await now()
      service.at('2027-04-20T12:00:00Z')
      expect(await changes(0)).toEqual([410, 'changes-expired'])
      expect(await changes(old)).toEqual([])
      expect(await changes(undefined)).toEqual([])
      await service.patch(`/events/${id}`, { title: 'Again' }, ada)
      expect(await changes(undefined)).toEqual([`event ${id} updated`])
      expect(await changes(old)).toEqual([`event ${id} updated`])
      expect(await changes(0)).toEqual([410, 'changes-expired'])
    })
  })
}
