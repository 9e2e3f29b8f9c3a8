/** Two instances of the service with one database and one bucket, in a store that others wrote. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, freshSqliteFile } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { startS3rver } from '../support/s3rver.ts'
import { type TestService, testService } from '../support/service.ts'

const png = { 'content-type': 'image/png' }

for (const { name, freshUrl } of dialects) {
  describe(`one bucket of two instances on ${name}`, () => {
    const open: (() => Promise<void>)[] = []
    let first: TestService
    let second: TestService

    beforeEach(async () => {
      const store = await startS3rver()
      const { url, drop } = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      open.push(store.close, drop)
      const env = { DATABASE_URL: url, FASTI_DATA_DIR: '/nowhere', FASTI_MEDIA: store.url }
      first = await testService(name, env)
      second = await testService(name, env)
      open.push(
        () => first.close(),
        () => second.close(),
      )
    })
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close()
    })

    const upload = async (width: number) => {
      const { status, body } = await first.ask('POST', '/media', await anImage(width, 200), png)
      expect(status).toBe(201)
      return body
    }
    const file = (of: TestService, url: string, headers = {}) =>
      of.app.inject({ method: 'GET', url: new URL(url).pathname, headers })

    it('shows what one stored by the other, whole, in part, and in every size', async () => {
      const { url, filesize, sizes } = await upload(1200)
      const whole = await file(second, url)
      expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, filesize])
      const part = await file(second, url, { range: 'bytes=5-14' })
      expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 5-14/${filesize}`])
      expect(part.rawPayload.equals(whole.rawPayload.subarray(5, 15))).toBe(true)
      const others = Object.values<{ url: string; filesize?: number }>(sizes)
      expect(others.length).toBeGreaterThan(1)
      for (const size of others) expect((await file(second, size.url)).statusCode).toBe(200)
    })

    it('loses what one removes, for both', async () => {
      const { id, url } = await upload(400)
      const kept = await upload(500)
      expect((await second.remove(`/media/${id}`)).status).toBe(200)
      for (const service of [first, second]) {
        expect((await file(service, url)).statusCode).toBe(404)
        expect((await file(service, kept.url)).statusCode).toBe(200)
      }
    })

    it('has no file for an address that nobody stored', async () => {
      const { url } = await upload(400)
      const unknown = url.replace(/[0-9a-f]{64}/, 'a'.repeat(64))
      for (const service of [first, second]) expect((await file(service, unknown)).statusCode).toBe(404)
    })
  })
}
