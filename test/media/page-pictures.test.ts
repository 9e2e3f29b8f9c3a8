/** Pictures for pages: made in the background, as WebP in several widths, and shown by pages once they are there. */
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage, animation } from '../support/images.ts'
import {
  pagePictureWidthsUpToWidth,
  pictureFileNameInWidth,
  stemOfImageBehindPagePicture,
} from '../support/inside/domain.ts'
import { s3Server } from '../support/s3-server.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const png = { 'content-type': 'image/png' }

describe('the widths of pictures for pages', () => {
  it.each([
    [100, [100]],
    [320, [320]],
    [360, [320]],
    [500, [320, 500]],
    [1280, [320, 640, 960, 1280]],
    [4000, [320, 640, 960, 1280]],
  ])('of an image of %d pixels are never wider, and hardly narrower than it may be', (width, widths) => {
    expect(pagePictureWidthsUpToWidth(width)).toEqual(widths)
  })

  it('stand in the names of the files, which lead back to the image', () => {
    const name = pictureFileNameInWidth('0a1b.png', 640)
    expect([name, stemOfImageBehindPagePicture(name)]).toEqual(['0a1b-640w.webp', '0a1b'])
    for (const other of ['0a1b.png', '0a1b-medium.webp', '0a1b-640w.png', '../0a1b-640w.webp'])
      expect(stemOfImageBehindPagePicture(other)).toBeUndefined()
  })
})

for (const dialect of anyDialects()) {
  describe(`pictures for pages on ${dialect.name}`, () => {
    let folder: string
    let service: TestService
    const files = () => readdir(join(folder, 'media')).catch(() => [])
    const upload = async (bytes: Buffer | Promise<Buffer>) =>
      (await service.ask('POST', '/media', await bytes, png)).body
    const pageOf = async (slug: string): Promise<string> => (await service.get(`//event/${slug}/`)).body

    beforeEach(async () => {
      folder = await scratch('fasti-pictures-')
      service = await testService(dialect.name, { FASTI_DATA_DIR: folder })
    })
    afterEach(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('are made after an upload, replace the PNG on pages, and change neither its sizes nor its version', async () => {
      const image = await upload(anImage(1400, 700))
      const { body: event } = await service.post('/events', anEvent({ image: image.id }))
      expect(image.srcset).toBeUndefined()
      expect(await pageOf(event.slug)).toContain(`src="${new URL(image.sizes.medium_large.url).pathname}"`)
      const { headers: before } = await service.get('/media/1')
      const { changes } = (await service.get('/changes')).body
      await service.makePictures()
      const { body: after, headers } = await service.get('/media/1')
      const { srcset, ...rest } = after
      expect(rest).toEqual(image)
      expect(headers.etag?.split('-')[0]).toBe(before.etag?.split('-')[0])
      expect((await service.get('/changes')).body.changes).toEqual(changes)
      const urls = srcset.split(', ').map((one: string) => one.split(' '))
      expect(urls.map(([, width]: string[]) => width)).toEqual(['320w', '640w', '960w', '1280w'])
      for (const [url, width] of urls) {
        const file = await service.app.inject({ url: new URL(url).pathname })
        expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
        const shown = await sharp(file.rawPayload).metadata()
        expect([`${shown.width}w`, shown.height]).toEqual([width, Math.round(Number.parseInt(width, 10) / 2)])
      }
      const page = await pageOf(event.slug)
      expect(page).toContain(`${new URL(urls[0][0]).pathname} 320w`)
      expect(page).not.toMatch(/<img[^>]*\.png/)
      expect((await service.get('//calendar/agenda/?as=cards')).body).not.toMatch(/<img[^>]*\.png/)
      expect((await service.get(`/events/${event.id}`)).body.image.srcset).toBe(srcset)
    })

    it('are made of images from before there were any, once', async () => {
      for (const shade of [1, 2, 3]) await upload(anImage(400, 200, 'jpeg', shade))
      expect(await service.store.countWithoutPictures()).toBe(3)
      await service.makePictures()
      expect(await service.store.countWithoutPictures()).toBe(0)
      const made = await files()
      expect(made.filter((name) => name.endsWith('w.webp'))).toHaveLength(6)
      const revision = await service.store.revision()
      await service.makePictures()
      expect(await service.store.revision()).toBe(revision)
    })

    it('are not made of animations and of broken files, which pages show as they are', async () => {
      await upload(animation(40, 20, 3, 'gif'))
      const broken = await upload(anImage(400, 200))
      await writeFile(join(folder, 'media', new URL(broken.url).pathname.split('/').at(-1) ?? ''), 'x')
      await service.makePictures()
      expect(await service.store.countWithoutPictures()).toBe(0)
      for (const id of [1, 2]) expect((await service.get(`/media/${id}`)).body.srcset).toBeUndefined()
    })

    it('of a file that is missing are made once it is back', async () => {
      const { url } = await upload(anImage(400, 200))
      const path = join(folder, 'media', new URL(url).pathname.split('/').at(-1) ?? '')
      await rename(path, `${path}.away`)
      await service.makePictures()
      expect(await service.store.countWithoutPictures()).toBe(1)
      await rename(`${path}.away`, path)
      service.at('2027-01-15T13:00:00Z')
      await service.makePictures()
      expect(await service.store.countWithoutPictures()).toBe(0)
    })

    it('go with their image, also if it is deleted while they are made, and their addresses lead to it', async () => {
      const image = await upload(anImage(400, 200))
      await service.makePictures()
      const { srcset } = (await service.get('/media/1')).body
      const event = await service.post('/events', anEvent({ image: srcset.split(' ')[0] }))
      expect(event.body.image.id).toBe(image.id)
      await service.remove('/media/1')
      expect(await files()).toEqual([])
      await upload(anImage(400, 200))
      const { nextWithoutPictures } = service.store
      Object.assign(service.store, {
        nextWithoutPictures: async (after: number) => {
          const found = await nextWithoutPictures(after)
          if (found === undefined) await service.remove('/media/2')
          return found
        },
      })
      await service.makePictures()
      expect(await files()).toEqual([])
    })
  })
}

it('pictures for pages are kept in a bucket like their images', async () => {
  const bucket = await s3Server()
  const service = await testService('sqlite', { FASTI_DATA_DIR: '/nowhere', FASTI_MEDIA: bucket.url })
  await service.ask('POST', '/media', await anImage(700, 350), png)
  await service.makePictures()
  const made = [...bucket.objects].filter(([name]) => name.endsWith('w.webp'))
  expect(made.map(([name]) => name.replace(/.*-/, ''))).toEqual(['320w.webp', '640w.webp'])
  for (const [, { headers }] of made) expect(headers['content-type']).toBe('image/webp')
  await service.close()
  await bucket.close()
})
