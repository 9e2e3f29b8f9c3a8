import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

interface Side {
  readonly service: TestService
  readonly host: string
  readonly editor: Record<string, string>
}

for (const { name } of dialects) {
  describe(`two calendars on ${name}`, () => {
    let town: Side
    let region: Side
    beforeEach(async () => {
      const started = async (): Promise<Side> => {
        const port = await freePort()
        const host = `127.0.0.1:${port}`
        const service = await testService(name, {
          FASTI_FEDERATION: 'on',
          FASTI_FEDERATION_HOSTS: '127.0.0.1',
          FASTI_BASE_URL: `http://${host}`,
        })
        await service.app.listen({ host: '127.0.0.1', port })
        return { service, host, editor: (await service.user('editor', 'ed')).headers }
      }
      town = await started()
      region = await started()
    })
    afterEach(async () => {
      await town.service.close()
      await region.service.close()
    })

    /** Delivers on both sides until both have told everything. */
    const settle = async () => {
      for (let round = 0; round < 3; round++)
        for (const { service } of [region, town]) await service.federation?.deliver()
    }
    const follow = async (more: Json = {}) => {
      const sent = { actor: `@calendar@${town.host}`, status: 'publish', ...more }
      const { status, body } = await region.service.post('/following', sent, region.editor)
      expect([status, body.state]).toEqual([201, 'pending'])
      await settle()
      return body.id
    }
    const there = async (): Promise<readonly Json[]> =>
      (await region.service.get('/events?start_date=2020-01-01', region.editor)).body.events
    const titles = async () => (await there()).map(({ title }) => title)

    it('§19 follow one another: events are made, changed, cancelled and deleted', async () => {
      await settle()
      const before = (await town.service.post('/events', anEvent({ title: 'Before' }), town.editor)).body
      await settle()
      const id = await follow()
      expect((await region.service.get(`/following/${id}`, region.editor)).body.state).toBe('accepted')
      expect(await titles()).toEqual(['Before'])
      const venue = { venue: 'Hall', city: 'Turin', geo_lat: 45, geo_lng: 7.5 }
      const more = {
        ...{ title: 'Concert', description: '<p>Loud</p>', venue, timezone: 'America/New_York' },
        ...{ tags: ['Open air'], website: 'https://band.example/', excerpt: 'x' },
      }
      const { id: own, url } = (await town.service.post('/events', anEvent(more), town.editor)).body
      await settle()
      const [concert] = (await there()).filter(({ title }) => title === 'Concert')
      expect(concert).toMatchObject({
        ...{ description: '<p>Loud</p>', timezone: 'America/New_York', start_date: '2027-05-04 18:00:00' },
        ...{ end_date: '2027-05-04 20:00:00', website: 'https://band.example/', attendance_mode: 'offline' },
        ...{
          venue: { venue: 'Hall', city: 'Turin', geo_lat: 45, geo_lng: 7.5 },
          tags: [{ name: 'OpenAir' }],
        },
        origin: { actor: `http://${town.host}/ap/calendar`, url },
      })
      await town.service.patch(
        `/events/${own}`,
        { title: 'Big concert', event_status: 'cancelled' },
        town.editor,
      )
      await town.service.remove(`/events/${before.id}`, town.editor)
      await settle()
      expect((await there()).map(({ title, event_status }) => [title, event_status])).toEqual([
        ['Big concert', 'cancelled'],
      ])
      await town.service.patch(`/events/${own}`, { status: 'draft' }, town.editor)
      await settle()
      expect(await titles()).toEqual([])
      await town.service.patch(`/events/${own}`, { status: 'publish' }, town.editor)
      await settle()
      expect(await titles()).toEqual(['Big concert'])
    })

    it('§19 tell one another of days without hours, and of what is online', async () => {
      await settle()
      await follow()
      const days = { start_date: '2027-05-04', end_date: '2027-05-05', all_day: true }
      await town.service.post('/events', { title: 'Fair', ...days }, town.editor)
      const online = { attendance_mode: 'online', online_url: 'https://meet.example/a' }
      await town.service.post('/events', anEvent({ title: 'Talk', ...online }), town.editor)
      await settle()
      const found = await there()
      expect(found.find(({ title }) => title === 'Fair')).toMatchObject({
        ...{ all_day: true, start_date: '2027-05-04 00:00:00', end_date: '2027-05-05 23:59:59' },
      })
      expect(found.find(({ title }) => title === 'Talk')).toMatchObject(online)
    })

    it('§19 end with a block, which the other side cannot pass, and with an Undo', async () => {
      await settle()
      const id = await follow()
      expect((await town.service.get('/followers', town.editor)).body.total).toBe(1)
      await region.service.remove(`/following/${id}`, region.editor)
      await settle()
      expect((await town.service.get('/followers', town.editor)).body.total).toBe(0)
      const again = await follow()
      const blocked = await town.service.ask(
        'PUT',
        `/federation/blocks/${region.host}`,
        undefined,
        town.editor,
      )
      expect([blocked.status, blocked.body.domain]).toEqual([200, region.host])
      expect((await town.service.get('/followers', town.editor)).body.total).toBe(0)
      await town.service.post('/events', anEvent({ title: 'Unheard' }), town.editor)
      await region.service.remove(`/following/${again}`, region.editor)
      const sent = { actor: `http://${town.host}/ap/calendar` }
      // The actor can't be read any more, so it can't be followed either.
      const refused = await region.service.post('/following', sent, region.editor)
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('403')])
      await settle()
      expect((await region.service.get('/following', region.editor)).body.total).toBe(0)
      expect((await town.service.get('/followers', town.editor)).body.total).toBe(0)
      expect(await titles()).toEqual([])
    })
  })
}
