/** Lines of an import about images, which editors send: their values reach headers, addresses and calendar lines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { currentMoment } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`lines of an import about images on ${name}`, () => {
    let service: TestService
    let own: Json

    beforeAll(async () => {
      service = await testService(name)
      await service.ask('POST', '/media', await anImage(400, 200), { 'content-type': 'image/png' })
      const { url, width, height, filesize } = (await service.get('/media/1')).body
      const file = String(url).split('/').at(-1)
      own = {
        ...{ resource: 'media', id: 77, global_id: 'other.example?id=77&type=media', version: 1 },
        ...{ date_utc: '2027-01-01 00:00:00', modified_utc: '2027-01-01 00:00:00', title: 'Poster' },
        ...{ file, extension: 'png', mime_type: 'image/png', width, height, filesize, sizes: {} },
        source_url: 'https://example.org/poster.png',
      }
    })
    afterAll(() => service.close())

    const imported = async (more: Json) => {
      const line = `${JSON.stringify({ ...own, ...more })}\n`
      const { body } = await service.ask('POST', '/import?dry_run=true', Buffer.from(line), {
        'content-type': 'application/x-ndjson',
      })
      return body
    }
    const refusalOf = async (more: Json) => {
      const body = await imported(more)
      return body.refused === 1 ? JSON.stringify(body.problems ?? body) : 'accepted'
    }

    it('are accepted with a file that is stored', async () => {
      expect(await imported({})).toMatchObject({ created: 1, refused: 0 })
      expect(await imported({ source_url: '' })).toMatchObject({ created: 1, refused: 0 })
    })

    it('have a media type and an extension of a list, those of the file', async () => {
      const injected = 'image/png\r\nATTACH:https://evil.example'
      for (const mime_type of [injected, 'text/html', 'image/svg+xml', 'image/gif', '', 7])
        expect(await refusalOf({ mime_type }), String(mime_type)).not.toBe('accepted')
      for (const extension of ['svg', 'jpg', 'png\n', ''])
        expect(await refusalOf({ extension }), extension).not.toBe('accepted')
      const size = { file: own.file, width: 1, height: 1, filesize: 1, mime_type: injected }
      expect(await refusalOf({ sizes: { medium: size } })).toContain('sizes')
      expect(await refusalOf({ sizes: { 'a\nb': { ...size, mime_type: 'image/png' } } })).toContain('sizes')
      expect(
        await refusalOf({ sizes: { medium: { ...size, mime_type: 'image/png', width: -1 } } }),
      ).toContain('sizes')
      expect(await refusalOf({ sizes: { medium: { ...size, mime_type: 'image/png' } } })).toBe('accepted')
    })

    it('name only files that are stored', async () => {
      expect(await refusalOf({ file: 'missing.png' })).toContain('there is no file missing.png')
      const size = { file: 'missing.png', width: 1, height: 1, filesize: 1, mime_type: 'image/png' }
      expect(await refusalOf({ sizes: { medium: size } })).toContain('there is no file missing.png')
      for (const file of ['../fasti.db', '/etc/passwd', 'a/b.png', '.marks', 'x.svg', 'a.png\r\n'])
        expect(await refusalOf({ file }), file).not.toBe('accepted')
    })

    it('come from http and https addresses only', async () => {
      for (const source_url of [
        'javascript:alert(1)',
        'data:text/html,x',
        'ftp://x/y',
        'mailto:a@b.example',
        'x',
        'https://a\r\nb',
      ])
        expect(await refusalOf({ source_url }), source_url).toContain('must be an http(s) address, or empty')
    })

    it('write no other calendar lines, whatever is stored', async () => {
      const { result } = await service.store.write(
        { actor: { id: 0, login: '' }, moment: currentMoment({ zone: 'UTC' }) },
        (store) =>
          store.put('media', undefined, {
            ...{
              version: 1,
              author: 0,
              title: 'x',
              alt_text: '',
              credit: '',
              license: '',
              source_url: '',
              file: String(own.file),
            },
            ...{
              extension: 'png',
              mime_type: 'image/png\r\nATTACH:https://evil.example',
              width: 1,
              height: 1,
            },
            ...{ filesize: 1, date_utc: 0, modified_utc: 0, sizes: {}, search_text: 'x', slug: 'injected' },
          }),
      )
      await service.post('/events', anEvent({ image: result }))
      const { body } = await service.get('/events.ics')
      expect(body).toContain('IMAGE;')
      expect(body).not.toMatch(/^ATTACH/m)
    })
  })
}
