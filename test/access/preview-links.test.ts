import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { pathForLogs } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

/** A secret link shows one event before it is public, for seven days, and nothing else. */
for (const { name } of anyDialects())
  describe(`a secret link to a preview on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let author: Headers
    const callers: Record<string, Headers> = {}
    beforeAll(async () => {
      service = await testService(name)
      editor = (await service.user('editor', 'eda')).headers
      author = (await service.user('author', 'ada')).headers
      callers.contributor = (await service.user('contributor', 'con')).headers
      callers.subscriber = (await service.user('subscriber', 'sub')).headers
      callers.stranger = {}
    })
    afterAll(() => service.close())

    const made = async (more: Json = {}, by = author): Promise<number> =>
      (await service.post('/events', anEvent({ title: 'Secret gig', status: 'draft', ...more }), by)).body.id
    const shared = async (id: number, by = author): Promise<string> => {
      const { status, body } = await service.post(`/events/${id}/preview-links`, {}, by)
      expect([status, body.url]).toEqual([201, expect.stringMatching(/\/preview\/[\w-]{43}$/)])
      return new URL(body.url).pathname
    }
    const page = (path: string, by: Headers = {}) => service.get(`/${path}`, { accept: 'text/html', ...by })

    it('shows the event as it is saved to somebody without an account, is not kept by caches, and leaks nowhere', async () => {
      const id = await made({ venue: { venue: 'Hidden cellar', status: 'draft' } })
      const path = await shared(id)
      const shown = await page(path)
      expect([shown.status, shown.headers['cache-control'], shown.headers['referrer-policy']]).toEqual([
        200,
        'private, no-store',
        'no-referrer',
      ])
      expect(shown.body).toContain('<meta name="robots" content="noindex">')
      expect(shown.body).toContain('Secret gig')
      expect(shown.body).not.toContain('Hidden cellar')
      await service.patch(`/events/${id}`, { title: 'Louder gig' }, author)
      expect((await page(path)).body).toContain('Louder gig')
      expect((await service.get(`/events/${id}`)).status).toBe(401)
      expect(pathForLogs(path)).toBe('/preview/…')
    })

    it('is made and ended only by those who may change the event', async () => {
      const id = await made()
      for (const [caller, headers] of Object.entries(callers))
        for (const method of ['POST', 'DELETE']) {
          const { status } = await service.ask(method, `/events/${id}/preview-links`, undefined, headers)
          expect([caller, method, status]).toEqual([caller, method, caller === 'stranger' ? 401 : 403])
        }
      const path = await shared(id, editor)
      const ended = await service.ask('DELETE', `/events/${id}/preview-links`, undefined, author)
      expect([ended.status, ended.body.ended]).toEqual([200, 1])
      expect((await page(path)).status).toBe(404)
    })

    it('§16 of an event of a group is made by its author and the editors of the group, and names the group', async () => {
      const ada = (await service.user('administrator', 'root')).headers
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, ada)
      const member = async (login: string, group: string, role: string) => {
        const { headers } = await service.user('subscriber', login)
        await service.ask('PUT', `/groups/${group}/members/${login}`, { role }, ada)
        return headers
      }
      const [ann, bea, max] = [
        await member('ann', '1', 'author'),
        await member('bea', '1', 'author'),
        await member('max', '1', 'manager'),
      ]
      const foreign = await member('fay', '2', 'manager')
      const id = await made({ group: 'museum' }, ann)
      for (const [by, status] of [
        [bea, 403],
        [foreign, 403],
        [ann, 201],
        [max, 201],
      ] as const)
        expect((await service.post(`/events/${id}/preview-links`, {}, by)).status).toBe(status)
      const path = await shared(id, max)
      expect((await page(path)).body).toContain('href="/group/museum/" dir="auto">Museum</a>')
      expect((await service.ask('DELETE', `/events/${id}/preview-links`, undefined, bea)).status).toBe(403)
      // What leaves the group stays with its author alone.
      await service.patch(`/events/${id}`, { group: null }, ada)
      expect((await service.ask('DELETE', `/events/${id}/preview-links`, undefined, max)).status).toBe(403)
      expect((await page(path)).body).not.toContain('/group/museum/')
    })

    it('ends after seven days, in the trash and with a guess, and leads to the page once the event is public', async () => {
      const id = await made()
      const path = await shared(id)
      expect((await page(`${path.slice(0, -1)}_`)).status).toBe(404)
      await service.ask('DELETE', `/events/${id}`, undefined, author)
      expect((await page(path)).status).toBe(404)
      await service.patch(`/events/${id}`, { status: 'publish' }, author)
      const moved = await page(path)
      expect([moved.status, moved.headers.location]).toEqual([
        302,
        expect.stringMatching(/\/event\/secret-gig/),
      ])
      const later = await shared(await made())
      service.at('2027-01-22T11:59:59Z')
      expect((await page(later)).status).toBe(200)
      service.at('2027-01-22T12:00:00Z')
      expect((await page(later)).status).toBe(404)
      service.at('2027-01-15T12:00:00Z')
    })

    it('is stored as a digest alone, and at most twenty are valid for an event', async () => {
      const id = await made()
      const paths: string[] = []
      for (let count = 0; count < 21; count++) paths.push(await shared(id))
      expect((await page(paths[0] ?? '')).status).toBe(404)
      expect((await page(paths[1] ?? '')).status).toBe(200)
      expect((await page(paths[20] ?? '')).status).toBe(200)
    })
  })
