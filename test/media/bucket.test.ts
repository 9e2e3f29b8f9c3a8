/** Images in a bucket, over HTTP. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { run } from '../support/process.ts'
import { type S3Server, s3Server } from '../support/s3-server.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const png = { 'content-type': 'image/png' }
const pathOf = (url: string) => `/${new URL(url).pathname}`

for (const dialect of anyDialects()) {
  describe(`images in a bucket on ${dialect.name}`, () => {
    let store: S3Server
    let service: TestService

    beforeEach(async () => {
      store = await s3Server()
      service = await testService(dialect.name, { FASTI_DATA_DIR: '/nowhere', FASTI_MEDIA: store.url })
    })
    afterEach(async () => {
      await service.close()
      await store.close()
    })
    const upload = async () => service.ask('POST', '/media', await anImage(400, 200), png)

    it('are written with their type and an immutable Cache-Control', async () => {
      const { status, body } = await upload()
      expect(status).toBe(201)
      const names = [body.url, ...Object.values<{ url: string }>(body.sizes).map(({ url }) => url)].map(
        (url) => url.replace(/^.*\/media\//, 'site/'),
      )
      expect([...store.objects.keys()].sort()).toEqual(names.sort())
      for (const { headers } of store.objects.values())
        expect([headers['content-type'], headers['cache-control']]).toEqual([
          'image/png',
          'public, max-age=31536000, immutable',
        ])
    })

    it('are served whole, in part and by HEAD', async () => {
      const { url, filesize } = (await upload()).body
      const bytes = [...store.objects.values()].find(({ bytes }) => bytes.length === filesize)?.bytes
      const inject = (method: 'GET' | 'HEAD', headers = {}) =>
        service.app.inject({ method, url: new URL(url).pathname, headers })
      const whole = await inject('GET')
      expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/png'])
      expect(whole.rawPayload.equals(bytes ?? Buffer.alloc(0))).toBe(true)
      const part = await inject('GET', { range: 'bytes=10-19' })
      expect([part.statusCode, part.rawPayload]).toEqual([206, bytes?.subarray(10, 20)])
      const head = await inject('HEAD')
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        String(filesize),
        '',
      ])
      expect((await service.get(pathOf(url).replace(/[0-9a-f]{64}/, 'a'.repeat(64)))).status).toBe(404)
    })

    it('are removed with their item, and if the write is refused', async () => {
      await upload()
      await service.remove('/media/1')
      expect(store.objects.size).toBe(0)
      const refused = await service.post('/events', anEvent({ venue: 99, image: 1 }))
      expect([refused.status, store.objects.size]).toEqual([400, 0])
    })

    it('are listed page by page, and back-ups contain all of them', async () => {
      const folder = await scratch('fasti-bucket-')
      const database = { FASTI_DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'fasti.db')}` }
      const here = await testService('sqlite', { ...database, FASTI_MEDIA: store.url })
      try {
        for (const side of [400, 500]) await here.ask('POST', '/media', await anImage(side, 200), png)
        expect(store.objects.size).toBeGreaterThan(4)
        const backup = join(folder, 'all.backup')
        const saved = await command(['backup', backup], { ...database, FASTI_MEDIA: store.url })
        expect([saved.code, saved.stderr]).toEqual([0, expect.stringMatching(/restored and compared/)])
        // In a process of its own, whose library warns of the version of Node unless it is told not to.
        const { stderr } = await run(['media', 'prune'], { ...database, FASTI_MEDIA: store.url })
        expect(stderr).not.toMatch(/warning|NodeVersion/i)
        // The note of the back-up is beside the images, and not in the back-up.
        const before = new Map([...store.objects].filter(([key]) => !key.includes('.held/')))
        const other = {
          FASTI_DATA_DIR: join(folder, 'other'),
          FASTI_MEDIA: store.url.replace('/site', '/moved'),
        }
        expect((await command(['restore', backup], other)).code).toBe(0)
        for (const [key, { bytes }] of before)
          expect(store.objects.get(key.replace('site/', 'moved/'))?.bytes.equals(bytes)).toBe(true)
        expect(store.objects.size).toBe(2 * before.size + 1)
      } finally {
        await here.close()
        await rm(folder, { recursive: true, force: true })
      }
    })
  })
}
