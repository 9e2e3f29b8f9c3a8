/** An address of this service as `image`. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { fileNameInOwnAddress } from '../support/inside/media.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

describe('the file of an address', () => {
  it.each([
    ['https://a.example', 'https://a.example/media/x.png', 'x.png'],
    ['https://a.example', 'https://A.example:443/media/x.png?v=1#top', 'x.png'],
    ['https://a.example', 'https://a.example/de/media/x-thumbnail.png', 'x-thumbnail.png'],
    ['https://a.example/cal', 'https://a.example/cal/pt-br/media/x.png', 'x.png'],
    ['https://a.example/cal', 'https://a.example/media/x.png', undefined],
    ['https://a.example', 'https://b.example/media/x.png', undefined],
    ['https://a.example', 'https://a.example/media/x.txt', undefined],
    ['https://a.example', 'https://a.example/media/a/x.png', undefined],
    ['https://a.example', 'https://a.example/photo/of/media/x.png', undefined],
    ['https://a.example', 'no address', undefined],
  ])('below %s of %s is %s', (base, address, file) => {
    expect(fileNameInOwnAddress(base, address)).toBe(file)
  })
})

for (const { name } of anyDialects()) {
  describe(`an image by an address of this service, on ${name}`, () => {
    let folder: string
    let service: TestService

    beforeEach(async () => {
      folder = await scratch('fasti-own-')
      // Nothing listens at this address, so a fetch would fail.
      service = await testService(name, {
        ...{ FASTI_DATA_DIR: folder, FASTI_BASE_URL: 'https://cal.example/town' },
        FASTI_IMAGE_HOSTS: 'cal.example',
      })
    })
    afterEach(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })
    const ask = (method: string, path: string, body?: unknown, headers = {}) =>
      service.ask(method, `//town/cal/events/v1${path}`, body, headers)

    it('§2.5 §4.6 is the media item of the address, without a fetch and without a copy', async () => {
      const editor = await service.user('editor')
      const contributor = await service.user('contributor')
      const png = { 'content-type': 'image/png', ...editor.headers }
      const { body: media } = await ask('POST', '/media', await anImage(400, 300), png)
      const files = await readdir(join(folder, 'media'))
      const addresses = [
        media.url,
        `${media.url}?size=full`,
        media.url.replace('/town/', '/town/de/'),
        media.sizes.thumbnail.url,
        media.sizes.medium.url,
      ]
      for (const image of addresses)
        for (const { headers } of [editor, contributor]) {
          const made = await ask('POST', '/events', anEvent({ image, venue: { venue: 'Hall' } }), headers)
          expect([made.status, made.body.image?.id], image).toEqual([201, media.id])
        }
      const inline = await ask(
        'POST',
        '/events',
        anEvent({ venue: { venue: 'Tower', image: media.url } }),
        editor.headers,
      )
      const again = await ask(
        'POST',
        '/events',
        anEvent({ venue: { venue: 'Tower', image: media.url } }),
        editor.headers,
      )
      expect(inline.body.venue.image.id).toBe(media.id)
      expect(again.body.venue.id).toBe(inline.body.venue.id)
      expect((await ask('GET', '/media')).body.total).toBe(1)
      expect(await readdir(join(folder, 'media'))).toEqual(files)
    })

    it('§4.6 is refused if no media item has that file', async () => {
      const image = `https://cal.example/town/media/${'0'.repeat(64)}.png`
      const { status, body } = await ask('POST', '/events', anEvent({ image }))
      expect([status, body.data.params.image]).toEqual([
        400,
        'there is no media item at this address of the service',
      ])
    })
  })
}
