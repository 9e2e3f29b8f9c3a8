import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import {
  commandActor,
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../support/inside/people.ts'
import { federated, remoteServer } from '../support/remote-server.ts'
import { anEvent, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

for (const { name } of dialects) {
  describe(`the data of actors on ${name}`, () => {
    it('§22 is shown and erased by the address of the actor', async () => {
      const remote = await remoteServer()
      const bob = remote.actor('bob')
      const service = await testService(name, federated([remote]))
      const { headers } = await service.user('editor', 'ada')
      const { id } = (await service.post('/events', anEvent(), headers)).body
      const about = { Follow: calendar, Like: `https://cal.example.org/ap/events/${id}` }
      for (const [type, object] of Object.entries(about))
        await remote.send(service, 'bob', { id: remote.address(`/${type}`), type, actor: bob, object })
      await service.post('/following', { actor: bob }, headers)
      const person = await findPersonByLoginEmailOrActor(bob, service.store)
      expect(await findPersonByLoginEmailOrActor(`${bob}/x`, service.store)).toBe(undefined)
      if (person === undefined) throw new Error('nobody')
      expect(await exportPerson(person, service.store)).toMatchObject({
        followers: [{ actor: bob, state: 'accepted' }],
        following: [{ actor: bob, state: 'pending' }],
        reactions: [{ event_id: id, kind: 'like' }],
      })
      const writer = { moment, actor: commandActor }
      expect((await erasePerson(person, service.store, writer, true)).follows).toBe(3)
      expect(await findPersonByLoginEmailOrActor(bob, service.store)).toBeDefined()
      await erasePerson(person, service.store, writer, false)
      expect(await findPersonByLoginEmailOrActor(bob, service.store)).toBe(undefined)
      expect((await service.get('/following', headers)).body.total).toBe(0)
      const { headers: root } = await service.user('administrator', 'root')
      expect(JSON.stringify((await service.get('/audit', root)).body)).not.toContain(bob)
      await service.close()
      await remote.close()
    })
  })
}
