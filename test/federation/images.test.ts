import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`images of events of other servers on ${name}`, () => {
    let service: TestService
    let remote: RemoteServer
    let images: ImageHost
    let ada: Record<string, string>
    let town: string
    beforeEach(async () => {
      ;[remote, images] = await Promise.all([remoteServer(), imageHost()])
      town = remote.actor('town')
      service = await testService(name, federated([remote], { FASTI_IMAGE_HOSTS: '127.0.0.1' }))
      ada = (await service.user('editor', 'ada')).headers
      await service.post('/following', { actor: town, status: 'publish' }, ada)
      await service.federation?.deliver()
      await send('Accept', remote.take()[0]?.body.id)
      await service.federation?.deliver()
    })
    afterEach(async () => {
      await service.close()
      await Promise.all([remote.close(), images.close()])
    })

    let sent = 0
    const send = (type: string, object: unknown) =>
      remote.send(service, 'town', { id: remote.address(`/a/${++sent}`), type, actor: town, object })
    const object = (more: Json = {}): Json => ({
      ...{ id: remote.address('/events/1'), type: 'Event', attributedTo: town, name: 'Market' },
      ...{ startTime: '2027-05-04T18:00:00+02:00', updated: '2027-01-10T10:00:00Z' },
      ...more,
    })
    const only = async () => (await service.get('/events?start_date=2020-01-01', ada)).body.events[0]

    it('§19 are fetched after their inbox has answered, and once', async () => {
      const url = images.put('/a.png', await anImage(40, 30))
      expect((await send('Create', object({ image: { type: 'Image', url } }))).status).toBe(202)
      expect([images.asked, (await only()).image]).toEqual([[], false])
      await service.federation?.deliver()
      expect([images.asked, (await only()).image.mime_type]).toEqual([['/a.png'], 'image/png'])
      await send('Update', object({ image: { type: 'Image', url }, updated: '2027-01-11T10:00:00Z' }))
      await service.federation?.deliver()
      expect(images.asked).toEqual(['/a.png'])
      await send('Update', object({ updated: '2027-01-12T10:00:00Z' }))
      expect((await only()).image).toBe(false)
    })

    it('§19 that can’t be had leave the event as it is, until it changes', async () => {
      const image = { type: 'Image', url: `${images.address}/b.png` }
      await send('Create', object({ image }))
      for (const _ of [1, 2]) await service.federation?.deliver()
      expect([images.asked, (await only()).title, (await only()).image]).toEqual([
        ['/b.png'],
        'Market',
        false,
      ])
      images.put('/b.png', await anImage(40, 30))
      await send('Update', object({ image, name: 'Fair', updated: '2027-01-11T10:00:00Z' }))
      await service.federation?.deliver()
      expect([(await only()).title, (await only()).image.mime_type]).toEqual(['Fair', 'image/png'])
    })

    it('§19 don’t replace one that an editor chose meanwhile', async () => {
      const url = images.put('/c.png', await anImage(40, 30))
      await send('Create', object({ image: url }))
      const { id } = await only()
      const own = images.put('/own.png', await anImage(40, 30, 'png', 3))
      await service.patch(`/events/${id}`, { image: own }, ada)
      const chosen = (await only()).image.id
      await service.federation?.deliver()
      expect([images.asked, (await only()).image.id]).toEqual([['/own.png'], chosen])
    })
  })
}
