import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const base = 'https://cal.example.org'
const calendar = `${base}/ap/calendar`
const host = { host: 'cal.example.org' }

for (const { name } of dialects) {
  describe(`followers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let ada: Record<string, string>
    beforeEach(async () => {
      remote = await remoteServer()
      service = await testService(name, federated([remote], { FASTI_FEDERATION_FOLLOWERS: 'approve' }))
      ada = (await service.user('editor', 'ada')).headers
      await service.federation?.deliver()
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    /** Follows the calendar; returns the answer. */
    const follow = (who: string, at = 1) => {
      const actor = remote.actor(who)
      const id = remote.address(`/${who}-follows-${at}`)
      return remote.send(service, who, { id, type: 'Follow', actor, object: calendar })
    }
    const list = async (query = '') => (await service.get(`/followers${query}`, ada)).body
    const told = async () => {
      await service.federation?.deliver()
      return remote.take().map(({ body: { type, object } }) => [type, object.id ?? object.type])
    }
    const count = async () => JSON.parse((await service.get('//ap/calendar/followers', host)).body).totalItems

    it('are found by what their address contains, and by their state', async () => {
      for (const who of ['bob', 'Bea', 'cora']) await follow(who)
      const names = async (query: string) =>
        (await list(query)).followers.map(({ actor }: Json) => String(actor).split('/').at(-1)).sort()
      expect(await names('?search=USERS/B')).toEqual(['Bea', 'bob'])
      expect((await list('?search=bob')).total).toBe(1)
      expect(await names('?search=%25')).toEqual([])
      const [first] = (await list('?search=bea')).followers
      await service.post(`/followers/${first.id}/approve`, undefined, ada)
      expect(await names('?state=accepted')).toEqual(['Bea'])
      expect(await names('?state=pending&search=b')).toEqual(['bob'])
      expect((await service.get('/followers?state=rejected', ada)).status).toBe(400)
    })

    it('§19 wait for an editor, who approves them once', async () => {
      expect(JSON.parse((await service.get('//ap/calendar', host)).body).manuallyApprovesFollowers).toBe(true)
      expect((await follow('bob')).status).toBe(202)
      expect([await told(), await count()]).toEqual([[], 0])
      const [waiting] = (await list()).followers
      expect(waiting).toEqual({
        id: waiting.id,
        actor: remote.address('/users/bob'),
        target: calendar,
        state: 'pending',
        date: '2027-01-15 07:00:00',
      })
      await service.post('/events', anEvent({ title: 'Unheard' }), ada)
      expect(await told()).toEqual([])
      const approved = await service.post(`/followers/${waiting.id}/approve`, undefined, ada)
      expect([approved.status, approved.body]).toEqual([200, { ...waiting, state: 'accepted' }])
      expect(await told()).toEqual([['Accept', remote.address('/bob-follows-1')]])
      expect(await count()).toBe(1)
      expect((await service.post(`/followers/${waiting.id}/approve`, undefined, ada)).status).toBe(200)
      expect(await told()).toEqual([])
      await service.post('/events', anEvent({ title: 'Heard' }), ada)
      expect((await told()).map(([type]) => type)).toEqual(['Create'])
    })

    it('§19 that ask again while they wait still wait; once approved, they are told again', async () => {
      await follow('bob')
      await follow('bob', 2)
      const { followers, total } = await list()
      expect([total, followers[0].state, await told()]).toEqual([1, 'pending', []])
      await service.post(`/followers/${followers[0].id}/approve`, undefined, ada)
      expect(await told()).toEqual([['Accept', remote.address('/bob-follows-2')]])
      await follow('bob', 3)
      expect(await told()).toEqual([['Accept', remote.address('/bob-follows-3')]])
    })

    it('§19 are removed with a Reject, whether they wait or not, and may ask again', async () => {
      await follow('bob')
      const [{ id }] = (await list()).followers
      const removed = await service.remove(`/followers/${id}`, ada)
      expect([removed.status, removed.body]).toMatchObject([200, { id, state: 'pending' }])
      expect(await told()).toEqual([['Reject', remote.address('/bob-follows-1')]])
      expect((await service.remove(`/followers/${id}`, ada)).body.code).toBe('follower-not-found')
      await follow('bob', 2)
      expect((await list()).total).toBe(1)
    })

    it('§19 are listed by pages, newest first', async () => {
      expect(await list()).toEqual({ followers: [], rest_url: expect.any(String), total: 0, total_pages: 0 })
      for (const who of ['ann', 'bob', 'cy']) await follow(who)
      const names = ({ followers }: { followers: readonly { actor: string }[] }) =>
        followers.map(({ actor }) => actor.split('/').at(-1))
      const [first, second] = [await list('?per_page=2'), await list('?per_page=2&page=2')]
      expect([names(first), names(second), second.total_pages]).toEqual([['cy', 'bob'], ['ann'], 2])
    })

    it('§19 are for editors with the scope, and what they decide is in the audit', async () => {
      await follow('bob')
      const [{ id }] = (await list()).followers
      const { headers: author } = await service.user('author', 'otto')
      const { headers: reader } = await service.user('editor', 'rita', ['read', 'webhooks'])
      const paths = [
        ['GET', '/followers'],
        ['POST', `/followers/${id}/approve`],
        ['DELETE', `/followers/${id}`],
      ]
      for (const [method = '', path = ''] of paths) {
        expect((await service.ask(method, path)).status).toBe(401)
        expect((await service.ask(method, path, undefined, author)).status).toBe(403)
        const { status, body } = await service.ask(method, path, undefined, reader)
        expect([status, body.data.scope]).toEqual([403, 'federation'])
      }
      expect((await list()).followers[0].state).toBe('pending')
      await service.post(`/followers/${id}/approve`, undefined, ada)
      await service.remove(`/followers/${id}`, ada)
      const { headers: boss } = await service.user('administrator', 'boss')
      const { changes } = (await service.get('/audit?resource=follower', boss)).body
      expect(changes.map((one: Record<string, unknown>) => [one.verb, one.login, one.title])).toEqual([
        ['delete', 'ada', remote.address('/users/bob')],
        ['update', 'ada', remote.address('/users/bob')],
      ])
    })
  })
}

describe('a calendar that does not federate', () => {
  it('§19 has no followers: every address of them is 404', async () => {
    const service = await testService('sqlite')
    try {
      const { headers } = await service.user('administrator')
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', '/1'],
        ['POST', '/1/approve'],
      ] as const)
        expect((await service.ask(method, `/followers${path}`, undefined, headers)).status).toBe(404)
    } finally {
      await service.close()
    }
  })
})
