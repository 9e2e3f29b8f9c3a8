/** Media over HTTP: uploaded, listed, described, deleted, and served as files. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage, formats } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const png = { 'content-type': 'image/png' }
/** The address of a file, in the form of `ask` for addresses outside of the namespace. */
const pathOf = (url: string) => `/${new URL(url).pathname}`

type Part = readonly [head: string, content: string | Buffer]

function form(...parts: readonly Part[]): {
  readonly body: Buffer
  readonly headers: Record<string, string>
} {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from('--x--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

for (const dialect of anyDialects()) {
  describe(`media on ${dialect.name}`, () => {
    let folder: string
    let service: TestService
    const files = () => readdir(join(folder, 'media')).catch(() => [])
    const upload = (bytes: Buffer, headers: Record<string, string> = {}, query = '') =>
      service.ask('POST', `/media${query}`, bytes, { ...png, ...headers })

    beforeEach(async () => {
      folder = await scratch('fasti-media-')
      service = await testService(dialect.name, { FASTI_DATA_DIR: folder })
    })
    afterEach(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('§1.6 represents a media item like the image of an item, with its title and file name', async () => {
      const { status, headers, body } = await upload(await anImage(400, 200), {
        'content-disposition': 'attachment; filename="A poster.png"',
      })
      expect(status).toBe(201)
      expect(headers.location).toBe('http://127.0.0.1:3000/cal/events/v1/media/1')
      const { sizes, url, filesize, ...rest } = body
      expect(rest).toEqual({
        ...{ id: 1, extension: 'png', mime_type: 'image/png', width: 400, height: 200 },
        ...{
          title: 'A poster',
          alt_text: '',
          credit: '',
          license: '',
          language: 'en',
          languages: ['en'],
          author: 0,
          source_url: '',
        },
        ...{ date: '2027-01-15 07:00:00', date_utc: '2027-01-15 12:00:00', rest_url: headers.location },
      })
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/media\/[0-9a-f]{64}\.png$/)
      expect(Object.keys(sizes)).toEqual(['thumbnail', 'medium'])
      expect(sizes.medium).toEqual({
        ...{ width: 300, height: 150, 'mime-type': 'image/png' },
        ...{ filesize: expect.any(Number), url: url.replace('.png', '-medium.png') },
      })
      expect(await files()).toHaveLength(3)
      const { body: event } = await service.post('/events', anEvent({ image: 1 }))
      expect(event.image).toEqual({
        id: 1,
        url,
        extension: 'png',
        mime_type: 'image/png',
        width: 400,
        height: 200,
        filesize,
        sizes,
      })
      expect((await service.get('/media/1')).body).toEqual(body)
    })

    it('§2.2 accepts a multipart form with title and alternative text', async () => {
      const image = await anImage(20, 20, 'jpeg')
      const { body, headers } = form(
        ['name="title"', ' Ein <b>Bild</b> '],
        ['name="file"; filename="x.png"\r\nContent-Type: image/png', image],
        ['name="alt_text"', 'Über allem'],
        ['name="other"; filename="y.png"', 'left aside'],
      )
      const answer = await service.ask('POST', '/media', body, headers)
      expect(answer.body).toMatchObject({ title: 'Ein Bild', alt_text: 'Über allem', extension: 'jpg' })
    })

    it.each(formats)('§2.2 accepts %s as the body with any Content-Type', async (format, extension) => {
      const { body } = await upload(
        await anImage(20, 20, format),
        {
          'content-type': 'application/octet-stream',
          'content-disposition': "x; filename*=UTF-8''%C3%BCber.x",
        },
        '?alt_text=Alt',
      )
      expect(body).toMatchObject({ extension, title: 'über', alt_text: 'Alt' })
    })

    it('§2.2 lists the newest first, with paging, search and ids', async () => {
      for (const [at, title] of ['Café one', 'two', 'three café'].entries()) {
        service.at(`2027-01-1${5 + at}T12:00:00Z`)
        await upload(await anImage(10, 10, 'png', at), {}, `?title=${encodeURIComponent(title)}`)
      }
      const ids = async (query: string) =>
        (await service.get(`/media${query}`)).body.media.map(({ id }: { id: number }) => id)
      expect(await ids('')).toEqual([3, 2, 1])
      expect(await ids('?per_page=2&page=2')).toEqual([1])
      expect(await ids('?search=CAFE')).toEqual([3, 1])
      expect(await ids('?search=cafe%20-three')).toEqual([1])
      expect(await ids('?include=1,2,99')).toEqual([2, 1])
      expect(await ids('?exclude=2')).toEqual([3, 1])
      const { body } = await service.get('/media?per_page=2')
      expect(body).toMatchObject({
        total: 3,
        total_pages: 2,
        next_rest_url: expect.stringContaining('page=2'),
      })
      const past = await service.get('/media?page=9')
      expect([past.status, past.body.code]).toEqual([404, 'media-archive-page-not-found'])
    })

    it('§4.2 changes only the texts', async () => {
      const { body: before } = await upload(await anImage(20, 20))
      const sent = { ...before, title: 'Neu', alt_text: 'Ein Bild', width: 1, file: 'x' }
      for (const method of ['PUT', 'PATCH', 'POST']) {
        const { status, body, headers } = await service.ask(method, '/media/1', sent)
        expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^"v2-/)])
        expect(body).toEqual({ ...before, title: 'Neu', alt_text: 'Ein Bild' })
      }
      expect((await service.get('/media?search=neu')).body.total).toBe(1)
      expect((await service.patch('/media/1', { title: null })).body.title).toBe('')
      const stale = await service.patch('/media/1', { title: 'x' }, { 'if-match': '"v2-x"' })
      expect(stale.status).toBe(412)
    })

    it('§2.2 deletes permanently: items show the image as false, and the files are removed', async () => {
      await upload(await anImage(400, 200))
      const inline = { venue: [{ venue: 'V', image: 1 }], organizer: [{ organizer: 'O', image: 1 }] }
      const { headers } = await service.post('/events', anEvent({ image: 1, ...inline }))
      const { status, body } = await service.remove('/media/1')
      expect([status, body.id]).toEqual([200, 1])
      for (const path of ['/events/1', '/venues/1', '/organizers/1']) {
        const read = await service.get(path)
        expect([path, read.body.image, read.headers.etag?.slice(0, 4)]).toEqual([path, false, '"v2-'])
      }
      expect((await service.patch('/events/1', {}, { 'if-match': headers.etag ?? '' })).status).toBe(412)
      expect(await files()).toEqual([])
      expect((await service.get(pathOf(body.url))).status).toBe(404)
      expect((await service.get('/media/1')).body.code).toBe('media-not-found')
    })

    it('§2.2 stores the same bytes twice, so that deleting one keeps the other', async () => {
      const bytes = await anImage(400, 200)
      const [one, two] = [await upload(bytes), await upload(bytes)]
      expect(two.body.url).not.toBe(one.body.url)
      expect(await files()).toHaveLength(6)
      await service.remove('/media/1')
      expect(await files()).toHaveLength(3)
      expect((await service.get(pathOf(two.body.url))).status).toBe(200)
      await service.remove('/media/2')
      expect(await files()).toEqual([])
    })

    it('§6 refuses a file that is no image, with the reason, and stores nothing', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
      const cut = (await anImage(400, 300, 'jpeg')).subarray(0, 3000)
      const wrong = [
        [svg, 'image/svg+xml', /SVG/],
        [Buffer.from('GIF89a=1;alert(1)'), 'image/gif', /broken/],
        [Buffer.from('<script>'), 'image/png', /is not a JPEG/],
        [cut, 'image/jpeg', /cut off/],
        [Buffer.alloc(0), 'image/png', /is empty/],
      ] as const
      for (const [bytes, type, why] of wrong) {
        const { status, body } = await upload(bytes, { 'content-type': type })
        expect([status, body.code, body.data.params.file]).toEqual([
          400,
          'rest_invalid_param',
          expect.stringMatching(why),
        ])
      }
      const { body, headers } = form(['name="file"; filename="a"', svg])
      expect((await service.ask('POST', '/media', body, headers)).status).toBe(400)
      expect((await service.get('/media')).body.total).toBe(0)
      expect(await files()).toEqual([])
    })

    it('§6 reports missing, duplicate and oversized files and types that are no file', async () => {
      const image = await anImage(10, 10)
      const without = await service.post('/media', { title: 'A' })
      expect([without.status, without.body.code, without.body.data.params]).toEqual([
        400,
        'rest_missing_callback_param',
        ['file'],
      ])
      expect((await service.post('/media', { file: 'AAAA' })).body.data.params.file).toMatch(/multipart/)
      const twice = form(['name="file"; filename="a"', image], ['name="file"; filename="b"', image])
      expect((await service.ask('POST', '/media', twice.body, twice.headers)).body.data.params.file).toBe(
        'must be one file',
      )
      const text = await service.ask('POST', '/media', 'text', { 'content-type': 'text/plain' })
      expect(text.body.code).toBe('rest_unsupported_media_type')
      const most = 10 * 1024 * 1024
      const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)])
      expect((await upload(padded(most))).status).toBe(201)
      for (const size of [most + 1, most + 100_000]) {
        const { status, body } = await upload(padded(size))
        expect([status, body.code]).toEqual([413, 'rest_body_too_large'])
      }
      const large = form(['name="file"; filename="a"', padded(most + 1)])
      expect((await service.ask('POST', '/media', large.body, large.headers)).status).toBe(413)
    })

    it('§8 stores an upload once per Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'k' }
      const bytes = await anImage(10, 10)
      const [first, second] = [await upload(bytes, key), await upload(bytes, key)]
      expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
      expect((await upload(await anImage(11, 11), key)).status).toBe(422)
      expect((await service.get('/media')).body.total).toBe(1)
    })

    it('§5 lets authors upload and change their own media, editors all, and others only read', async () => {
      const bytes = await anImage(10, 10)
      const author = await service.user('author')
      const other = await service.user('author', 'other')
      const editor = await service.user('editor')
      const none = [await service.user('contributor'), await service.user('subscriber')]
      expect((await upload(bytes, author.headers)).body.author).toBe(author.id)
      expect((await upload(bytes)).body.code).toBe('rest_not_logged_in')
      for (const { headers } of [...none, other]) {
        if (headers !== other.headers) expect((await upload(bytes, headers)).body.code).toBe('rest_forbidden')
        expect((await service.patch('/media/1', { title: 'x' }, headers)).status).toBe(403)
        expect((await service.remove('/media/1', headers)).status).toBe(403)
        expect((await service.get('/media/1', headers)).status).toBe(200)
      }
      expect((await service.patch('/media/1', { title: 'x' })).status).toBe(401)
      expect((await service.get('/media')).body.total).toBe(1)
      expect((await service.patch('/media/1', { title: 'Own' }, author.headers)).status).toBe(200)
      expect((await service.patch('/media/1', { title: 'All' }, editor.headers)).status).toBe(200)
      expect((await service.remove('/media/1', author.headers)).status).toBe(200)
      const options = await service.ask('OPTIONS', '/media', undefined, author.headers)
      expect(options.headers.allow).toBe('GET, POST, HEAD, OPTIONS')
      expect((await service.ask('OPTIONS', '/media')).headers.allow).toBe('GET, HEAD, OPTIONS')
    })

    it('§5 refuses a large body before reading it if the user may not upload', async () => {
      await service.user('author')
      const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const endless = new ReadableStream({ start: (sent) => sent.enqueue(new Uint8Array(10)) })
      const options: RequestInit = { method: 'POST', body: endless, headers: png, duplex: 'half' }
      const answer = await fetch(`${address}/cal/events/v1/media`, options)
      expect(answer.status).toBe(401)
    })

    it('§0 serves files as immutable, with their exact type, and as images only', async () => {
      const { body } = await upload(await anImage(400, 200))
      for (const url of [body.url, body.sizes.thumbnail.url]) {
        const { status, headers } = await service.get(pathOf(url))
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'accept-ranges': 'bytes',
        })
      }
      const path = pathOf(body.url)
      const head = await service.ask('HEAD', path)
      expect([head.status, head.headers['content-length'], head.body]).toEqual([
        200,
        String(body.filesize),
        '',
      ])
      const { etag = '' } = head.headers
      expect((await service.get(path, { 'if-none-match': etag })).status).toBe(304)
      const post = await service.post(path, {})
      expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
      for (const wrong of [
        '//media/..%2f..%2fetc%2fpasswd',
        '//media/x.png',
        '//media/fasti.db',
        '//media/.part',
      ])
        expect((await service.get(wrong)).status).toBe(404)
    })

    it('§6 serves parts of files with 206, and 416 after the end', async () => {
      const { body } = await upload(await anImage(400, 200))
      const path = pathOf(body.url)
      const size = body.filesize
      const ask = (range: string, more: Record<string, string> = {}) =>
        service.app.inject({ url: path.slice(1), headers: { range, ...more } })
      const whole = (await ask('')).rawPayload
      expect(whole).toHaveLength(size)
      const parts = [
        ['bytes=0-9', 0, 9],
        ['bytes=10-', 10, size - 1],
        ['bytes=-5', size - 5, size - 1],
        [`bytes=${size - 1}-${size + 50}`, size - 1, size - 1],
      ] as const
      for (const [range, from, to] of parts) {
        const { statusCode, headers, rawPayload } = await ask(range)
        expect([range, statusCode, headers['content-range']]).toEqual([
          range,
          206,
          `bytes ${from}-${to}/${size}`,
        ])
        expect(rawPayload.equals(whole.subarray(from, to + 1))).toBe(true)
      }
      for (const range of [`bytes=${size}-`, 'bytes=-0']) {
        const { statusCode, headers, json } = await ask(range)
        expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${size}`])
        expect(json().code).toBe('rest_range_not_satisfiable')
      }
      for (const range of ['bytes=9-0', 'lines=1-2', 'bytes=0-1,3-4', 'bytes=-'])
        expect((await ask(range)).statusCode).toBe(200)
      expect((await ask('bytes=0-9', { 'if-range': '"other"' })).statusCode).toBe(200)
      const { etag = '' } = (await ask('')).headers
      expect((await ask('bytes=0-9', { 'if-range': String(etag) })).statusCode).toBe(206)
    })
  })
}
