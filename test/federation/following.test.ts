import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendar = 'https://cal.example.org/ap/calendar'

for (const { name } of dialects) {
  describe(`followed actors on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let town: string
    let ada: Record<string, string>
    beforeEach(async () => {
      remote = await remoteServer()
      town = remote.actor('town')
      service = await testService(name, federated([remote]))
      ada = (await service.user('editor', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const follow = (more: Json = {}) => service.post('/following', { actor: town, ...more }, ada)
    const told = async () => {
      await service.federation?.deliver()
      return remote.take().map(({ body }) => body)
    }
    const answer = (type: string, object: unknown, who = 'town') =>
      remote.send(service, who, {
        id: remote.address(`/${type}-${who}`),
        type,
        actor: remote.address(`/users/${who}`),
        object,
      })
    const state = async (id: number) => (await service.get(`/following/${id}`, ada)).body.state

    it('§19 are asked, wait for their answer, and are let go', async () => {
      const { status, body } = await follow()
      expect([status, body]).toEqual([
        201,
        {
          ...{ id: body.id, actor: town, state: 'pending', status: 'pending', group: null, category: null },
          date: '2027-01-15 07:00:00',
        },
      ])
      const [asked] = await told()
      expect(asked).toMatchObject({ type: 'Follow', actor: calendar, object: town })
      await answer('Accept', { type: 'Follow', id: asked.id, actor: calendar, object: town })
      expect(await state(body.id)).toBe('accepted')
      expect((await service.get('/following', ada)).body).toMatchObject({
        total: 1,
        following: [{ id: body.id }],
      })
      expect((await service.remove(`/following/${body.id}`, ada)).body.state).toBe('accepted')
      expect(await told()).toMatchObject([
        { type: 'Undo', object: { id: asked.id, type: 'Follow', object: town } },
      ])
      expect((await service.get(`/following/${body.id}`, ada)).body.code).toBe('following-not-found')
      expect((await follow()).status).toBe(201)
      expect((await told())[0].id).not.toBe(asked.id)
    })

    it('§19 may refuse, and only they answer for themselves', async () => {
      const { id } = (await follow()).body
      const [asked] = await told()
      remote.actor('mallory')
      await answer('Accept', asked.id, 'mallory')
      await answer('Accept', remote.address('/another-follow'))
      expect(await state(id)).toBe('pending')
      await answer('Reject', asked.id)
      expect(await state(id)).toBe('rejected')
      expect((await answer('Accept', asked.id)).status).toBe(202)
      expect(await state(id)).toBe('rejected')
    })

    it('§19 are found by name with WebFinger, and by their page', async () => {
      const resource = encodeURIComponent(`acct:town@${remote.host}`)
      const links = [{ rel: 'self', type: 'application/activity+json', href: town }]
      const document = { subject: `acct:town@${remote.host}`, links }
      remote.documents.set(`/.well-known/webfinger?resource=${resource}`, document)
      expect((await follow({ actor: `@town@${remote.host}` })).body.actor).toBe(town)
      remote.documents.set('/@fair', { id: remote.actor('fair'), type: 'Person' })
      expect((await follow({ actor: remote.address('/@fair') })).body.actor).toBe(
        remote.address('/users/fair'),
      )
    })

    it('§19 refuse what is no actor, one of ours, a second time, and closed addresses', async () => {
      remote.documents.set('/note', { id: remote.address('/note'), type: 'Note' })
      remote.documents.set('/thief', { id: 'https://victim.example/users/x', type: 'Person' })
      const wrong = [
        '@calendar@cal.example.org',
        calendar,
        'cal',
        'ftp://example.org/x',
        remote.address('/nothing'),
        remote.address('/note'),
        remote.address('/thief'),
        'http://127.0.0.1:1/x',
        'https://127.0.0.1:1/x',
        '@x@localhost',
        '@x@[::1]',
        '@x@169.254.169.254',
      ]
      for (const actor of wrong) {
        const { status, body } = await follow({ actor })
        expect([actor, status, Object.keys(body.data?.params ?? {})]).toEqual([actor, 400, ['actor']])
      }
      expect((await follow({ group: 99 })).body.data.params).toHaveProperty('group')
      expect((await follow({ category: 99 })).body.data.params).toHaveProperty('category')
      expect((await follow()).status).toBe(201)
      expect((await follow()).body.code).toBe('following_exists')
    })

    it('§19 never move to another host', async () => {
      const { id } = (await follow()).body
      const [asked] = await told()
      await answer('Accept', asked.id)
      const target = 'https://elsewhere.example/users/town'
      const move = { id: remote.address('/move'), type: 'Move', actor: town, object: town, target }
      expect((await remote.send(service, 'town', move)).status).toBe(202)
      expect((await service.get(`/following/${id}`, ada)).body).toMatchObject({
        actor: town,
        state: 'accepted',
      })
      const inbox = 'https://elsewhere.example/inbox'
      const split = remote.actor('split', { inbox })
      expect((await follow({ actor: split })).body.data.params).toHaveProperty('actor')
    })

    it('§19 are for editors with the scope, and in the audit', async () => {
      const { headers: author } = await service.user('author', 'otto')
      const { headers: reader } = await service.user('editor', 'rita', ['read', 'webhooks'])
      const { id } = (await follow()).body
      const paths = [
        ['GET', '/following'],
        ['POST', '/following'],
        ['GET', `/following/${id}`],
        ['DELETE', `/following/${id}`],
        ['GET', '/federation/blocks'],
        ['PUT', '/federation/blocks/bad.example'],
        ['DELETE', '/federation/blocks/bad.example'],
      ]
      for (const [method = '', path = ''] of paths) {
        expect([path, (await service.ask(method, path, undefined, author)).status]).toEqual([path, 403])
        expect([path, (await service.ask(method, path, undefined, reader)).status]).toEqual([path, 403])
        expect([path, (await service.ask(method, path)).status]).toEqual([path, 401])
      }
      await service.ask('PUT', '/federation/blocks/bad.example', undefined, ada)
      const { headers } = await service.user('administrator', 'root')
      const { changes } = (await service.get('/audit', headers)).body
      const rows = changes.map(({ resource, verb, title }: Json) => [resource, verb, title])
      expect(rows).toContainEqual(['following', 'create', town])
      expect(rows).toContainEqual(['block', 'create', 'bad.example'])
    })

    it('§19 end when their domain is blocked, and their server is told', async () => {
      const { id } = (await follow()).body
      const [asked] = await told()
      await answer('Accept', asked.id)
      expect(await state(id)).toBe('accepted')
      const domain = remote.host.replace(/:.*/, '')
      await service.ask('PUT', `/federation/blocks/${domain}`, undefined, ada)
      expect(await state(id)).toBe('rejected')
      expect(await told()).toMatchObject([{ type: 'Undo', object: { id: asked.id, type: 'Follow' } }])
      expect((await answer('Accept', asked.id)).status).toBe(403)
      await service.remove(`/federation/blocks/${domain}`, ada)
      expect(await state(id)).toBe('rejected')
    })

    it('§19 begin anew only here after a block: an answer that nobody waits for takes nothing up', async () => {
      const { id } = (await follow({ status: 'publish' })).body
      const [asked] = await told()
      await answer('Accept', asked.id)
      await told()
      const domain = remote.host.replace(/:.*/, '')
      await service.ask('PUT', `/federation/blocks/${domain}`, undefined, ada)
      await service.remove(`/federation/blocks/${domain}`, ada)
      await told()
      remote.asked.length = 0
      expect((await answer('Accept', asked.id)).status).toBe(202)
      await told()
      expect([await state(id), remote.asked.filter((path) => path.includes('outbox'))]).toEqual([
        'rejected',
        [],
      ])
      await service.remove(`/following/${id}`, ada)
      const again = (await follow()).body
      const [askedAgain] = (await told()).filter(({ type }) => type === 'Follow')
      await answer('Accept', asked.id)
      expect(await state(again.id)).toBe('pending')
      await answer('Accept', askedAgain.id)
      expect(await state(again.id)).toBe('accepted')
    })

    it('§19 are refused while their domain is blocked, both ways and below it, and their followers end', async () => {
      const bob = remote.actor('bob')
      const activity = { id: remote.address('/f'), type: 'Follow', actor: bob, object: calendar }
      expect((await remote.send(service, 'bob', activity)).status).toBe(202)
      const domain = remote.host.replace(/:.*/, '')
      const blocked = await service.ask('PUT', `/federation/blocks/${domain}`, undefined, ada)
      expect([blocked.status, blocked.body]).toMatchObject([200, { domain, fixed: false }])
      expect((await service.get('/followers', ada)).body.total).toBe(0)
      expect((await remote.send(service, 'bob', { ...activity, id: remote.address('/g') })).status).toBe(403)
      expect((await follow()).status).toBe(403)
      const { headers } = remote.signed('bob', {}, { names: '(request-target) host date' })
      for (const path of ['//ap/calendar', '//.well-known/nodeinfo'])
        expect([(await service.get(path, headers)).status, (await service.get(path)).status]).toEqual([
          403, 200,
        ])
      expect((await service.get('//ap/calendar', { ...headers, signature: 'keyId=' })).status).toBe(200)
      expect((await service.get('/federation/blocks', ada)).body.blocks).toMatchObject([{ domain }])
      expect((await service.remove(`/federation/blocks/${domain}`, ada)).status).toBe(200)
      expect((await service.remove(`/federation/blocks/${domain}`, ada)).body.code).toBe('block-not-found')
      expect((await service.get('//ap/calendar', headers)).status).toBe(200)
      expect((await follow()).status).toBe(201)
      for (const wrong of ['example.org', '%25', 'cal.example.org', 'a%20b', '%2F'])
        expect([
          wrong,
          (await service.ask('PUT', `/federation/blocks/${wrong}`, undefined, ada)).status,
        ]).toEqual([wrong, 400])
    })
  })
}
