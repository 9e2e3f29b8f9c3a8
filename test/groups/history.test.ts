import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the history of events of groups on ${name}`, () => {
    let service: TestService
    let administrator: Headers
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    const newGroup = async (title: string, more: Json = {}) =>
      (await service.post('/groups', { name: title, ...more }, administrator)).body
    const member = async (login: string, role: string, ...groups: readonly Json[]) => {
      const { headers } = await service.user('subscriber', login)
      for (const { id } of groups)
        await service.ask('PUT', `/groups/${id}/members/${login}`, { role }, administrator)
      return headers
    }
    const made = async (by: Headers, more: Json = {}): Promise<number> =>
      (await service.post('/events', anEvent(more), by)).body.id
    const historyOf = async (id: number, by: Headers = administrator): Promise<readonly Json[]> =>
      (await service.get(`/events/${id}/history`, by)).body.changes
    const shown = ({ fields, values }: Json) => [fields, values]
    const revert = (id: number, change: number, by: Headers = administrator) =>
      service.post(`/events/${id}/revert`, { change }, by)

    it('§16 names the group and in_main where an event moves, and reverts the move', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive', { main: 'review' })]
      const id = await made(administrator, { group: library.id })
      await service.patch(`/events/${id}`, { group: archive.id }, administrator)
      await service.patch(`/events/${id}`, { in_main: true }, administrator)
      await service.patch(`/events/${id}`, { group: null }, administrator)
      const [out, shownThere, moved, created] = await historyOf(id)
      const [inLibrary, inArchive] = [
        { id: library.id, name: 'Library' },
        { id: archive.id, name: 'Archive' },
      ]
      expect(shown(moved ?? {})).toEqual([['group'], { group: { before: inLibrary, after: inArchive } }])
      expect(shown(shownThere ?? {})).toEqual([['in_main'], { in_main: { before: null, after: true } }])
      expect(shown(out ?? {})).toEqual([
        ['group', 'in_main'],
        { group: { before: inArchive, after: null }, in_main: { before: true, after: null } },
      ])
      const back = await revert(id, Number(shownThere?.id))
      expect([back.status, back.body.group?.slug, back.body.in_main]).toEqual([200, 'archive', true])
      const first = await revert(id, Number(created?.id))
      expect([first.status, first.body.group?.slug, first.body.in_main]).toEqual([200, 'library', true])
    })

    it('§16 a member takes a move back between own groups, and none that needs the rights of another', async () => {
      const [library, archive] = [await newGroup('Library', { main: 'review' }), await newGroup('Archive')]
      const anna = await member('anna', 'editor', library, archive)
      const olga = await member('olga', 'editor', archive)
      const id = await made(anna, { group: library.id })
      await service.patch(`/events/${id}`, { in_main: true }, administrator)
      await service.patch(`/events/${id}`, { group: archive.id }, anna)
      const [, , created] = await historyOf(id, anna)
      const refused = await revert(id, Number(created?.id), olga)
      expect([refused.status, Object.keys(refused.body.data.details)]).toEqual([403, ['group']])
      const [, added] = await historyOf(id, anna)
      const back = await revert(id, Number(added?.id), anna)
      expect([back.status, back.body.group?.slug, back.body.in_main]).toEqual([200, 'library', false])
    })

    it('§16 reverting leaves an event where it is when its earlier group is gone', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const id = await made(administrator, { group: library.id, title: 'Old' })
      await service.patch(`/events/${id}`, { group: archive.id, title: 'New' }, administrator)
      const gone = await service.ask('DELETE', `/groups/${library.id}`, undefined, administrator)
      expect(gone.status).toBe(200)
      const [moved, created] = await historyOf(id)
      expect(moved).toHaveProperty('values.group', {
        before: null,
        after: { id: archive.id, name: 'Archive' },
      })
      const back = await revert(id, Number(created?.id))
      expect([back.status, back.body.title, back.body.group?.slug]).toEqual([200, 'Old', 'archive'])
    })

    it('§16 names the group in the history of a series and of an occurrence that moves alone', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const id = await made(administrator, { group: library.id, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
      await service.patch(`/events/${id}`, { group: archive.id, apply_to: 'all' }, administrator)
      await service.patch(`/events/${id}`, { group: library.id }, administrator)
      const [alone, all] = await historyOf(id)
      expect([alone?.resource, alone?.fields]).toEqual(['event', ['group']])
      expect([all?.resource, all?.fields]).toEqual(['series', ['group']])
      const series = (await service.get(`/events/${id}`)).body.series.id
      await service.patch(`/series/${series}`, { group: null }, administrator)
      expect((await historyOf(id))[0]?.fields).toEqual(['group'])
    })
  })
}
