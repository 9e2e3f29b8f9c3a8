/** Hidden events of a group: who is no member of it learns nothing of them, and members what their role lets them see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

/** The word that stands in every hidden text. */
const WORD = 'xylophon'

for (const { name } of dialects) {
  describe(`hidden events of groups on ${name}`, () => {
    let service: TestService
    let ada: Headers
    const hidden = new Map<string, number>()
    const viewers = new Map<string, Headers | undefined>()
    const statuses = ['draft', 'pending', 'private', 'future', 'trash']

    const member = async (login: string, group: string, role: string) => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${group}/members/${login}`, { role }, ada)
      viewers.set(login, headers)
    }

    beforeAll(async () => {
      service = await testService(name, { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
      ada = (await service.user('administrator', 'ada')).headers
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, ada)
      viewers.set('anonymous', undefined)
      viewers.set('subscriber', (await service.user('subscriber', 'sub')).headers)
      await member('other-manager', '2', 'manager')
      await member('group-author', '1', 'author')
      await member('group-editor', '1', 'editor')
      await member('group-manager', '1', 'manager')
      await service.post('/events', anEvent({ title: 'Open', group: 'museum' }), ada)
      for (const status of statuses) {
        const sent =
          status === 'trash' ? {} : status === 'future' ? { date: '2029-01-01 10:00:00' } : { status }
        const title = `${WORD} ${status}`
        const { body } = await service.post('/events', anEvent({ title, group: 'museum', ...sent }), ada)
        if (status === 'trash') {
          await service.patch(`/events/${body.id}`, { status: 'draft' }, ada)
          await service.remove(`/events/${body.id}`, ada)
        }
        hidden.set(status, body.id)
      }
    })
    afterAll(() => service.close())

    const strangers = ['anonymous', 'subscriber', 'other-manager']
    const withAll = ['group-editor', 'group-manager']
    const as = (viewer: string) => viewers.get(viewer)

    const lists = [
      '/events',
      '/events?group=museum',
      '/events?group=museum&in_main=true',
      `/events?search=${WORD}`,
      '/series?group=museum',
      '/changes?group=museum',
      '/changes',
      '/groups',
      '/groups/1',
      '/events.ics?group=museum',
      '/events.rss?group=museum',
      '/events.atom',
      '/events.csv?group=museum',
      '/events.jsonl',
      '/translations?language=en',
      '//group/museum/',
      '//sitemap.xml',
      `//wp-json/tribe/events/v1/events?search=${WORD}`,
      `//wp-json/tec/v1/events?search=${WORD}`,
    ]

    it('§16 strangers find them in no list, total, suggestion or change', async () => {
      for (const viewer of strangers)
        for (const path of lists) {
          const { body } = await service.get(path, as(viewer))
          // The error of an address that there is not may repeat it.
          const said =
            typeof body === 'string' ? body : JSON.stringify({ ...body, message: '', data: '', rest_url: '' })
          expect([viewer, path, said.includes(WORD)]).toEqual([viewer, path, false])
        }
      for (const viewer of strangers) {
        const { body } = await service.get('/events?group=museum', as(viewer))
        expect([viewer, body.total]).toEqual([viewer, 1])
        const changed = (await service.get('/changes?group=museum', as(viewer))).body.changes
        const seen = changed.map(({ id }: Json) => id)
        // The one in the trash was public for a moment: it is removed.
        for (const [status, id] of hidden)
          expect([viewer, status, seen.includes(id)]).toEqual([viewer, status, status === 'trash'])
      }
    })

    it('§16 strangers ask in vain for one, its history, feed, review, duplicate or translation', async () => {
      for (const viewer of strangers)
        for (const [status, id] of hidden)
          for (const path of [
            `/events/${id}`,
            `/events/${id}.ics`,
            `/events/${id}/history`,
            `/events/${id}/review`,
            `/events/by-slug/${WORD}-${status}`,
          ]) {
            const { status: code, body } = await service.get(path, as(viewer))
            const said = JSON.stringify({ ...Object(body), message: '' })
            expect([viewer, path, code >= 400, said.includes(`${WORD} `)]).toEqual([
              viewer,
              path,
              true,
              false,
            ])
          }
    })

    it('§16 statuses asked for give strangers nothing, and editors of the group what is there', async () => {
      const found = async (viewer: string, query: string) => {
        const { status, body } = await service.get(
          `/events?start_date=2020-01-01&per_page=50&${query}`,
          as(viewer),
        )
        return status === 200 ? body.events.map(({ title }: Json) => title).sort() : []
      }
      const all = statuses.filter((one) => one !== 'trash').map((one) => `${WORD} ${one}`)
      for (const viewer of [...strangers, 'group-author'])
        expect([viewer, await found(viewer, 'status=draft,pending,private,future&group=museum')]).toEqual([
          viewer,
          [],
        ])
      for (const viewer of withAll)
        expect([viewer, await found(viewer, 'status=draft,pending,private,future')]).toEqual([
          viewer,
          all.sort(),
        ])
    })

    it('§16 strangers and other authors change, move, copy and delete none', async () => {
      for (const viewer of [...strangers, 'group-author'])
        for (const id of hidden.values()) {
          const codes = [
            (await service.patch(`/events/${id}`, { title: 'Mine' }, as(viewer))).status,
            (await service.patch(`/events/${id}`, { group: 'library' }, as(viewer))).status,
            (await service.post(`/events/${id}/duplicate`, { dates: ['2027-09-01'] }, as(viewer))).status,
            (await service.remove(`/events/${id}?force=true`, as(viewer))).status,
          ]
          for (const [at, code] of codes.entries())
            expect([viewer, id, at, code, [401, 403, 404, 410].includes(code)]).toEqual([
              viewer,
              id,
              at,
              code,
              true,
            ])
        }
      expect((await service.get(`/events/${hidden.get('draft')}`, ada)).body.title).toBe(`${WORD} draft`)
    })

    it('§16 members of a group, and its numbers, are shown to its members and to who keeps it', async () => {
      for (const viewer of strangers)
        expect([viewer, (await service.get('/groups/1/members', as(viewer))).status]).toEqual([
          viewer,
          viewer === 'anonymous' ? 401 : 403,
        ])
      for (const viewer of ['group-author', ...withAll])
        expect((await service.get('/groups/1/members', as(viewer))).body.members).toHaveLength(3)
      expect((await service.get('/groups/1')).body.count).toBe(1)
    })

    it('§16 a member who is removed while signed in loses the rights with the next request', async () => {
      const editor = as('group-editor')
      const path = `/events/${hidden.get('draft')}`
      expect((await service.get(path, editor)).status).toBe(200)
      const secret = await service.post(`${path}/preview-links`, {}, editor)
      expect(secret.status).toBe(201)
      await service.remove('/groups/1/members/group-editor', ada)
      expect((await service.get(path, editor)).status).not.toBe(200)
      expect((await service.post(`${path}/preview-links`, {}, editor)).status).toBe(403)
      expect((await service.post('/events', anEvent(), editor)).status).toBe(403)
      expect((await service.patch(path, { title: 'Mine' }, editor)).status).toBe(403)
      expect((await service.get('/changes?group=museum', editor)).body.changes).toHaveLength(2)
      expect((await service.get('/groups/1/members', editor)).status).toBe(403)
      // The last manager may go: administrators remain.
      await service.remove('/groups/1/members/group-manager', as('group-manager'))
      expect((await service.get('/groups/1/members', ada)).body.members).toHaveLength(1)
    })
  })
}
