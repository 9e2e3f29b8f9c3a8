/** Images by address (contract §4.6): fetched once, before the transaction, and stored with the item or not at all. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage, formats } from '../support/images.ts'
import { importJsonLinesFile } from '../support/inside/formats.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { localModeActor } from '../support/inside/people.ts'
import { currentMoment } from '../support/inside/service.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const dialect of anyDialects()) {
  describe(`images by address on ${dialect.name}`, () => {
    let folder: string
    let host: ImageHost
    let service: TestService
    const files = () => readdir(join(folder, 'media')).catch(() => [])
    const total = async (path: string) => (await service.get(path)).body.total
    const reason = async (image: unknown) => {
      const { status, body } = await service.post('/events', anEvent({ image }))
      expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
      return body.data.params.image
    }

    beforeEach(async () => {
      folder = await scratch('fasti-media-')
      host = await imageHost()
      service = await testService(dialect.name, { FASTI_DATA_DIR: folder, FASTI_IMAGE_HOSTS: '127.0.0.1' })
    })
    afterEach(async () => {
      await service.close()
      await host.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('§4.6 become media items of the writer, with their source address', async () => {
      const url = host.put('/a/Our%20poster.JPG?x=1', await anImage(200, 100, 'jpeg'))
      const { status, body } = await service.post('/events', anEvent({ image: url }))
      expect([status, body.image.mime_type, body.image.width]).toEqual([201, 'image/jpeg', 200])
      const { body: item } = await service.get(`/media/${body.image.id}`)
      expect(item).toMatchObject({ ...body.image, title: 'Our poster', source_url: url, author: 0 })
      expect(await files()).toHaveLength(2)
    })

    it('§4.6 are fetched once: the same address gives the existing item', async () => {
      const url = host.put('/a.png', await anImage(10, 10))
      const event = await service.post('/events', anEvent({ image: url }))
      const made = [
        event,
        await service.post('/venues', { venue: 'V', image: url }),
        await service.post('/organizers', { organizer: 'O', image: url }),
        await service.patch(`/events/${event.body.id}`, { image: url }),
      ]
      const { id } = event.body.image
      expect(made.map(({ body }) => body.image.id)).toEqual([id, id, id, id])
      expect(host.asked).toEqual(['/a.png'])
    })

    it('§4.6 are accepted in inline venues and organizers too, and in updates', async () => {
      const [one, two] = [await anImage(10, 10, 'png', 1), await anImage(10, 10, 'png', 2)]
      const venue = [{ venue: 'V', image: host.put('/1', one) }]
      const organizer = [{ organizer: 'O', image: host.put('/2', two) }]
      const { body } = await service.post('/events', anEvent({ venue, organizer }))
      const shown = [body.venue.image.id, body.organizer[0].image.id]
      const kept = await Promise.all(shown.map((id) => service.get(`/media/${id}`)))
      expect(kept.map((answer) => answer.body.title)).toEqual(['1', '2'])
      // The same inline venue is the same venue, its image by address included.
      const again = await service.post('/events', anEvent({ venue }))
      expect(again.body.venue.id).toBe(body.venue.id)
      const other = await service.post(
        '/events',
        anEvent({ venue: [{ venue: 'V', image: `${host.address}/2` }] }),
      )
      expect(other.body.venue.id).not.toBe(body.venue.id)
      const { body: changed } = await service.patch(`/venues/${body.venue.id}`, {
        image: host.put('/3', await anImage(30, 10)),
      })
      expect(changed.image.width).toBe(30)
      expect((await service.patch(`/venues/${body.venue.id}`, { image: '' })).body.image).toBe(false)
    })

    it.each(formats)('§4.6 are recognised by their content: %s', async (format, extension) => {
      const image = host.put('/image.txt', await anImage(10, 10, format))
      expect((await service.post('/venues', { venue: 'V', image })).body.image.extension).toBe(extension)
    })

    it('§4.6 that fail give 400 on image with the reason', async () => {
      host.put('/page', Buffer.from('<html>'))
      host.put('/empty', Buffer.alloc(0))
      host.put('/svg', Buffer.from('<svg/>'))
      host.put('/big', (_, reply) => reply.end(Buffer.alloc(10 * 1024 * 1024 + 1)))
      host.put('/away', (_, reply) => reply.writeHead(302, { location: 'http://10.0.0.1/' }).end())
      host.put('/loop', (_, reply) => reply.writeHead(302, { location: '/loop' }).end())
      expect(await reason(`${host.address}/none`)).toMatch(/could not be fetched: it returned 404/)
      expect(await reason(`${host.address}/page`)).toMatch(/is not a JPEG, PNG, GIF, WebP or AVIF image/)
      expect(await reason(`${host.address}/empty`)).toBe('is empty')
      expect(await reason(`${host.address}/svg`)).toMatch(/SVG/)
      expect(await reason(`${host.address}/big`)).toMatch(/larger than 10485760 bytes/)
      expect(await reason(`${host.address}/away`)).toMatch(/10\.0\.0\.1 has no public address/)
      expect(await reason(`${host.address}/loop`)).toMatch(/redirects more than 3 times/)
      expect(host.asked.filter((path) => path === '/loop')).toHaveLength(4)
      expect([await total('/media'), await total('/events'), await files()]).toEqual([0, 0, []])
    })

    it('§4.6 are fetched from public addresses and configured hosts only', async () => {
      const before = host.asked.length
      const port = new URL(host.address).port
      const elsewhere = [
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:10.0.0.1]',
        '127.0.0.2',
        '0.0.0.0',
      ]
      for (const name of [...elsewhere, '169.254.169.254', '2130706434', '0x7f000002', '0177.0.0.2', '127.2'])
        expect(await reason(`http://${name}:${port}/`), name).toMatch(/has no public address/)
      expect(host.asked).toHaveLength(before)
    })

    it('§4.6 leave nothing behind if the request has another fault', async () => {
      const image = host.put('/a.png', await anImage(400, 400))
      const wrong: readonly (readonly [string, Json])[] = [
        ['image', anEvent({ image, venue: [{ venue: 'V', image: `${host.address}/none` }] })],
        ['venue', anEvent({ image, venue: 99 })],
        ['tags', anEvent({ image, tags: [99] })],
        ['end_date', anEvent({ image, end_date: '2020-01-01' })],
      ]
      for (const [name, body] of wrong) {
        const answer = await service.post('/events', body)
        expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([
          400,
          [name === 'image' ? 'venue[0].image' : name],
        ])
        expect([await total('/media'), await total('/venues'), await files()]).toEqual([0, 0, []])
      }
    })

    it('§4.6 need the right to upload and the right to change the item', async () => {
      const image = host.put('/a.png', await anImage(10, 10))
      const contributor = await service.user('contributor')
      const author = await service.user('author')
      const refused = await service.post('/events', anEvent({ image }), contributor.headers)
      expect(refused.body.data.params.image).toMatch(/your role may not add images/)
      await service.post('/venues', { venue: 'V' }, (await service.user('editor')).headers)
      expect((await service.patch('/venues/1', { image }, author.headers)).status).toBe(403)
      expect((await service.patch('/venues/9', { image }, author.headers)).status).toBe(404)
      expect(host.asked).toEqual([])
      const { body } = await service.post('/events', anEvent({ image }), author.headers)
      expect((await service.get(`/media/${body.image.id}`)).body.author).toBe(author.id)
    })

    it('§4.6 do not delay other writers while they are fetched', async () => {
      const bytes = await anImage(10, 10)
      const meanwhile: number[] = []
      host.put('/slow', async (_, reply) => {
        meanwhile.push((await service.post('/venues', { venue: 'Meanwhile' })).status)
        reply.end(bytes)
      })
      const { status } = await service.post('/events', anEvent({ image: `${host.address}/slow` }))
      expect([status, meanwhile]).toEqual([201, [201]])
    })

    it('§4.6 are limited to twenty concurrent fetches', async () => {
      const venue = await Promise.all(
        Array.from({ length: 21 }, async (_, at) => ({
          venue: `V${at}`,
          image: host.put(`/${at}`, await anImage(10, 10, 'png', at)),
        })),
      )
      const { status, body } = await service.post('/events', anEvent({ venue }))
      expect([status, body.data.params['venue[20].image']]).toEqual([
        400,
        expect.stringMatching(/at most 20/),
      ])
      expect([await total('/media'), await files()]).toEqual([0, []])
      expect((await service.post('/events', anEvent({ venue: venue.slice(1) }))).status).toBe(201)
    }, 90_000)

    it('§4.6 are accepted in imported lines, which fail independently', async () => {
      const image = host.put('/a.png', await anImage(10, 10))
      const sent = [
        anEvent({ title: 'A' }),
        anEvent({ title: 'B', image }),
        anEvent({ title: 'C', image: `${host.address}/none` }),
        anEvent({ title: 'D', image: host.put('/d.png', await anImage(20, 10)), venue: 99 }),
      ]
      const text = sent.map((line) => `${JSON.stringify(line)}\n`).join('')
      const images = mediaLibraryOf({ dataDir: folder, imageHosts: ['127.0.0.1'] })
      const tally = await importJsonLinesFile(
        (async function* () {
          yield Buffer.from(text)
        })(),
        {
          store: service.store,
          now: () => currentMoment({ zone: 'UTC' }),
          caller: { actor: localModeActor, currency: undefined, images },
          globalId: (name, id) => `${name}${id}`,
          isFatal: () => false,
          isStrict: false,
          onProgress: () => {},
        },
      )
      expect(tally).toMatchObject({ created: 2, refused: 2 })
      expect(tally.refusals[0]?.reason).toMatch(/image .*404/)
      expect([await total('/media'), await files()]).toEqual([1, [expect.stringMatching(/\.png$/)]])
    })
  })
}
