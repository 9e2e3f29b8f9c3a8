/** File names in the media route, and the limit of concurrent uploads. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { type TestService, testService } from '../support/service.ts'
import { listening, rawConnection, rawly } from '../support/sockets.ts'

describe('media files', () => {
  let folder: string
  let service: TestService
  beforeAll(async () => {
    folder = await scratch('fasti-files-')
    service = await testService('sqlite', { FASTI_DATA_DIR: folder })
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('§4.6 are served only if they are images, for every hostile name', async () => {
    const headers = {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="../../x<script>.png"',
    }
    const { body } = await service.ask('POST', '/media', await anImage(20, 20), headers)
    expect(body.url).toMatch(/\/media\/[0-9a-f]{64}\.png$/)
    for (const name of ['secret.png.txt', 'page.html', 'drawing.svg', '.hidden.part']) {
      await writeFile(join(folder, 'media', name), '<script>alert(1)</script>')
      expect((await service.get(`//media/${name}`)).status, name).toBe(404)
    }
    await writeFile(join(folder, 'outside.png'), 'outside')
    const hostile = [
      '..%2foutside.png',
      '%2e%2e%2foutside.png',
      '..%5coutside.png',
      'x%00.png',
      '%3Cscript%3E.png',
      `${'a'.repeat(1990)}.png`,
    ]
    for (const name of hostile) {
      const answered = await service.app.inject({ url: `/media/${name}` })
      expect([name, answered.statusCode, answered.headers['x-content-type-options']]).toEqual([
        name,
        404,
        'nosniff',
      ])
      expect(answered.headers['content-type']).toMatch(/^application\/json/)
      expect(answered.body).not.toMatch(/outside|script/)
    }
    for (const path of ['/media/../outside.png', '/media//outside.png', '/media/'])
      expect((await service.app.inject({ url: path })).statusCode).toBe(404)
  })

  it('§8 limit concurrent uploads, and refuse others with Retry-After', async () => {
    const port = await listening(service)
    const head = (length: number) =>
      `POST /cal/events/v1/media HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: image/png\r\nContent-Length: ${length}\r\n`
    const slow = await Promise.all(Array.from({ length: 6 }, () => rawConnection(port)))
    for (const { send } of slow) send(`${head(10_000_000)}\r\n`)
    const refused = await rawly(port, `${head(10_000_000)}Connection: close\r\n\r\n`)
    expect([refused.status, refused.head]).toEqual([429, expect.stringMatching(/retry-after: \d/i)])
    const image = await anImage(20, 20)
    const small = await service.ask('POST', '/media', image, { 'content-type': 'image/png' })
    expect(small.status).toBe(201)
    for (const { socket } of slow) socket.destroy()
    await Promise.all(slow.map(({ ended }) => ended))
    const large = Buffer.concat([image, Buffer.alloc(5_000_000)])
    await expect
      .poll(async () => (await service.ask('POST', '/media', large, { 'content-type': 'image/png' })).status)
      .toBe(201)
  })
})
