import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { type TestService, testService } from '../support/service.ts'

const manifestAt = async (service: TestService, path: string) => {
  const { headers, body } = await service.get(`/${path}app.webmanifest`)
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  return JSON.parse(String(body))
}

/** The colour of the pixel in a corner and of the one in the middle, and the size. */
async function drawn(service: TestService, path: string) {
  const { rawPayload, headers } = await service.app.inject(path)
  expect(headers['content-type']).toBe('image/png')
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ]
  return { size: info.width, corner: at(0, 0), middle: at(info.width >> 1, info.height >> 1) }
}

for (const { name } of anyDialects())
  describe(`the calendar as an application on ${name}`, () => {
    it('has the name of the calendar, the language of its root and the colours of its theme', async () => {
      const env = { FASTI_BASE_URL: 'http://town.test/dates', FASTI_NAME: 'Alderhaven', FASTI_THEME: 'slate' }
      const service = await testService(name, env)
      const manifest = await manifestAt(service, '/dates/')
      expect(manifest).toMatchObject({
        id: '/dates/',
        name: 'Alderhaven',
        start_url: '/dates/',
        scope: '/dates/',
        display: 'standalone',
        theme_color: '#f7f9fb',
        background_color: '#f7f9fb',
      })
      expect(await manifestAt(service, '/dates/de/')).toMatchObject({
        lang: 'de',
        start_url: '/dates/de/',
        scope: '/dates/',
        shortcuts: [{ name: 'Heute', url: '/dates/de/calendar/day/' }, {}, { name: 'Merkliste' }],
      })
      const { body, headers } = await service.get('//dates/calendar/', { accept: 'text/html' })
      expect(body).toContain('<link rel="manifest" href="/dates/app.webmanifest">')
      expect(body).toContain('content="#10151b" media="(prefers-color-scheme: dark)"')
      expect(headers['content-security-policy']).toMatch(/worker-src 'self'.*manifest-src 'self'/)
      for (const { src, sizes } of manifest.icons)
        expect(`${(await drawn(service, src)).size}x${(await drawn(service, src)).size}`).toBe(sizes)
      await service.close()
    })

    it('has the icon or else the logo of the theme, on the colour of the page where its shape is cut', async () => {
      const folder = await scratch('fasti-look-')
      const logo = Buffer.from(await anImage(40, 20))
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'logo.png'), logo)
      await writeFile(join(folder, 'theme.css'), ':root { --paper: #0000ff; }')
      const withLogo = await testService(name, { FASTI_THEME: folder })
      const { corner, middle } = await drawn(withLogo, '/app-icon-192.png')
      expect([corner[3], middle[3]]).toEqual([0, 255])
      expect((await drawn(withLogo, '/app-icon-maskable.png')).corner).toEqual([0, 0, 255, 255])
      await withLogo.close()
      const green =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0f0"/></svg>'
      await writeFile(join(folder, 'favicon.svg'), green)
      const withIcon = await testService(name, { FASTI_THEME: folder })
      expect((await drawn(withIcon, '/app-icon-512.png')).corner).toEqual([0, 255, 0, 255])
      await withIcon.close()
      await writeFile(join(folder, 'favicon.svg'), 'no picture')
      const withBroken = await testService(name, { FASTI_THEME: folder })
      expect((await drawn(withBroken, '/app-icon-192.png')).middle).toEqual(middle)
      await withBroken.close()
      await rm(folder, { recursive: true })
    })

    it('has the icon of the settings before all others', async () => {
      const service = await testService(name)
      const { headers } = await service.user('administrator')
      const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer()
      const sent = await service.ask('POST', '/media', red, {
        ...headers,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="red.png"',
      })
      expect([sent.body.message, sent.status]).toEqual([undefined, 201])
      await service.patch('/settings', { icon: sent.body.id }, headers)
      expect((await drawn(service, '/app-icon-192.png')).corner).toEqual([255, 0, 0, 255])
      await service.close()
    })

    it('is not kept where the site does not want it', async () => {
      const service = await testService(name, { FASTI_OFFLINE: 'off' })
      expect((await service.get('//offline.js')).body).toContain('"isOn":false')
      const { body } = await service.get('//calendar/', { accept: 'text/html' })
      expect(body).not.toMatch(/data-worker|class="saved"/)
      await service.close()
    })
  })
