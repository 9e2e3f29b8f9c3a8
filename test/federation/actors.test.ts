import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { federatingService } from '../support/federating.ts'
import type { RemoteReceived, RemoteServer } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService } from '../support/service.ts'

const base = 'https://cal.example.org'
const host = { host: 'cal.example.org' }

for (const { name } of dialects) {
  describe(`actors of groups and organizers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let ada: Record<string, string>
    beforeEach(async () => {
      ;({ remote, service, ada } = await federatingService(name))
    })
    afterEach(async () => {
      await service.close()
      await remote.close()
    })

    const deliver = () => service.federation?.deliver()
    const read = async (path: string) => {
      const { status, body } = await service.get(`/${path}`, host)
      return { status, body: typeof body === 'string' ? JSON.parse(body) : body }
    }
    const found = (who: string) => read(`/.well-known/webfinger?resource=acct:${who}@cal.example.org`)
    const group = async (more: Json = {}) =>
      (await service.post('/groups', { name: 'Choir', federated: true, ...more }, ada)).body
    const organizer = async (more: Json = {}) =>
      (await service.post('/organizers', { organizer: 'Band', federated: true, ...more }, ada)).body
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body.id
    const follow = async (who: string, path: string) => {
      // Each follower has an inbox of its own, which shows who is told.
      const actor = remote.actor(who, { endpoints: {} })
      const id = remote.address(`/follow-${who}-${path}`)
      await remote.send(service, who, { id, type: 'Follow', actor, object: `${base}${path}` })
      await deliver()
      return remote.take().map(({ body }) => body.type)
    }
    const told = (all: readonly RemoteReceived[] = remote.take()) =>
      all
        .map(
          ({ path, body }) =>
            `${path.split('/')[2]}: ${body.type} ${body.object.name ?? body.object.type ?? ''}`,
        )
        .sort()
    const news = async () => {
      await deliver()
      return told()
    }

    it('§19 are opened by `federated`, with keys of their own, and found by their slugs', async () => {
      await group({ description: '<p>We sing.</p>' })
      await organizer({ website: 'https://band.example' })
      const { status, body } = await read('/ap/groups/choir')
      expect([status, body]).toMatchObject([
        200,
        {
          id: `${base}/ap/groups/choir`,
          type: 'Group',
          preferredUsername: 'choir',
          name: 'Choir',
          summary: '<p>We sing.</p>',
          url: `${base}/group/choir/`,
          inbox: `${base}/ap/groups/choir/inbox`,
          outbox: `${base}/ap/groups/choir/outbox`,
          followers: `${base}/ap/groups/choir/followers`,
          upcomingEvents: `${base}/ap/groups/choir/upcoming`,
          endpoints: { sharedInbox: `${base}/ap/inbox` },
        },
      ])
      const band = (await read('/ap/organizers/band')).body
      expect(band).toMatchObject({ type: 'Organization', url: `${base}/organizer/band/` })
      const calendar = (await read('/ap/calendar')).body
      const keys = [body, band, calendar].map(({ publicKey }) => publicKey.publicKeyPem)
      expect(new Set(keys).size).toBe(3)
      expect((await read('/ap/groups/choir')).body.publicKey).toEqual(body.publicKey)
      expect((await found('choir')).body).toMatchObject({
        subject: 'acct:choir@cal.example.org',
        links: [{ href: `${base}/ap/groups/choir` }, { href: `${base}/group/choir/` }],
      })
      expect((await read('/ap/organizers/choir')).status).toBe(404)
      expect((await read('/ap/groups/band')).status).toBe(404)
    })

    it('§19 keep the name of their first day, which no other actor has', async () => {
      const { id } = await group()
      await organizer({ organizer: 'Choir' })
      await organizer({ organizer: 'Calendar' })
      const japanese = await group({ name: '合唱団' })
      expect((await found('choir')).body.links[0].href).toBe(`${base}/ap/groups/choir`)
      expect((await found('choir-2')).body.links[0].href).toBe(`${base}/ap/organizers/choir-2`)
      expect((await found('calendar')).body.links[0].href).toBe(`${base}/ap/calendar`)
      expect((await found('organizer-2')).status).toBe(200)
      if (!/^[a-z0-9-]+$/.test(japanese.slug)) expect((await found(`group-${japanese.id}`)).status).toBe(200)
      await service.patch(`/groups/${id}`, { slug: 'singers' }, ada)
      expect((await read('/ap/groups/choir')).body.url).toBe(`${base}/group/singers/`)
      expect((await found('singers')).status).toBe(404)
    })

    it('§19 are closed without `federated`: then nothing tells of the item, and nobody can follow', async () => {
      const { id } = await group({ description: 'Secret words' })
      await follow('bob', '/ap/groups/choir')
      await create({ title: 'Concert', group: id })
      expect(await news()).toEqual(['bob: Create Concert'])
      await service.patch(`/groups/${id}`, { federated: false, name: 'Secret name' }, ada)
      expect(await news()).toEqual(['bob: Delete Tombstone'])
      const { status, body } = await read('/ap/groups/choir')
      expect([status, body.name, body.summary]).toEqual([200, 'choir', undefined])
      expect(JSON.stringify(body)).not.toContain('Secret')
      expect((await found('choir')).status).toBe(404)
      for (const part of ['outbox', 'outbox?page=1', 'followers', 'upcoming'])
        expect((await read(`/ap/groups/choir/${part}`)).status).toBe(404)
      expect(await follow('carl', '/ap/groups/choir')).toEqual(['Reject'])
      await create({ title: 'Rehearsal', group: id })
      expect(await news()).toEqual([])
      await service.patch(`/groups/${id}`, { federated: true }, ada)
      await create({ title: 'Summer concert', group: id })
      expect(await news()).toEqual([
        ...['bob: Create Concert', 'bob: Create Rehearsal', 'bob: Create Summer concert'],
      ])
      expect((await found('choir')).status).toBe(200)
    })

    it('§19 are gone with their items, and say so', async () => {
      const { id } = await organizer()
      await follow('bob', '/ap/organizers/band')
      await service.remove(`/organizers/${id}`, ada)
      await deliver()
      expect((await read('/ap/organizers/band')).body.name).toBe('band')
      remote.take()
      await service.remove(`/organizers/${id}?force=true`, ada)
      await deliver()
      expect(remote.take().map(({ body }) => [body.type, body.actor, body.object])).toEqual([
        ['Delete', `${base}/ap/organizers/band`, `${base}/ap/organizers/band`],
      ])
      const { status, body } = await read('/ap/organizers/band')
      expect([status, body.type]).toEqual([410, 'Tombstone'])
      expect(await service.store.federation.followers.count(2)).toBe(0)
      // Nobody else gets the name.
      await organizer({ slug: 'band' })
      expect((await found('band-2')).status).toBe(200)
    })

    it('§19 tell their followers of their events: a group also of those that are not in the main calendar', async () => {
      const { id } = await group({ main: 'none' })
      const band = await organizer()
      for (const [who, path] of [
        ['bob', '/ap/calendar'],
        ['carl', '/ap/groups/choir'],
        ['dora', '/ap/organizers/band'],
      ] as const)
        await follow(who, path)
      const inner = await create({ title: 'Inner', group: id, organizer: band.id })
      await create({ title: 'Alone' })
      await create({ title: 'Gig', organizer: band.id })
      await create({ title: 'Hidden', group: id, hide_from_listings: true })
      await create({ title: 'Draft', group: id, status: 'draft' })
      const hushed = await create({ title: 'Protected', group: id, status: 'draft' })
      await service.patch(`/events/${hushed}`, { password: 'x1', status: 'publish' }, ada)
      await deliver()
      const received = remote.take()
      expect(told(received)).toEqual([
        ...['bob: Create Alone', 'bob: Create Gig', 'carl: Create Inner', 'dora: Create Gig'],
      ])
      const of = (title: string) => received.filter(({ body }) => body.object.name === title)
      expect(of('Inner')[0]?.body).toMatchObject({
        actor: `${base}/ap/groups/choir`,
        cc: [`${base}/ap/groups/choir/followers`],
        object: { attributedTo: `${base}/ap/groups/choir`, organizers: [`${base}/ap/organizers/band`] },
      })
      const gigs = of('Gig').map(({ body }) => body.object)
      expect(gigs[0]).toEqual(gigs[1])
      expect(gigs[0].attributedTo).toBe(`${base}/ap/calendar`)
      const outbox = async (path: string) =>
        (await read(`${path}/outbox?page=1`)).body.orderedItems.map((one: Json) => (one.object as Json).name)
      expect(await outbox('/ap/groups/choir')).toEqual(['Inner'])
      expect(await outbox('/ap/organizers/band')).toEqual(['Gig'])
      expect(await outbox('/ap/calendar')).toEqual(['Gig', 'Alone'])
      const [inOutbox] = (await read('/ap/groups/choir/outbox?page=1')).body.orderedItems
      expect((await read(new URL(inOutbox.id).pathname)).body).toMatchObject(inOutbox)
      // Others can't speak of it.
      for (const other of ['create', 'create/band', 'create/nobody'])
        expect((await read(`/ap/events/${inner}/${other}`)).status).toBe(404)
    })

    it('§19 take back what leaves them: the main calendar, a group, an organizer', async () => {
      const first = await group()
      const second = await group({ name: 'Orchestra' })
      const band = await organizer()
      for (const [who, path] of [
        ['bob', '/ap/calendar'],
        ['carl', '/ap/groups/choir'],
        ['dora', '/ap/groups/orchestra'],
        ['eve', '/ap/organizers/band'],
      ] as const)
        await follow(who, path)
      const id = await create({ title: 'Gig', group: first.id, organizer: band.id })
      expect(await news()).toEqual(['bob: Create Gig', 'carl: Create Gig', 'eve: Create Gig'])
      await service.patch(`/events/${id}`, { in_main: false }, ada)
      expect(await news()).toEqual([
        ...['bob: Delete Tombstone', 'carl: Update Gig', 'eve: Delete Tombstone'],
      ])
      await service.patch(`/events/${id}`, { group: second.id, in_main: true }, ada)
      expect(await news()).toEqual([
        ...['bob: Create Gig', 'carl: Delete Tombstone', 'dora: Create Gig', 'eve: Create Gig'],
      ])
      await service.patch(`/events/${id}`, { organizer: [] }, ada)
      expect(await news()).toEqual(['bob: Update Gig', 'dora: Update Gig', 'eve: Delete Tombstone'])
      await service.patch(`/groups/${second.id}`, { main: 'none' }, ada)
      expect(await news()).toEqual(['bob: Delete Tombstone', 'dora: Update Gig'])
      await service.patch(`/groups/${second.id}`, { main: 'all' }, ada)
      expect(await news()).toEqual(['bob: Create Gig', 'dora: Update Gig'])
      await service.patch(`/events/${id}`, { status: 'draft' }, ada)
      expect(await news()).toEqual(['bob: Delete Tombstone', 'dora: Delete Tombstone'])
    })

    it('§19 tell a server in order that follows several of them', async () => {
      const { id } = await group()
      for (const path of ['/ap/calendar', '/ap/groups/choir']) await follow('bob', path)
      const event = await create({ title: 'Gig', group: id })
      await deliver()
      remote.take()
      remote.answer(503)
      await service.patch(`/events/${event}`, { in_main: false }, ada)
      await deliver()
      remote.answer(202)
      service.at('2027-01-15T12:10:00Z')
      remote.take()
      await deliver()
      expect(remote.take().map(({ body }) => body.type)).toEqual(['Delete', 'Update'])
    })

    it('§19 are shown to editors with their followers, and with the servers that fail', async () => {
      const { id } = await group()
      await follow('bob', '/ap/groups/choir')
      remote.answer(503)
      await create({ title: 'Gig', group: id })
      await deliver()
      const editor = await service.user('editor', 'edna')
      const { status, body } = await service.get('/federation', editor.headers)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        approves: false,
        actors: [
          { account: '@calendar@cal.example.org', kind: 'calendar', item: 0, open: true, followers: 0 },
          {
            id: `${base}/ap/groups/choir`,
            account: '@choir@cal.example.org',
            item: id,
            open: true,
            followers: 1,
          },
        ],
        waiting: 1,
        waiting_hosts: 1,
        failing: [{ host: remote.host, attempts: 1, since: '2027-01-15 07:00:00' }],
      })
      expect(JSON.stringify(body)).not.toMatch(/PRIVATE|private_key/)
      const author = await service.user('author', 'aron')
      expect((await service.get('/federation', author.headers)).status).toBe(403)
      expect((await service.get('/federation')).status).toBe(401)
    })

    it('§16, §19 are opened and closed by editors of the site alone', async () => {
      const { id } = await group({ federated: false })
      const author = await service.user('author', 'aron')
      const editor = await service.user('editor', 'edna')
      const manager = await service.user('subscriber', 'mona')
      await service.ask('PUT', `/groups/${id}/members/${manager.id}`, { role: 'manager' }, ada)
      const refused = await service.patch(`/groups/${id}`, { federated: true }, manager.headers)
      expect([refused.status, Object.keys(refused.body.data.details)]).toEqual([403, ['federated']])
      expect((await service.patch(`/groups/${id}`, { color: '#123456' }, manager.headers)).status).toBe(200)
      const own = (await service.post('/organizers', { organizer: 'Own' }, author.headers)).body
      for (const { status, body } of [
        await service.patch(`/organizers/${own.id}`, { federated: true }, author.headers),
        await service.post('/organizers', { organizer: 'New', federated: true }, author.headers),
        await service.post(
          '/events',
          anEvent({ organizer: [{ organizer: 'Inline', federated: true }] }),
          author.headers,
        ),
      ])
        expect([status, body.code]).toEqual([403, 'rest_forbidden'])
      expect((await service.patch(`/groups/${id}`, { federated: true }, editor.headers)).status).toBe(200)
      const opened = await service.patch(`/organizers/${own.id}`, { federated: true }, editor.headers)
      expect([opened.status, opened.body.federated]).toEqual([200, true])
      expect((await service.patch(`/organizers/${own.id}`, { phone: '1' }, author.headers)).status).toBe(200)
      const { changes } = (await service.get('/audit?resource=group', ada)).body
      expect(JSON.stringify(changes[0])).toContain('"federated"')
      for (const path of ['/groups', '/organizers', '/ap/groups/choir', '/audit'])
        expect(JSON.stringify((await service.get(path, ada)).body)).not.toContain('PRIVATE')
    })
  })
}
