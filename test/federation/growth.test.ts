import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'
const NOW = Date.UTC(2027, 0, 15, 12) / 1000

for (const { name } of dialects) {
  describe(`what is kept of other servers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let ada: Record<string, string>
    beforeEach(async () => {
      remote = await remoteServer()
      service = await testService(name, federated([remote]))
      ada = (await service.user('administrator', 'ada')).headers
      // The first look makes the actor.
      await service.get('//ap/calendar', { host: 'cal.example.org' })
      await service.federation?.deliver()
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const store = () => service.store.federation
    const add = (who: string, created_utc = NOW) => {
      const [follower, inbox] = [remote.address(`/users/${who}`), remote.address(`/users/${who}/inbox`)]
      const delivered_to = remote.address('/inbox')
      const kept = { follower, inbox, delivered_to, host: remote.host, activity: `${follower}/follow` }
      return store().followers.add({ ...kept, actor_id: 1, state: 'accepted', created_utc })
    }
    const follow = (who: string, date: string) => {
      const actor = remote.actor(who)
      const id = remote.address(`/follow/${who}/${date}`)
      return remote.send(service, who, { id, type: 'Follow', actor, object: calendar }, { date })
    }
    const followers = async () => (await service.get('/followers', ada)).body.total

    it('§19 has 1,000 new followers of a server within a day at most', async () => {
      for (let at = 0; at < 1000; at++) expect(await add(`u${at}`)).toBe('accepted')
      expect(await add('one-more')).toBe(undefined)
      // One that is known already is answered again.
      expect(await add('u7')).toBe('accepted')
      const now = 'Fri, 15 Jan 2027 12:00:00 GMT'
      expect((await follow('late', now)).status).toBe(202)
      await service.federation?.deliver()
      expect([await followers(), remote.take()]).toEqual([1000, []])
      service.at('2027-01-16T12:00:01Z')
      expect((await follow('late', 'Sat, 16 Jan 2027 12:00:00 GMT')).status).toBe(202)
      expect(await followers()).toBe(1001)
    })

    it('§19 counts as many likes of an event as there are, up to 10,000', async () => {
      const { id: event_id } = (await service.post('/events', anEvent(), ada)).body
      const react = (at: number, kind: 'like' | 'share') => {
        const actor = remote.address(`/users/u${at}`)
        return store().events.react({ event_id, kind, actor, activity: `${actor}/${kind}` })
      }
      const together = 250
      for (let at = 0; at < 10_000; at += together)
        await Promise.all(Array.from({ length: together }, (_, next) => react(at + next, 'like')))
      for (const at of [10_000, 10_001]) await react(at, 'like')
      await react(10_001, 'share')
      expect((await store().events.reactions([event_id])).get(event_id)).toEqual({ likes: 10_000, shares: 1 })
    })

    it('§19 forgets actors after two days that neither follow, like nor are followed', async () => {
      const flag = (who: string) => {
        const actor = remote.actor(who)
        return remote.send(service, who, {
          ...{ id: remote.address(`/flag/${who}`), type: 'Flag', actor, object: calendar },
        })
      }
      const { id } = (await service.post('/events', anEvent(), ada)).body
      await follow('fan', 'Fri, 15 Jan 2027 12:00:00 GMT')
      const actor = remote.actor('liker')
      const object = `https://cal.example.org/ap/events/${id}`
      await remote.send(service, 'liker', { id: remote.address('/like'), type: 'Like', actor, object })
      await flag('stranger')
      const town = remote.actor('town')
      expect((await service.post('/following', { actor: town }, ada)).status).toBe(201)
      const known = async () => {
        const names = ['fan', 'liker', 'stranger', 'town']
        const peers = await Promise.all(
          names.map((one) => store().peers.byActor(remote.address(`/users/${one}`))),
        )
        return names.filter((_, at) => peers[at] !== undefined)
      }
      await service.sendDue()
      service.at('2027-01-17T11:59:59Z')
      await service.sendDue()
      expect(await known()).toEqual(['fan', 'liker', 'stranger', 'town'])
      service.at('2027-01-18T12:00:01Z')
      await service.sendDue()
      expect(await known()).toEqual(['fan', 'liker', 'town'])
    })
  })
}
