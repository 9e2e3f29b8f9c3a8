import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const AHEAD = '2027-01-16 00:00:00'
const names: Readonly<Record<string, (name: string) => Json>> = {
  events: (title) => anEvent({ title }),
  venues: (venue) => ({ venue }),
  organizers: (organizer) => ({ organizer }),
}

for (const { name } of dialects) {
  describe(`a contributor’s scheduled items on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let author: { readonly id: number; readonly headers: Record<string, string> }
    let contributor: { readonly id: number; readonly headers: Record<string, string> }

    beforeAll(async () => {
      service = await testService(name)
      admin = (await service.user('administrator')).headers
      author = await service.user('author')
      contributor = await service.user('contributor')
    })
    afterAll(() => service.close())

    // What needs approval does not depend on the database; what lists and filters find does.
    for (const [collection, named] of isAny(name) ? Object.entries(names) : []) {
      const scheduled = async (of = contributor, more: Json = {}) => {
        const sent = { ...named('Approved'), author: of.id, date: AHEAD, ...more }
        const { body } = await service.post(`/${collection}`, sent, admin)
        expect([body.status, body.author]).toEqual(['future', of.id])
        return body
      }
      const asked = async (id: number, change: Json, headers = contributor.headers) => {
        const { status, body } = await service.patch(`/${collection}/${id}`, change, headers)
        return [status, body.status]
      }

      it(`§5 §4.3 ${collection}: any change by the contributor needs approval again`, async () => {
        for (const change of [
          named('Bait and switch'),
          { description: 'Bait and switch' },
          { status: 'publish' },
          { status: 'private' },
          { date: '2027-01-15 00:00:00' },
          { date: '2027-01-17 00:00:00' },
          { description: 'x', status: 'future', date: AHEAD },
          { slug: 'bait-and-switch' },
        ]) {
          const one = await scheduled()
          expect(await asked(one.id, change), JSON.stringify(change)).toEqual([200, 'pending'])
          expect((await service.get(`/${collection}/${one.id}`)).status).toBe(401)
          service.at('2027-01-18T12:00:00Z')
          expect((await service.get(`/${collection}/${one.id}`)).status).toBe(401)
          service.at('2027-01-15T12:00:00Z')
        }
        const one = await scheduled()
        expect(await asked(one.id, { status: 'draft' })).toEqual([200, 'draft'])
      })

      it(`§5 §4.2 ${collection}: an update without changes leaves the item scheduled, with the same version`, async () => {
        const one = await scheduled()
        const path = `/${collection}/${one.id}`
        const before = await service.get(path, contributor.headers)
        for (const same of [{}, named('Approved'), { status: 'future' }, { date: AHEAD }, before.body]) {
          expect(await asked(one.id, same), JSON.stringify(same)).toEqual([200, 'future'])
          const after = await service.get(path, contributor.headers)
          expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body])
        }
      })

      it(`§5 ${collection}: changes by users who may publish leave it scheduled, and they can approve it again`, async () => {
        const theirs = await scheduled(author)
        expect(await asked(theirs.id, { description: 'x' }, author.headers)).toEqual([200, 'future'])
        const one = await scheduled()
        expect(await asked(one.id, { description: 'x' }, admin)).toEqual([200, 'future'])
        await asked(one.id, { description: 'y' })
        expect(await asked(one.id, { status: 'publish' }, admin)).toEqual([200, 'future'])
      })

      it(`§5 ${collection}: after its date the item is published, and the contributor may not change it`, async () => {
        const one = await scheduled()
        service.at('2027-01-17T12:00:00Z')
        expect(await asked(one.id, { description: 'Bait and switch' })).toEqual([403, undefined])
        expect(await asked(one.id, {})).toEqual([403, undefined])
        expect((await service.remove(`/${collection}/${one.id}`, contributor.headers)).status).toBe(403)
        expect((await service.get(`/${collection}/${one.id}`)).body.status).toBe('publish')
        service.at('2027-01-15T12:00:00Z')
      })

      it(`§5 §4.3 ${collection}: an item trashed by a contributor is restored as pending`, async () => {
        const one = await scheduled()
        expect((await service.remove(`/${collection}/${one.id}`, contributor.headers)).status).toBe(200)
        expect(await asked(one.id, { status: 'future' })).toEqual([200, 'pending'])
      })
    }

    if (isAny(name))
      it('§5 events: links and passwords count as changes', async () => {
        const { body: venue } = await service.post('/venues', { venue: 'Hall' }, admin)
        const { body: tag } = await service.post('/tags', { name: 'late' }, admin)
        for (const change of [
          { venue: venue.id },
          { tags: [tag.id] },
          { password: 'x' },
          { featured: true },
        ]) {
          const sent = anEvent({ author: contributor.id, date: AHEAD })
          const { body } = await service.post('/events', sent, admin)
          const changed = await service.patch(`/events/${body.id}`, change, contributor.headers)
          expect([changed.status, changed.body.status], JSON.stringify(change)).toEqual([200, 'pending'])
        }
      })

    it('§5 §4.7 reads, lists, filters and links agree on who may edit', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Vault' }, admin)
      for (const status of ['publish', 'future', 'draft', 'pending', 'private']) {
        const { body: one } = await service.post(
          '/events',
          anEvent({
            title: `${status} secret`,
            description: 'whispered',
            author: contributor.id,
            status,
            venue: venue.id,
            hide_from_listings: false,
            ...(status === 'future' && { date: AHEAD }),
          }),
          admin,
        )
        await service.patch(`/events/${one.id}`, { password: 'sesame' }, admin)
        const may = status !== 'publish'
        const total = async (path: string) => (await service.get(path, contributor.headers)).body.total
        const found = `/events?include=${one.id}&status=any,publish`
        const listed = (await service.get(found, contributor.headers)).body.events[0]
        expect([listed.id, listed.description !== ''], `list: ${status}`).toEqual([one.id, may])
        const read = await service.get(`/events/${one.id}`, contributor.headers)
        expect(read.status, `read: ${status}`).toBe(may ? 200 : 403)
        for (const filter of ['search=whispered', `venue=${venue.id}`])
          expect(await total(`${found}&${filter}`), `${filter}: ${status}`).toBe(may ? 1 : 0)
        expect(await total(`/venues?event=${one.id}`), `links: ${status}`).toBe(may ? 1 : 0)
        await service.patch(`/events/${one.id}`, { hide_from_listings: true }, admin)
        expect(await total(`${found}&hide_from_listings=true`), `hidden: ${status}`).toBe(may ? 1 : 0)
        const patched = await service.patch(`/events/${one.id}`, {}, contributor.headers)
        expect(patched.status, `edit: ${status}`).toBe(may ? 200 : 403)
      }
    })
  })
}
