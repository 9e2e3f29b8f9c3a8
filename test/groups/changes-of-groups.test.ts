import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { eventStream } from '../support/event-stream.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { listening } from '../support/sockets.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the changes of groups on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Headers
    beforeEach(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      ada = (await service.user('administrator', 'ada')).headers
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, ada)
    })
    afterEach(async () => {
      await service.close()
      await host.close()
    })

    const changes = async (since: number, query: string, by?: Headers) => {
      const { status, body } = await service.get(`/changes?since=${since}&${query}`, by)
      if (status !== 200) return [status, ...Object.keys(body.data?.params ?? {})]
      return body.changes.map(({ resource, id, action }: Json) => `${resource} ${id} ${action}`)
    }
    const now = async () => (await service.get('/changes?since=999999999')).body.next_since as number
    const create = async (more: Json = {}) =>
      (await service.post('/events', anEvent(more), ada)).body.id as number
    const change = (id: number, body: Json) => service.patch(`/events/${id}`, body, ada)
    const member = async (login: string, group: number, role: string) => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${group}/members/${login}`, { role }, ada)
      return headers
    }

    it('§16 with group are those of its events, and of nothing else', async () => {
      const start = await now()
      const own = await create({ group: 'museum' })
      const other = await create({ group: 'library' })
      const without = await create()
      await service.post('/venues', { venue: 'Hall' }, ada)
      expect(await changes(start, 'group=museum')).toEqual([`event ${own} created`])
      expect(await changes(start, 'group=museum,library')).toEqual([
        `event ${own} created`,
        `event ${other} created`,
      ])
      expect(await changes(start, 'group=0')).toEqual([`event ${without} created`])
      expect(await changes(start, 'group=nowhere')).toEqual([400, 'group'])
      expect((await service.get(`/changes?since=${start}`)).body.changes).toHaveLength(4)
    })

    it('§16 an event that moves is removed from the one group, and created in the other', async () => {
      const id = await create({ group: 'museum' })
      const start = await now()
      await change(id, { group: 'library' })
      await change(id, { title: 'Elsewhere' })
      expect(await changes(start, 'group=museum')).toEqual([`event ${id} removed`])
      expect(await changes(start, 'group=library')).toEqual([`event ${id} created`])
      expect(await changes(start, 'group=museum,library')).toEqual([`event ${id} updated`])
      expect(await changes(start, '')).toEqual([`event ${id} updated`])
      const moved = await now()
      await change(id, { group: null })
      expect(await changes(moved, 'group=0')).toEqual([`event ${id} created`])
      expect(await changes(moved, 'group=library')).toEqual([`event ${id} removed`])
      expect(await changes(moved, 'group=museum')).toEqual([])
      await change(id, { group: 'museum' })
      expect(await changes(moved, 'group=0')).toEqual([`event ${id} removed`])
      expect(await changes(start, 'group=museum')).toEqual([`event ${id} updated`])
    })

    it('§16 an event that is deleted, or no longer public, is removed from its group', async () => {
      const [deleted, hidden] = [await create({ group: 'museum' }), await create({ group: 'museum' })]
      const start = await now()
      await service.remove(`/events/${deleted}?force=true`, ada)
      await change(hidden, { status: 'draft' })
      const both = [`event ${deleted} removed`, `event ${hidden} removed`]
      expect(await changes(start, 'group=museum')).toEqual(both)
      // Moved while nobody sees it, it left the group when it was hidden.
      await change(hidden, { group: 'library' })
      expect(await changes(start, 'group=museum')).toEqual(both)
      expect(await changes(start, 'group=library')).toEqual([])
    })

    it('§16 an event that the public never saw in a group is not removed from it', async () => {
      const start = await now()
      const id = await create({ group: 'museum', status: 'draft' })
      await change(id, { group: 'library' })
      for (const query of ['', 'group=museum', 'group=library'])
        expect(await changes(start, query)).toEqual([])
      await change(id, { status: 'publish' })
      await change(id, { status: 'draft', group: 'museum' })
      expect(await changes(start, 'group=library')).toEqual([`event ${id} removed`])
      expect(await changes(start, 'group=museum')).toEqual([])
      await service.remove(`/events/${id}?force=true`, ada)
      expect(await changes(start, 'group=museum')).toEqual([])
    })

    it('§16 members see what is not public in their group, and of no other one', async () => {
      const editor = await member('ed', 1, 'editor')
      const author = await member('ann', 1, 'author')
      const start = await now()
      const draft = await create({ group: 'museum', status: 'draft' })
      const other = await create({ group: 'library', status: 'draft' })
      const own = (await service.post('/events', anEvent({ group: 'museum', status: 'draft' }), author)).body
        .id
      const both = [`event ${draft} created`, `event ${own} created`]
      expect([await changes(start, '', editor), await changes(start, 'group=museum', editor)]).toEqual([
        both,
        both,
      ])
      expect(await changes(start, '', author)).toEqual([`event ${own} created`])
      expect(await changes(start, 'group=library', editor)).toEqual([])
      expect(await changes(start, '')).toEqual([])
      await change(other, { group: 'museum' })
      await change(draft, { group: 'library' })
      expect(await changes(start, 'group=museum', editor)).toEqual([
        `event ${own} created`,
        `event ${other} created`,
        `event ${draft} removed`,
      ])
      await service.remove('/groups/1/members/ed', ada)
      expect(await changes(start, '', editor)).toEqual([])
    })

    it('§16 all events of a group that is deleted leave it, for those who follow where they go', async () => {
      const id = await create({ group: 'museum' })
      const start = await now()
      await service.remove('/groups/1?move_to=library', ada)
      expect(await changes(start, 'group=library')).toEqual([`event ${id} created`])
      expect(await changes(start, 'group=museum')).toEqual([400, 'group'])
    })

    it('§16 pages of a group go on without losing or repeating a change', async () => {
      const start = await now()
      const ids: number[] = []
      for (let at = 0; at < 7; at += 1) ids.push(await create({ group: at % 2 ? 'library' : 'museum' }))
      await change(Number(ids[0]), { group: 'library' })
      await change(Number(ids[2]), { group: null })
      const seen: string[] = []
      for (let since = start, isMore = true; isMore; ) {
        const { body } = await service.get(`/changes?since=${since}&group=museum&per_page=1`)
        seen.push(...body.changes.map(({ id, action }: Json) => `${id} ${action}`))
        ;[since, isMore] = [body.next_since, body.has_more]
      }
      const left = [`${ids[0]} removed`, `${ids[2]} removed`]
      expect(seen).toEqual([`${ids[4]} created`, `${ids[6]} created`, ...left])
    })

    it('§16 a stream with group sends what comes and what leaves', async () => {
      const port = await listening(service)
      const id = await create({ group: 'museum' })
      const start = await now()
      const stream = await eventStream(
        `http://127.0.0.1:${port}/cal/events/v1/changes/stream?since=${start}&group=museum`,
        {},
      )
      await create({ group: 'library' })
      await change(id, { group: 'library' })
      expect((await stream.next()).data).toMatchObject({ id, action: 'removed' })
      await change(id, { group: 'museum' })
      expect((await stream.next()).data).toMatchObject({ id, action: 'created' })
      stream.close()
      const unknown = await service.get('/changes/stream?group=nowhere')
      expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([400, ['group']])
    })

    const types = ['event.created', 'event.updated', 'event.removed']
    const told = async () => {
      await service.webhooks.deliver()
      return host.take()
    }

    it('§16 a webhook with group is told what comes into it, changes in it and leaves it, each once', async () => {
      await service.post('/webhooks', { url: host.url, types, filter: { group: 'museum' } }, ada)
      const own = await create({ group: 'museum' })
      const other = await create({ group: 'library' })
      expect(await told()).toEqual([`event.created ${own}`])
      await change(other, { title: 'Not ours' })
      await service.remove(`/events/${other}`, ada)
      expect(await told()).toEqual([])
      await change(own, { title: 'Ours' })
      expect(await told()).toEqual([`event.updated ${own}`])
      await change(own, { group: 'library' })
      expect(await told()).toEqual([`event.removed ${own}`])
      await change(own, { title: 'Theirs' })
      expect(await told()).toEqual([])
      await change(own, { group: 'museum' })
      expect(await told()).toEqual([`event.created ${own}`])
      await change(own, { status: 'draft' })
      expect(await told()).toEqual([`event.removed ${own}`])
      await change(own, { group: 'library' })
      await service.remove(`/events/${own}?force=true`, ada)
      expect(await told()).toEqual([])
    })

    it('§16 a webhook without group is told everything, with in_main in the data; one with several, or with 0, what is in them', async () => {
      await service.patch('/groups/1', { main: 'none' }, ada)
      await service.post('/webhooks', { url: host.url, types }, ada)
      await create({ group: 'museum' })
      await service.webhooks.deliver()
      expect(host.received.at(-1)?.body.data).toMatchObject({ group: { slug: 'museum' }, in_main: false })
      host.take()
      await service.patch('/webhooks/1', { filter: { group: '0,library' } }, ada)
      const without = await create()
      expect(await told()).toEqual([`event.created ${without}`])
      await change(without, { group: 'library' })
      expect(await told()).toEqual([`event.updated ${without}`])
      await change(without, { group: 'museum' })
      expect(await told()).toEqual([`event.removed ${without}`])
    })

    it('§16 a private webhook with group is told of drafts, of its group alone', async () => {
      const filter = { group: 1 }
      await service.post('/webhooks', { url: host.url, types, filter, private: true }, ada)
      const draft = await create({ group: 'museum', status: 'draft' })
      await create({ group: 'library', status: 'draft' })
      expect(await told()).toEqual([`event.created ${draft}`])
      await service.remove('/groups/1?move_to=library', ada)
      expect(await told()).toEqual([`event.removed ${draft}`])
    })
  })
}
