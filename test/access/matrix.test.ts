import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type Role, roles } from '../support/inside/people.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Caller = Role | 'anonymous'
type Owner = 'own' | 'others'
type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
type Verb = 'read' | 'history' | 'update' | 'trash' | 'delete'

const callers: readonly Caller[] = ['anonymous', ...roles]
const statuses: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash']
const verbs: readonly Verb[] = ['read', 'history', 'update', 'trash', 'delete']

const rank = (caller: Caller) => callers.indexOf(caller)
const isAtLeast = (caller: Caller, role: Role) => rank(caller) >= rank(role)

/** A second implementation of contract §5: whether the caller may read an item. */
function reads(caller: Caller, owner: Owner, status: Status): boolean {
  if (status === 'publish' || isAtLeast(caller, 'editor')) return true
  return owner === 'own' && isAtLeast(caller, 'contributor')
}

/** Contract §5: whether the caller may edit, trash and delete an item. */
function edits(caller: Caller, owner: Owner, status: Status): boolean {
  if (isAtLeast(caller, 'editor')) return true
  if (owner === 'others' || !isAtLeast(caller, 'contributor')) return false
  return caller === 'author' || status !== 'publish'
}

/** The HTTP statuses of a denied request. */
function refusals(
  caller: Caller,
  owner: Owner,
  status: Status,
  verb: Verb,
  by: 'id' | 'slug',
): readonly number[] {
  if (verb !== 'read' && rank(caller) < rank('contributor')) return [caller === 'anonymous' ? 401 : 403]
  if (status === 'trash' && by === 'slug') return [404]
  if (status === 'trash' && !reads(caller, owner, status)) return [410]
  return [caller === 'anonymous' ? 401 : 403]
}

/** The HTTP status of an allowed request. */
function success(status: Status, verb: Verb, by: 'id' | 'slug'): number {
  if (status === 'trash' && by === 'slug') return 404
  return status === 'trash' && verb === 'trash' ? 410 : 200
}

for (const { name } of anyDialects()) {
  describe(`permissions on ${name}`, () => {
    let service: TestService
    const signedIn = new Map<Caller, Record<string, string>>()
    const userIds = new Map<Caller, number>()
    let count = 0
    // Venues and organizers follow the same rule as events, and administrators the same as editors.
    const someOf = inRotation(3)

    beforeAll(async () => {
      service = await testService(name)
      signedIn.set('anonymous', {})
      for (const role of roles) {
        const { id, headers } = await service.user(role)
        signedIn.set(role, headers)
        userIds.set(role, id)
      }
      const { id } = await service.user('author', 'somebody')
      userIds.set('anonymous', id)
    })
    afterAll(() => service.close())

    const admin = () => signedIn.get('administrator') ?? {}
    const as = (caller: Caller) => signedIn.get(caller) ?? {}

    async function item(collection: string, caller: Caller, owner: Owner, status: Status): Promise<Json> {
      const author = owner === 'own' ? userIds.get(caller) : userIds.get('anonymous')
      count += 1
      const names = {
        events: anEvent({ title: `E ${count}` }),
        venues: { venue: `V ${count}` },
        organizers: { organizer: `O ${count}` },
      }
      const sent = {
        ...names[collection as 'events'],
        author,
        status: status === 'trash' ? 'publish' : status,
        ...(status === 'future' && { date: '2028-01-01 00:00:00' }),
      }
      const { body } = await service.post(`/${collection}`, sent, admin())
      if (status === 'trash') await service.remove(`/${collection}/${body.id}`, admin())
      return body
    }

    function asked(
      collection: string,
      verb: Verb,
      by: 'id' | 'slug',
      one: Json,
      headers: Record<string, string>,
    ) {
      const path = by === 'id' ? `/${collection}/${one.id}` : `/${collection}/by-slug/${one.slug}`
      if (verb === 'read') return service.get(path, headers)
      if (verb === 'history') return service.get(`/${collection}/${one.id}/history`, headers)
      if (verb === 'update') return service.patch(path, { description: `x ${count}` }, headers)
      return service.remove(verb === 'delete' ? `${path}?force=true` : path, headers)
    }

    it('§5 an item in the trash is found by no slug, also after it was read by its id', async () => {
      for (const collection of ['events', 'venues', 'organizers']) {
        const one = await item(collection, 'editor', 'own', 'trash')
        for (const path of [`${one.id}`, `by-slug/${one.slug}`, `${one.id}`, `by-slug/${one.slug}`])
          expect([path, (await service.get(`/${collection}/${path}`, as('editor'))).status]).toEqual([
            path,
            path.startsWith('by') ? 404 : 200,
          ])
      }
    })

    for (const collection of ['events', 'venues', 'organizers']) {
      for (const caller of callers) {
        it(`§5 ${collection}: ${caller} × own and others’ × every status × every operation, by id and slug`, async () => {
          for (const owner of caller === 'anonymous' ? (['others'] as const) : (['own', 'others'] as const)) {
            const isWhole = collection === 'events' && caller !== 'administrator'
            for (const status of isWhole ? statuses : someOf(statuses)) {
              let one = await item(collection, caller, owner, status)
              for (const verb of verbs) {
                for (const by of verb === 'history' ? (['id'] as const) : (['id', 'slug'] as const)) {
                  const { status: got } = await asked(collection, verb, by, one, as(caller))
                  const may = verb === 'read' ? reads(caller, owner, status) : edits(caller, owner, status)
                  const expected = may
                    ? [success(status, verb, by)]
                    : refusals(caller, owner, status, verb, by)
                  expect(expected, `${caller} ${verb} ${owner} ${status} by ${by}: ${got}`).toContain(got)
                  // Reads and refused requests leave the item as it was.
                  if (got === 200 && verb !== 'read' && verb !== 'history')
                    one = await item(collection, caller, owner, status)
                }
              }
            }
          }
        })
      }
    }

    it('§5 users who may not set another author can’t find out whether a user exists', async () => {
      const named = async (caller: Caller, author: number) =>
        (await service.post('/events', anEvent({ author }), as(caller))).status
      expect([await named('author', 999_999), await named('contributor', 999_999)]).toEqual([403, 403])
      expect(await named('editor', 999_999)).toBe(400)
    })

    it('§5 contributors submit, authors publish, and editors manage terms', async () => {
      const created = async (caller: Caller, path: string, body: Json) => {
        const answer = await service.post(path, body, as(caller))
        return answer.status === 201 ? (answer.body.status ?? 'created') : answer.status
      }
      const cells = await Promise.all(
        callers.map((caller) => created(caller, '/events', anEvent({ status: 'publish' }))),
      )
      expect(cells).toEqual([401, 403, 'pending', 'publish', 'publish', 'publish'])
      const drafts = await Promise.all(callers.map((caller) => created(caller, '/venues', { venue: 'W' })))
      expect(drafts).toEqual([401, 403, 'draft', 'publish', 'publish', 'publish'])
      const terms = await Promise.all(
        callers.map((caller) => created(caller, '/tags', { name: `tag of ${caller}` })),
      )
      expect(terms).toEqual([401, 403, 403, 403, 'created', 'created'])
    })

    it('§5 linking terms by name creates them only for users who may create terms', async () => {
      await service.post('/tags', { name: 'there' }, admin())
      const tagged = async (caller: Caller, tag: string) =>
        (await service.post('/events', anEvent({ tags: [tag] }), as(caller))).status
      expect(await tagged('contributor', 'there')).toBe(201)
      expect(await tagged('author', 'new one')).toBe(400)
      expect(await tagged('editor', 'new one')).toBe(201)
    })

    it('§5 only editors may set another author', async () => {
      const other = userIds.get('subscriber')
      const named = async (caller: Caller) =>
        (await service.post('/events', anEvent({ author: other }), as(caller))).status
      expect([await named('author'), await named('editor')]).toEqual([403, 201])
    })

    it('§5 invalid credentials are rejected everywhere, and too many attempts are blocked for a minute', async () => {
      const wrong = { authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` }
      const first = await service.get('/events', wrong)
      expect([first.status, first.body.code]).toEqual([401, 'rest_invalid_credentials'])
      expect(first.headers['www-authenticate']).toContain('Basic')
      for (let at = 0; at < 9; at++) await service.get('/', wrong)
      const limited = await service.get('/events', wrong)
      expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60'])
      expect((await service.get('/events')).status).toBe(200)
      service.at('2027-01-15T12:01:00Z')
      expect((await service.get('/events', wrong)).status).toBe(401)
      service.at('2027-01-15T12:03:00Z')
    })

    it('§5 Basic accepts the login with its own token, and ignores spaces', async () => {
      const token = await service.store.accounts.createToken(
        'editor',
        { name: 'basic', expires: null, scopes: [] },
        {
          now: (await import('temporal-polyfill')).Temporal.Instant.from('2027-01-15T12:00:00Z'),
          zone: 'UTC',
        },
      )
      const basic = (login: string) => ({
        authorization: `Basic ${Buffer.from(`${login}:${token?.slice(0, 8)} ${token?.slice(8)}`).toString('base64')}`,
      })
      expect((await service.get('/events?status=draft', basic('Editor'))).status).toBe(200)
      expect((await service.get('/events?status=draft', basic('author'))).status).toBe(401)
    })
  })
}
