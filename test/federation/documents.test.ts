import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { readConfig } from '../support/inside/service.ts'
import { federated } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const host = { host: 'cal.example.org' }
const activity = { ...host, accept: 'application/activity+json' }
const base = 'https://cal.example.org'

for (const { name } of anyDialects()) {
  describe(`documents of federation on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeAll(async () => {
      service = await testService(name, federated())
      ada = (await service.user('administrator', 'ada')).headers
      await service.federation?.deliver()
    })
    afterAll(() => service.close())

    const read = async (path: string, headers: Record<string, string> = host) => {
      const { status, body, headers: sent } = await service.get(`/${path}`, headers)
      return { status, type: sent['content-type'], body: typeof body === 'string' ? JSON.parse(body) : body }
    }
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body

    it('§19 has an actor of the calendar with a key that is made once', async () => {
      const { status, type, body } = await read('/ap/calendar')
      expect([status, type]).toEqual([200, 'application/activity+json; charset=utf-8'])
      expect(body).toMatchObject({
        id: `${base}/ap/calendar`,
        type: 'Application',
        preferredUsername: 'calendar',
        name: 'Town calendar',
        summary: '',
        url: `${base}/calendar`,
        inbox: `${base}/ap/calendar/inbox`,
        outbox: `${base}/ap/calendar/outbox`,
        followers: `${base}/ap/calendar/followers`,
        upcomingEvents: `${base}/ap/calendar/upcoming`,
        endpoints: { sharedInbox: `${base}/ap/inbox` },
        publicKey: { id: `${base}/ap/calendar#main-key`, owner: `${base}/ap/calendar` },
      })
      expect(body.publicKey.publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
      expect(JSON.stringify(body)).not.toContain('PRIVATE')
      expect((await read('/ap/calendar')).body.publicKey).toEqual(body.publicKey)
    })

    it('§19 is found by WebFinger and described by NodeInfo', async () => {
      const found = await read('/.well-known/webfinger?resource=acct:calendar@cal.example.org')
      expect(found).toMatchObject({ status: 200, type: 'application/jrd+json; charset=utf-8' })
      expect(found.body).toMatchObject({
        subject: 'acct:calendar@cal.example.org',
        links: [{ rel: 'self', type: 'application/activity+json', href: `${base}/ap/calendar` }, {}],
      })
      for (const resource of ['acct:calendar@evil.example', 'acct:other@cal.example.org', '', 'acct:@@'])
        expect((await read(`/.well-known/webfinger?resource=${resource}`)).status).toBe(404)
      const { links } = (await read('/.well-known/nodeinfo')).body
      expect(links).toContainEqual({
        rel: 'https://www.w3.org/ns/activitystreams#Application',
        href: `${base}/ap/calendar`,
      })
      const info = await read(new URL(links[0].href).pathname)
      expect(info.body).toMatchObject({ version: '2.1', software: { name: 'fasti' } })
    })

    it('§19 has an event at its id and at the address of its page, for who asks for it', async () => {
      const { id, url } = await create({ title: 'Market' })
      const { status, body } = await read(`/ap/events/${id}`)
      expect([status, body.name, body.id]).toEqual([200, 'Market', `${base}/ap/events/${id}`])
      const page = new URL(url).pathname
      const linked = `application/ld+json; profile="https://www.w3.org/ns/activitystreams"`
      for (const accept of [activity.accept, linked])
        expect((await read(page, { ...host, accept })).body).toEqual(body)
      for (const accept of [
        'text/html, application/activity+json;q=0.5',
        'application/activity+json;q=0, */*',
      ])
        expect((await service.get(`/${page}`, { ...host, accept })).headers['content-type']).toContain('html')
      // A cached page is not what the others ask for.
      for (const accept of ['text/html', '*/*', 'application/ld+json']) {
        await service.get(`/${page}`, { ...host, accept })
        const { headers } = await service.get(`/${page}`, { ...host, accept })
        expect(headers['content-type']).not.toContain('activity')
      }
      expect((await read(page, activity)).body).toEqual(body)
    })

    it('§19 tells of no draft, no protected and no hidden event', async () => {
      const secret = [
        { status: 'draft' },
        { status: 'draft', password: 'x1' },
        { hide_from_listings: true },
        { status: 'private' },
      ]
      for (const { password, ...more } of secret) {
        const { id, slug, url } = await create({ title: 'Secret', ...more })
        if (password !== undefined) await service.patch(`/events/${id}`, { password, status: 'publish' }, ada)
        // Nor that there is a page: those who want the object alone are told that there is nothing.
        expect((await read(new URL(url).pathname, activity)).status).toBe(404)
        expect((await read(`/ap/events/${id}`)).status).toBe(404)
        expect((await read(`/ap/events/${id}/create`)).status).toBe(404)
        const { headers, body } = await service.get(`//event/${slug}/`, activity)
        expect(headers['content-type']).not.toContain('activity')
        expect(JSON.stringify(body)).not.toContain('attributedTo')
      }
      const { body } = await read('/ap/calendar/outbox?page=1')
      expect(JSON.stringify(body)).not.toContain('Secret')
    })

    it('§19 has an outbox in pages of 20, newest first, and what comes next', async () => {
      for (let at = 0; at < 21; at++) await create({ title: `Number ${at}` })
      const whole = (await read('/ap/calendar/outbox')).body
      expect(whole).toMatchObject({ type: 'OrderedCollection', totalItems: 22 })
      const first = (await read(new URL(whole.first).pathname + new URL(whole.first).search)).body
      expect(first.orderedItems).toHaveLength(20)
      expect(first.orderedItems[0]).toMatchObject({
        type: 'Create',
        actor: `${base}/ap/calendar`,
        object: { name: 'Number 20', attributedTo: `${base}/ap/calendar` },
      })
      const create1 = first.orderedItems[0]
      expect((await read(new URL(create1.id).pathname)).body).toMatchObject(create1)
      expect(first.next).toBe(whole.last)
      expect((await read('/ap/calendar/outbox?page=2')).body.orderedItems).toHaveLength(2)
      for (const page of ['3', '999999', '-1', 'x', '0'])
        expect((await read(`/ap/calendar/outbox?page=${page}`)).status).toBe(200)
      const next = (await read('/ap/calendar/upcoming?page=1')).body
      expect(next.orderedItems[0]).toMatch(new RegExp(`^${base}/ap/events/\\d+$`))
      expect((await read('/ap/calendar/followers')).body).toMatchObject({ totalItems: 0 })
    })

    it('§19 has a tombstone where an event was, and nothing where none was', async () => {
      const { id } = await create({ title: 'Soon gone' })
      await service.federation?.deliver()
      await service.remove(`/events/${id}`, ada)
      const { status, body } = await read(`/ap/events/${id}`)
      expect([status, body.type, body.formerType]).toEqual([410, 'Tombstone', 'Event'])
      // What is deleted for good before anybody was told of it was there, too, unless nobody could read it.
      const last = await create({ title: 'Short' })
      await service.remove(`/events/${last.id}?force=true`, ada)
      const gone = await read(`/ap/events/${last.id}`)
      expect([gone.status, gone.body.type]).toEqual([410, 'Tombstone'])
      for (const more of [{ status: 'draft' }, { hide_from_listings: true }]) {
        const hidden = await create({ title: 'Secret', ...more })
        await service.remove(`/events/${hidden.id}?force=true`, ada)
        expect((await read(`/ap/events/${hidden.id}`)).status).toBe(404)
      }
      expect((await read('/ap/events/999')).status).toBe(404)
      const routes = Object.keys((await service.get('/')).body.routes)
      expect(routes).toContainEqual(expect.stringMatching(/federation\/blocks\/\(\?P<domain>\[\^\/\]\+\)$/))
      expect((await read('/.well-known/webfinger')).status).toBe(400)
      expect((await read('/.well-known/webfinger?resource=')).status).toBe(404)
      for (const path of ['/ap/nothing', '/ap/organizers/x', '/ap/groups/x', '/ap/events/1e3', '/ap/'])
        expect((await read(path)).status).toBe(404)
    })
  })
}

describe('federation that is off', () => {
  it('§19 is nowhere', async () => {
    const service = await testService('sqlite')
    for (const path of [
      '/ap/calendar',
      '/.well-known/webfinger?resource=acct:calendar@localhost',
      '/ap/inbox',
    ])
      expect((await service.get(`/${path}`)).status).toBe(404)
    expect((await service.post('//ap/inbox', {})).status).toBe(404)
    const { headers } = await service.user('administrator', 'ada')
    for (const path of ['/followers', '/followers/1', '/following', '/following/1', '/federation/sent'])
      expect([path, (await service.get(path, headers)).status]).toEqual([path, 404])
    const routes = Object.keys((await service.get('/')).body.routes)
    expect(routes.filter((path) => /follow|federation/.test(path))).toEqual([])
    expect(service.federation).toBeUndefined()
    await service.close()
  })

  it('§19 is refused without a public https address', () => {
    const on = (env: Record<string, string>) => () => readConfig({ FASTI_FEDERATION: 'on', ...env })
    for (const url of [
      'http://cal.example.org',
      'https://localhost',
      'https://127.0.0.1',
      'https://[::1]:3000',
    ])
      expect(on({ FASTI_BASE_URL: url })).toThrow(/FASTI_BASE_URL/)
    expect(on({})).toThrow(/FASTI_BASE_URL/)
    expect(on({ FASTI_BASE_URL: 'https://cal.example.org' })).not.toThrow()
    const trial = { FASTI_BASE_URL: 'http://127.0.0.1:3000', FASTI_FEDERATION_HOSTS: '127.0.0.1' }
    expect(on(trial)).not.toThrow()
    expect(on({ ...trial, FASTI_FEDERATION_HOSTS: '127.0.0.1:3001' })).toThrow(/FASTI_BASE_URL/)
  })
})
