import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'
/** Activities of the flood, and the milliseconds that the most of them may take on a busy machine. */
const floodOn = (dialect: string) => (isLong() && dialect === 'sqlite' ? 100_000 : 2400)
const LONGEST = 3_600_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Returns the bytes that are in use. */
function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

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

    it.runIf(isAny(name))(
      '§19 keeps little of a server that sends without end and takes nothing',
      { timeout: LONGEST },
      async () => {
        const { id: event } = (await service.post('/events', anEvent(), ada)).body
        const object = `https://cal.example.org/ap/events/${event}`
        const bob = remote.actor('bob')
        const all = [
          ...[
            { type: 'Join', object },
            { type: 'Follow', object: calendar },
            { type: 'Like', object },
          ],
          {
            type: 'Create',
            object: { id: remote.address('/e'), type: 'Event', attributedTo: bob, name: 'x' },
          },
        ]
        remote.answer(503)
        await remote.send(service, 'bob', { id: remote.address('/a'), actor: bob, ...all[0] })
        const before = heap()
        for (let at = 0; at < floodOn(name); at++) {
          const minute = Math.floor(at / 1100)
          const now = new Date((NOW + 61 * minute) * 1000)
          if (at % 1100 === 0) service.at(now.toISOString())
          const sent = { id: remote.address(`/a/${at}`), actor: bob, ...all[at % all.length] }
          const { status } = await remote.send(service, 'bob', sent, { date: now.toUTCString() })
          if (status !== 202) expect([at, status]).toEqual([at, 202])
        }
        const grown = (heap() - before) / 2 ** 20
        expect((await store().queue.health()).waiting).toBe(1000)
        expect([await followers(), (await store().events.reactions([event])).get(event)]).toEqual([
          1,
          { likes: 1, shares: 0 },
        ])
        expect(grown).toBeLessThan(40)
      },
    )

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
