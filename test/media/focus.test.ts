import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { licenceAddress } from '../support/inside/domain.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
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

    it('§1.6 the focus is in the centre by default, can be set on upload and later, and is shown with the event', async () => {
      const { headers } = await service.user('editor')
      const made = await upload(headers, '?focus_x=20')
      expect([made.status, made.body.focus_x, made.body.focus_y]).toEqual([201, 20, 50])
      const { body } = await service.patch(`/media/${made.body.id}`, { focus_y: 10 }, headers)
      expect([body.focus_x, body.focus_y]).toEqual([20, 10])
      const event = await service.post('/events', anEvent({ image: made.body.id }), headers)
      expect(event.body.image).toMatchObject({ focus_x: 20, focus_y: 10 })
      expect((await service.get(`//event/${event.body.slug}/`)).body).toContain('class="fx-2 fy-1')
      expect((await service.patch(`/media/${made.body.id}`, { focus_x: null }, headers)).body.focus_x).toBe(
        50,
      )
      expect((await service.patch(`/media/${made.body.id}`, { focus_x: 101 }, headers)).status).toBe(400)
    })

    it('names who made an image and its licence on the page and in linked data, and leads to the licence', async () => {
      const { headers } = await service.user('editor')
      const made = await upload(headers, '?credit=Ada+%26+%22Bo%22&license=CC+BY-SA+4.0')
      expect(made.body).toMatchObject({ credit: 'Ada & "Bo"', license: 'CC BY-SA 4.0' })
      const { body: event } = await service.post('/events', anEvent({ image: made.body.id }), headers)
      expect(event.image).toMatchObject({ credit: 'Ada & "Bo"', license: 'CC BY-SA 4.0' })
      const deed = 'https://creativecommons.org/licenses/by-sa/4.0/'
      expect(event.json_ld.image).toMatchObject({
        ...{ '@type': 'ImageObject', contentUrl: made.body.url, creditText: 'Ada & "Bo"', license: deed },
      })
      const page = async () => (await service.get(`//event/${event.slug}/`)).body
      expect(await page()).toMatch(/<figcaption>.*Picture: Ada &amp; &(?:quot|#34);Bo.*CC BY-SA 4\.0/)
      expect(await page()).toContain(`href="${deed}"`)
      await service.patch(`/media/${made.body.id}`, { credit: '', license: 'javascript:alert(1)' }, headers)
      expect(await page()).toContain('<figcaption>javascript:alert(1)</figcaption>')
      await service.patch(`/media/${made.body.id}`, { license: null }, headers)
      expect(await page()).not.toContain('<figcaption>')
      expect((await service.get(`/events/${event.id}`)).body.json_ld.image).toBe(made.body.url)
    })

    it.each([
      ['cc0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
      ['CC BY-NC-ND 3.0', 'https://creativecommons.org/licenses/by-nc-nd/3.0/'],
      ['CC BY', 'https://creativecommons.org/licenses/by/4.0/'],
      ['https://x.example/terms', 'https://x.example/terms'],
      ['All rights reserved', undefined],
    ])('leads from the licence %s to %s', (licence, address) => {
      expect(licenceAddress(licence)).toBe(address)
    })

    /** The mean of red in a file of the service: images of these tests are dark on the left and bright on the right. */
    const brightness = async (url: string) => {
      const { rawPayload } = await service.app.inject({ url: new URL(url).pathname })
      return (await sharp(rawPayload).stats()).channels[0]?.mean ?? 0
    }

    it('§1.6 the thumbnail is cut around the focus, on upload and whenever the focus changes', async () => {
      const { headers } = await service.user('editor')
      const left = (await upload(headers, '?focus_x=0')).body
      const { width, height } = left.sizes.thumbnail
      expect([width, height]).toEqual([150, 150])
      const dark = await brightness(left.sizes.thumbnail.url)
      const event = (await service.post('/events', anEvent({ image: left.id }), headers)).body
      const patched = await service.patch(`/media/${left.id}`, { focus_x: 100 }, headers)
      const right = patched.body.sizes
      const bright = await brightness(right.thumbnail.url)
      expect([Math.round(dark / 10), Math.round(bright / 10)]).toEqual([8, 17])
      expect([right.thumbnail.width, right.thumbnail.height]).toEqual([150, 150])
      expect((await service.get(`/events/${event.id}`)).body.image.sizes).toEqual(right)
      const file = async (url: string) =>
        (await service.app.inject({ url: new URL(url).pathname })).statusCode
      expect([await file(left.sizes.thumbnail.url), await file(right.thumbnail.url)]).toEqual([404, 200])
      const texts = await service.patch(`/media/${left.id}`, { title: 'Other', focus_x: 100 }, headers)
      expect(texts.body.sizes).toEqual(right)
      const undone = await service.post(
        '/undo',
        { revision: Number(patched.headers['x-fasti-revision']) },
        headers,
      )
      expect(undone.status).toBe(200)
      const back = (await service.get(`/media/${left.id}`)).body
      expect([back.focus_x ?? 50, Math.round((await brightness(back.sizes.thumbnail.url)) / 10)]).toEqual([
        0, 8,
      ])
      expect((await service.remove(`/media/${left.id}?force=true`, headers)).status).toBe(200)
      expect(await file(back.sizes.thumbnail.url)).toBe(404)
    })

    it('a dry run of a change of the focus leaves the thumbnail and the files unchanged', async () => {
      const { headers } = await service.user('editor')
      const made = (await upload(headers)).body
      const tried = await service.patch(`/media/${made.id}?dry_run=true`, { focus_x: 0 }, headers)
      expect(tried.status).toBe(200)
      expect((await service.get(`/media/${made.id}`)).body.sizes).toEqual(made.sizes)
      const { url } = made.sizes.thumbnail
      expect((await service.app.inject({ url: new URL(url).pathname })).statusCode).toBe(200)
    })

    it('events show the description of their image', async () => {
      const { headers } = await service.user('editor')
      const made = (await upload(headers, '?alt_text=A+choir+%22in%22+red')).body
      const event = (await service.post('/events', anEvent({ image: made.id }), headers)).body
      expect(event.image.alt_text).toBe('A choir "in" red')
      const page = (await service.get(`//event/${event.slug}/`)).body
      expect(page).toContain('alt="A choir &quot;in&quot; red"')
      // It is too small for messengers, which get a drawn one.
      expect(page).toMatch(/property="og:image" content="[^"]*\/share\.png"/)
      await service.patch(`/media/${made.id}`, { alt_text: '' }, headers)
      expect((await service.get(`/events/${event.id}`)).body.image).not.toHaveProperty('alt_text')
      expect((await service.get(`//event/${event.slug}/`)).body).not.toContain('og:image:alt')
    })

    it('§5 contributors may upload only for their own unpublished events', async () => {
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
