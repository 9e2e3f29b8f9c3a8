import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`events of groups on ${name}`, () => {
    let service: TestService
    let administrator: Headers
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    const newGroup = async (more: Json = {}) =>
      (await service.post('/groups', { name: 'Music school', ...more }, administrator)).body
    const member = async (login: string, group: { id: number }, role: string) => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${group.id}/members/${login}`, { role }, administrator)
      return headers
    }
    const total = async (query: string, by?: Headers) => (await service.get(`/events${query}`, by)).body.total

    it('§16 a subscriber who is author of a group creates there, and nowhere else', async () => {
      const group = await newGroup()
      const author = await member('anna', group, 'author')
      const made = await service.post('/events', anEvent(), author)
      expect([made.status, made.body.group, made.body.in_main, made.body.status]).toEqual([
        201,
        expect.objectContaining({ id: group.id, name: 'Music school', slug: 'music-school' }),
        true,
        'publish',
      ])
      const refused = await service.post('/events', anEvent({ group: null }), author)
      expect([refused.status, Object.keys(refused.body.data.details)]).toEqual([403, ['group']])
      const other = await newGroup({ name: 'Archive' })
      expect((await service.post('/events', anEvent({ group: other.id }), author)).status).toBe(403)
      expect((await service.post('/events', anEvent({ group: 'nowhere' }), author)).status).toBe(400)
      await service.ask('PUT', `/groups/${other.id}/members/anna`, { role: 'author' }, administrator)
      expect((await service.post('/events', anEvent(), author)).body.data.details).toHaveProperty('group')
      expect((await service.post('/events', anEvent({ group: 'archive' }), author)).body.group.id).toBe(
        other.id,
      )
    })

    it('§16 what a group keeps for review is in its list, and in the main calendar once an editor of the site adds it', async () => {
      const group = await newGroup({ main: 'review' })
      const author = await member('anna', group, 'author')
      const editor = (await service.user('editor')).headers
      const { body } = await service.post('/events', anEvent(), author)
      expect(body.in_main).toBe(false)
      expect([await total('?group=music-school'), await total(''), await total('?in_main=false')]).toEqual([
        1, 0, 1,
      ])
      // Of one group, of all groups, with those that do not wait, in feeds and series.
      expect([await total('?awaits_main=true'), await total('?awaits_main=true&group=music-school')]).toEqual(
        [1, 1],
      )
      expect([
        await total('?awaits_main=false&group=music-school'),
        await total('?awaits_main=false'),
      ]).toEqual([0, 0])
      expect((await service.get('/events.csv?awaits_main=true')).body).toContain(body.title)
      const refused = await service.patch(`/events/${body.id}`, { in_main: true }, author)
      expect([refused.status, Object.keys(refused.body.data.details)]).toEqual([403, ['in_main']])
      expect((await service.patch(`/events/${body.id}`, { in_main: true }, editor)).body.in_main).toBe(true)
      expect([await total('?awaits_main=true'), await total('?awaits_main=false')]).toEqual([0, 1])
      expect([await total('?group=1'), await total(''), await total('?group=0')]).toEqual([1, 1, 0])
      // Set to what the group says, it follows the group again.
      await service.patch(`/events/${body.id}`, { in_main: false }, editor)
      await service.patch(`/groups/${group.id}`, { main: 'all' }, editor)
      expect([await total(''), (await service.get(`/events/${body.id}`)).body.in_main]).toEqual([1, true])
    })

    it('§16 an author edits own events of the group, its editors all of them, and nobody those of another', async () => {
      const [group, other] = [await newGroup(), await newGroup({ name: 'Archive' })]
      const [anna, bea, edna] = [
        await member('anna', group, 'author'),
        await member('bea', group, 'author'),
        await member('edna', group, 'editor'),
      ]
      const { id } = (await service.post('/events', anEvent({ status: 'draft' }), anna)).body
      const elsewhere = (await service.post('/events', anEvent({ group: other.id }), administrator)).body
      const change = async (of: number, by: Headers) =>
        (await service.patch(`/events/${of}`, { title: 'Changed' }, by)).status
      expect([await change(id, bea), await change(id, edna), await change(elsewhere.id, edna)]).toEqual([
        403, 200, 403,
      ])
      expect([
        (await service.get(`/events/${id}`, bea)).status,
        (await service.get(`/events/${id}`, edna)).status,
        (await service.get(`/events/${id}`)).status,
      ]).toEqual([403, 200, 401])
      const drafts = (by: Headers) => total('?status=draft', by)
      expect([await drafts(anna), await drafts(bea), await drafts(edna)]).toEqual([1, 0, 1])
      // A member who was removed keeps nothing of it, with the same token.
      await service.remove(`/groups/${group.id}/members/edna`, administrator)
      expect([await change(id, edna), (await service.get(`/events/${id}`, edna)).status]).toEqual([403, 403])
    })

    it('§16 events of contributors wait, and what moves where one is contributor waits again', async () => {
      const [group, other] = [await newGroup(), await newGroup({ name: 'Archive' })]
      const carla = await member('carla', group, 'contributor')
      const editor = await member('edna', group, 'editor')
      await service.ask('PUT', `/groups/${other.id}/members/edna`, { role: 'contributor' }, administrator)
      const { body } = await service.post('/events', anEvent({ status: 'publish' }), carla)
      expect(body.status).toBe('pending')
      expect((await service.patch(`/events/${body.id}`, { status: 'publish' }, editor)).body.status).toBe(
        'publish',
      )
      const moved = await service.patch(`/events/${body.id}`, { group: other.id }, editor)
      expect([moved.body.status, moved.body.group.id]).toEqual(['pending', other.id])
    })

    it('§16 a group that has events is deleted when it is said where they go', async () => {
      const [group, other] = [await newGroup({ main: 'none' }), await newGroup({ name: 'Archive' })]
      const series = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'], group: group.id }
      const { body } = await service.post('/events', anEvent(series), administrator)
      expect(await total('')).toBe(0)
      const kept = await service.remove(`/groups/${group.id}`, administrator)
      expect([kept.status, kept.body.code]).toEqual([409, 'group_not_empty'])
      expect((await service.remove(`/groups/${group.id}?move_to=${group.id}`, administrator)).status).toBe(
        400,
      )
      expect((await service.remove(`/groups/${group.id}?move_to=archive`, administrator)).status).toBe(200)
      expect((await service.get(`/series/${body.series.id}`)).body.group.id).toBe(other.id)
      expect([await total(`?group=${other.id}`), await total('')]).toEqual([3, 3])
      expect((await service.remove(`/groups/${other.id}?move_to=0`, administrator)).status).toBe(200)
      expect((await service.get(`/events/${body.id}`)).body.group).toBe(null)
    })
  })
}
