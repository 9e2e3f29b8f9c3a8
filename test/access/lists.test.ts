import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type Role, roles } from '../support/inside/people.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Caller = Role | 'anonymous'

const everyCaller: readonly Caller[] = ['anonymous', ...roles]
/** One caller for each condition in SQL: who reads no unpublished items, their own, and all. */
const oneOfEachAccess: readonly Caller[] = ['anonymous', 'author', 'editor']
const writers: readonly Role[] = ['contributor', 'author', 'editor', 'administrator']
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
const collections = ['events', 'venues', 'organizers'] as const
const always = 'start_date=1970-01-01&end_date=2200-01-01'

for (const { name } of dialects) {
  describe(`access in lists and embedded items on ${name}`, () => {
    // Which access a role has does not depend on the database.
    const callers = isAny(name) ? everyCaller : oneOfEachAccess
    let service: TestService
    const signedIn = new Map<Caller, Record<string, string>>([['anonymous', {}]])
    const made: Record<(typeof collections)[number], Map<number, string>> = {
      events: new Map(),
      venues: new Map(),
      organizers: new Map(),
    }
    /** Creates a public event that links to every venue and organizer. */
    let hub: number

    const someOf = inRotation(2)
    const as = (caller: Caller) => signedIn.get(caller) ?? {}

    async function make(collection: (typeof collections)[number], author: number, status: string) {
      const label = `${status} of ${author}`
      const own = {
        events: anEvent({ title: label }),
        venues: { venue: label },
        organizers: { organizer: label },
      }
      const future = status === 'future' && { date: '2028-01-01 00:00:00' }
      const sent: Json = {
        ...own[collection],
        author,
        status: status === 'trash' ? 'publish' : status,
        ...future,
      }
      const { body } = await service.post(`/${collection}`, sent, as('administrator'))
      made[collection].set(body.id, status)
    }

    beforeAll(async () => {
      service = await testService(name)
      const authors: number[] = []
      for (const role of roles) {
        const { id, headers } = await service.user(role)
        signedIn.set(role, headers)
        if (writers.includes(role) && callers.includes(role)) authors.push(id)
      }
      for (const collection of collections)
        for (const author of authors) for (const status of statuses) await make(collection, author, status)
      const links = { venue: [...made.venues.keys()], organizer: [...made.organizers.keys()] }
      const { body } = await service.post('/events', anEvent({ title: 'Hub', ...links }), as('administrator'))
      hub = body.id
      made.events.set(hub, 'publish')
      for (const collection of collections)
        for (const [id, status] of made[collection])
          if (status === 'trash') await service.remove(`/${collection}/${id}`, as('administrator'))
    })
    afterAll(() => service.close())

    // No test changes an item, so each is read once for each caller.
    const found = new Map<string, Promise<readonly number[]>>()
    function readable(collection: (typeof collections)[number], caller: Caller): Promise<readonly number[]> {
      const key = `${collection} ${caller}`
      const ids = found.get(key) ?? read(collection, caller)
      found.set(key, ids)
      return ids
    }

    async function read(
      collection: (typeof collections)[number],
      caller: Caller,
    ): Promise<readonly number[]> {
      const ids: number[] = []
      for (const id of made[collection].keys())
        if ((await service.get(`/${collection}/${id}`, as(caller))).status === 200) ids.push(id)
      return ids
    }

    async function listed(path: string, caller: Caller): Promise<readonly number[]> {
      const { status, body } = await service.get(path, as(caller))
      expect(status, path).toBe(200)
      const found: readonly { id: number }[] = body[path.slice(1).split('?')[0] ?? '']
      expect(body.total).toBe(found.length)
      return found.map(({ id }) => id).sort((a, b) => a - b)
    }

    for (const caller of callers) {
      it(`§5 lists show ${caller} exactly the items that single reads show, with and without include`, async () => {
        for (const collection of collections) {
          const status = ['anonymous', 'subscriber'].includes(caller) ? '' : `&status=${statuses.join()}`
          const window = collection === 'events' ? `&${always}` : ''
          const ids = await readable(collection, caller)
          expect(await listed(`/${collection}?per_page=100${status}${window}`, caller)).toEqual(ids)
          const all = [...made[collection].keys()].join()
          expect(await listed(`/${collection}?per_page=100${status}&include=${all}`, caller)).toEqual(ids)
        }
      })

      it(`§5 lists without a status show ${caller} only published items`, async () => {
        for (const collection of collections) {
          const published = [...made[collection]]
            .filter(([, status]) => status === 'publish')
            .map(([id]) => id)
          expect(await listed(`/${collection}?per_page=100`, caller)).toEqual(published)
        }
      })

      it(`§5 events embed for ${caller} the venues and organizers that they may read, except trashed ones`, async () => {
        for (const [collection, key] of [
          ['venues', 'venue'],
          ['organizers', 'organizer'],
        ] as const) {
          const expected = (await readable(collection, caller)).filter(
            (id) => made[collection].get(id) !== 'trash',
          )
          const single = (await service.get(`/events/${hub}`, as(caller))).body
          const bySlug = (await service.get('/events/by-slug/hub', as(caller))).body
          const inList = (await service.get(`/events?include=${hub}`, as(caller))).body.events[0]
          for (const shown of [single, bySlug, inList]) {
            const embedded: readonly { id: number }[] = shown[key]
            expect(embedded.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected)
          }
          expect(await listed(`/${collection}?event=${hub}&per_page=100`, caller)).toEqual(
            expected.filter((id) => made[collection].get(id) === 'publish'),
          )
        }
      })

      it(`§3.2 filters accept from ${caller} only items that they may read, and reveal nothing about others`, async () => {
        for (const [collection, filter] of [
          ['venues', 'venue'],
          ['organizers', 'organizer'],
        ] as const) {
          const may = await readable(collection, caller)
          const unknown = await service.get(`/events?${filter}=999999`, as(caller))
          for (const [id, status] of someOf([...made[collection]])) {
            const { status: got, body } = await service.get(`/events?${filter}=${id}&${always}`, as(caller))
            const seen = may.includes(id) && status !== 'trash'
            expect(got, `${caller} ${filter} ${id} ${status}`).toBe(seen ? 200 : 400)
            if (!seen) expect(body.message).toBe(unknown.body.message.replace('999999', String(id)))
          }
        }
      })
    }
  })
}
