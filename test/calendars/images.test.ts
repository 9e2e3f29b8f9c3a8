/** Images of events in calendars, fetched from a host on loopback. */
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { scratch } from '../support/scratch.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`images of calendars on ${name}`, () => {
    let folder: string
    let host: ImageHost
    let service: TestService
    beforeEach(async () => {
      folder = await scratch('fasti-images-')
      host = await imageHost()
      service = await testService(name, { FASTI_DATA_DIR: folder })
    })
    afterEach(async () => {
      await service.close()
      await host.close()
      await rm(folder, { recursive: true, force: true })
    })
    const textOf = (...lines: readonly (readonly string[])[]) =>
      [
        'BEGIN:VCALENDAR',
        ...lines.flatMap((own, at) => [
          ...['BEGIN:VEVENT', `UID:${at}`, `SUMMARY:${at}`, 'DTSTART:20270504T180000Z'],
          ...[...own, 'END:VEVENT'],
        ]),
        ...['END:VCALENDAR', ''],
      ].join('\r\n')
    const imported = (text: string, imageHosts = ['127.0.0.1']) => {
      const caller = {
        ...importing(service).caller,
        images: mediaLibraryOf({ dataDir: folder, imageHosts }),
      }
      const source = { name: 'season.ics', isConfined: false }
      return importCalendar(text, source, importing(service, { caller }))
    }
    const shown = async () =>
      ((await service.get('/events?orderby=id')).body.events as Json[]).map(({ image }) => image)

    it('IMAGE and ATTACH of an image are fetched once and become the images of their events', async () => {
      const poster = host.put('/poster.png', await anImage(200, 100))
      const other = host.put('/other.jpg', await anImage(40, 30, 'jpeg'))
      const text = textOf(
        [`IMAGE;VALUE=URI;DISPLAY=FULLSIZE;FMTTYPE=image/png:${poster}`],
        [`ATTACH;FMTTYPE=image/jpeg:${other}`],
        [`IMAGE:${poster}`],
        [],
      )
      expect(await imported(text)).toMatchObject({ created: 4, refused: 0, notes: new Map() })
      // An address may use an id up on PostgreSQL, so the images have any two.
      const [first, second, third, none] = await shown()
      expect(first).toMatchObject({ width: 200, height: 100, mime_type: 'image/png' })
      expect(second).toMatchObject({ width: 40, mime_type: 'image/jpeg' })
      const [id, other_id, same_id] = [first, second, third].map((image) => (image as Json).id)
      expect([same_id === id, other_id === id, none]).toEqual([true, false, false])
      const { body } = await service.get(`/media/${id}`)
      expect(body).toMatchObject({ title: 'poster', source_url: poster })
      expect((await service.get(`/${new URL(body.url).pathname}`)).status).toBe(200)
      expect(host.asked).toEqual(['/poster.png', '/other.jpg'])
      expect(await imported(text)).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
      const changed = text.replace(`ATTACH;FMTTYPE=image/jpeg:${other}`, `IMAGE:${poster}`)
      expect(await imported(changed)).toMatchObject({ updated: 1, unchanged: 3 })
      expect((await shown()).map((image) => (image === false ? 0 : (image as Json).id))).toEqual([
        ...[id, id, id],
        0,
      ])
      expect(host.asked).toHaveLength(2)
    })

    it('an image on loopback is requested only if its host is allowed', async () => {
      const poster = host.put('/poster.png', await anImage(10, 10))
      const tally = await imported(textOf([`IMAGE:${poster}`]), [])
      expect([tally.created, [...tally.notes.keys()].join()]).toEqual([1, expect.stringMatching(/^IMAGE: /)])
      expect([await shown(), host.asked]).toEqual([[false], []])
    })
  })
}
