import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`the focus of images, and images of contributors on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())
    const upload = async (headers: Record<string, string>, query = '') =>
      service.ask('POST', `/media${query}`, await anImage(300, 200), {
        'content-type': 'image/png',
        ...headers,
      })

    it('§1.6 the focus is in the middle, is set on upload and later, and reaches the event', async () => {
      const { headers } = await service.user('editor')
      const made = await upload(headers, '?focus_x=20')
      expect([made.status, made.body.focus_x, made.body.focus_y]).toEqual([201, 20, 50])
      const { body } = await service.patch(`/media/${made.body.id}`, { focus_y: 10 }, headers)
      expect([body.focus_x, body.focus_y]).toEqual([20, 10])
      const event = await service.post('/events', anEvent({ image: made.body.id }), headers)
      expect(event.body.image).toMatchObject({ focus_x: 20, focus_y: 10 })
      expect((await service.get(`//event/${event.body.slug}/`)).body).toContain('class="fx-2 fy-1"')
      expect((await service.patch(`/media/${made.body.id}`, { focus_x: null }, headers)).body.focus_x).toBe(
        50,
      )
      expect((await service.patch(`/media/${made.body.id}`, { focus_x: 101 }, headers)).status).toBe(400)
    })

    it('§5 contributors upload for their own unpublished events, and for nothing else', async () => {
      const editor = (await service.user('editor')).headers
      const con = (await service.user('contributor')).headers
      const own = (await service.post('/events', anEvent({ status: 'pending' }), con)).body
      const other = (await service.post('/events', anEvent(), editor)).body
      const made = await upload(con, `?event=${own.id}&alt_text=A+choir`)
      expect([made.status, made.body.alt_text]).toEqual([201, 'A choir'])
      const { body } = await service.patch(`/events/${own.id}`, { image: made.body.id }, con)
      expect(body.image.id).toBe(made.body.id)
      for (const query of ['', `?event=${other.id}`, '?event=999999'])
        expect((await upload(con, query)).status, query).toBe(403)
      await service.patch(`/events/${own.id}`, { status: 'publish' }, editor)
      expect((await upload(con, `?event=${own.id}`)).status).toBe(403)
      expect((await service.patch(`/media/${made.body.id}`, { title: 'x' }, con)).status).toBe(403)
      expect((await service.remove(`/media/${made.body.id}`, con)).status).toBe(403)
      expect((await upload((await service.user('subscriber')).headers, `?event=${own.id}`)).status).toBe(403)
      expect((await upload({}, `?event=${own.id}`)).status).toBe(401)
    })
  })
}
