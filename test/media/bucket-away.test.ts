/** Failures of an image bucket: the responses, and the stored data. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { bucketStorage } from '../support/inside/media.ts'
import { type Failure, type S3Server, s3Server } from '../support/s3-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const png = { 'content-type': 'image/png' }
const failures: readonly (readonly [what: string, failure: Failure, reason: RegExp])[] = [
  ['refuses the credentials', { status: 403, code: 'AccessDenied' }, /refuses the credentials/],
  ['was deleted', { status: 404, code: 'NoSuchBucket' }, /does not exist/],
  ['fails', { status: 500, code: 'InternalError' }, /fails with 500/],
  ['is asked too often', { status: 503, code: 'SlowDown' }, /asks for fewer requests/],
]

describe('a failing image bucket', () => {
  let store: S3Server
  let host: ImageHost
  let service: TestService
  beforeEach(async () => {
    store = await s3Server()
    host = await imageHost()
    const images = { FASTI_MEDIA: store.url, FASTI_IMAGE_HOSTS: '127.0.0.1' }
    service = await testService('sqlite', { FASTI_DATA_DIR: '/nowhere', ...images })
  })
  afterEach(async () => {
    await service.close()
    await store.close()
    await host.close()
  })
  const upload = async () => service.ask('POST', '/media', await anImage(400, 200), png)
  const uploaded = async () => new URL((await upload()).body.url).pathname
  const ask = async (url: string, headers = {}) => {
    const { statusCode, headers: got, body } = await service.app.inject({ url, headers })
    return { status: statusCode, headers: got, body }
  }

  it.each(failures)(
    'that %s stores no item, and the response has the reason',
    async (_what, failure, reason) => {
      store.fail(failure)
      const { status, body, headers } = await upload()
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '5'])
      expect(body.message).toMatch(reason)
      expect((await service.get('/media')).body.total).toBe(0)
      store.fail(undefined)
      expect((await upload()).status).toBe(201)
    },
  )

  it.each(failures)(
    'that %s serves no file, and serves it again after recovery',
    async (_what, failure, reason) => {
      const path = await uploaded()
      store.fail(failure)
      const { status, headers, body } = await ask(path)
      expect([status, headers['retry-after'], JSON.parse(body).message]).toEqual([
        503,
        '5',
        expect.stringMatching(reason),
      ])
      expect((await ask(path.replace(/\w{64}/, 'a'.repeat(64)))).status).toBe(503)
      store.fail(undefined)
      expect((await ask(path)).status).toBe(200)
    },
  )

  it('ends an import that needs it instead of refusing every line', async () => {
    const line = JSON.stringify(anEvent({ image: host.put('/a.png', await anImage(10, 10)) }))
    const send = () => service.ask('POST', '/import', `${line}\n`, { 'content-type': 'application/x-ndjson' })
    store.fail({ status: 500 })
    const away = await send()
    expect([away.status, away.headers['retry-after']]).toEqual([503, '5'])
    store.fail(undefined)
    const { status, body } = await send()
    expect([status, body.created, body.refused]).toEqual([200, 1, 0])
  })

  it('does not prevent the deletion of an item', async () => {
    await upload()
    store.fail({ status: 403 })
    expect((await service.remove('/media/1')).status).toBe(200)
  })

  it.each(['empty', 'whole'] as const)(
    'gives an error, not a file, for a response that is %s, and no cache may store the error',
    async (failure) => {
      const path = await uploaded()
      store.fail(failure)
      const { status, headers } = await ask(path, { range: 'bytes=0-99' })
      expect([status, headers['retry-after'], headers.etag]).toEqual([503, '5', undefined])
      expect([headers['cache-control'], headers['content-range']]).toEqual(['public, no-cache', undefined])
    },
  )

  it('that closes the connection within a file closes the connection to the client', async () => {
    const path = await uploaded()
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as AddressInfo
    store.fail('cut')
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    store.fail(undefined)
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
  })

  it('times out before and within a response', async () => {
    const endpoint = new URL(new URL(store.url).searchParams.get('endpoint') ?? '').origin
    const place = { name: 'images', prefix: '', endpoint, region: 'eu-south-1' }
    const bucket = bucketStorage(place, { connecting: 200, responding: 200 })
    await bucket.write([{ file: 'a.png', bytes: Buffer.alloc(1000) }])
    const kept = await bucket.read('a.png')
    store.fail('stalled')
    await expect(kept?.stream(0, 999).then(buffer)).rejects.toThrow(/timed out/)
    store.fail('silent')
    await expect(bucket.read('a.png')).rejects.toThrow(/does not respond or closes the connection/)
    await expect(bucket.remove(['a.png'])).rejects.toThrow(/does not respond or closes the connection/)
  })

  it('is reported by commands that need it', async () => {
    store.fail({ status: 403 })
    const { code, stderr } = await command(['media', 'prune'], { FASTI_MEDIA: store.url })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The image bucket refuses/m)])
  })
})
