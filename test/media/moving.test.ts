/** Media and their files over time: exports, the audit log, and concurrent writers. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, emptySqliteFile } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { exportedLines, globalId, importJsonLinesFile } from '../support/inside/formats.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { localModeActor } from '../support/inside/people.ts'
import { currentMoment } from '../support/inside/service.ts'
import { connectDatabase, itemsChangedSinceRevision } from '../support/inside/store.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const moment = currentMoment({ zone: 'UTC' })
const identify = (name: Parameters<typeof globalId>[1], id: number) =>
  globalId({ base: 'http://x' }, name, id)

for (const dialect of dialects) {
  describe(`media over time on ${dialect.name}`, () => {
    let folder: string
    const opened: TestService[] = []
    const service = async () => {
      const one = await testService(dialect.name, { FASTI_DATA_DIR: folder })
      opened.push(one)
      return one
    }
    const upload = ({ ask }: TestService, bytes: Buffer, title: string) =>
      ask('POST', `/media?title=${title}`, bytes, { 'content-type': 'image/png' })

    beforeAll(async () => {
      folder = await scratch('fasti-media-')
    })
    afterAll(async () => {
      for (const one of opened.splice(0)) await one.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('an export transfers them to another calendar, which serves the same files', async () => {
      const [from, to] = [await service(), await service()]
      await upload(from, await anImage(400, 200), 'Poster')
      await from.post('/events', anEvent({ image: 1 }))
      const lines = exportedLines(from.store, { moment, globalId: identify })
      const bytes = (async function* () {
        for await (const line of lines) yield Buffer.from(line)
      })()
      const images = mediaLibraryOf({ dataDir: folder, imageHosts: [] })
      const tally = await importJsonLinesFile(bytes, {
        ...{ store: to.store, now: () => moment, globalId: identify, isFatal: () => false },
        ...{ isStrict: true, onProgress: () => {} },
        caller: { actor: localModeActor, currency: undefined, images },
      })
      expect(tally).toMatchObject({ created: 2, refused: 0 })
      const [before, after] = [await from.get('/media/1'), await to.get('/media/1')]
      expect(after.body).toEqual(before.body)
      expect((await to.get('/events/1')).body.image.url).toBe(before.body.url)
      expect((await to.get('/media?search=poster')).body.total).toBe(1)
      expect((await to.get(`/${new URL(before.body.url).pathname}`)).status).toBe(200)
    })

    it('every write of media is in the audit log', async () => {
      const one = await service()
      await upload(one, await anImage(1, 1), 'A')
      await one.patch('/media/1', { title: 'B' })
      await one.patch('/media/1', { title: 'B' })
      await one.remove('/media/1')
      const rows = []
      for await (const { verb, resource, item_id, title } of one.store.audit(0))
        rows.push([verb, resource, item_id, title])
      expect(rows).toEqual([
        ['create', 'media', 1, 'A'],
        ['update', 'media', 1, 'B'],
        ['delete', 'media', 1, 'B'],
      ])
    })

    it('a deleted one disappears from cached responses, and the journal names the items that showed it', async () => {
      const { url, drop } = dialect.name === 'sqlite' ? await emptySqliteFile() : await dialect.freshUrl()
      const one = await testService(dialect.name, { FASTI_DATA_DIR: folder, DATABASE_URL: url })
      await upload(one, await anImage(10, 10), 'A')
      const linked = { venue: { venue: 'V', image: 1 }, organizer: { organizer: 'O', image: 1 } }
      await one.post('/events', anEvent({ image: 1, ...linked }))
      const lists = ['/events', '/venues', '/organizers']
      const images = async () =>
        Promise.all(lists.map(async (list) => (await one.get(list)).body[list.slice(1)][0].image))
      for (let asked = 0; asked < 2; asked += 1)
        expect(await images()).toEqual(lists.map(() => expect.objectContaining({ id: 1 })))
      const before = await one.store.revision()
      await one.remove('/media/1')
      expect(await images()).toEqual([false, false, false])
      const other = await connectDatabase(url)
      const changes = await itemsChangedSinceRevision(other.reader, before)
      expect(changes.map(({ resource, item_id }) => `${resource} ${item_id}`).sort()).toEqual([
        ...['event 1', 'media 1', 'organizer 1', 'venue 1'],
      ])
      await other.close()
      await one.close()
      await drop()
    })

    it('an upload keeps its file while another item with the same bytes is deleted', async () => {
      const one = await service()
      const bytes = await anImage(10, 10)
      let { body: last } = await upload(one, bytes, 'A')
      for (let round = 0; round < 10; round += 1) {
        const [uploaded, removed] = await Promise.all([
          upload(one, bytes, 'A'),
          one.remove(`/media/${last.id}`),
        ])
        expect([uploaded.status, removed.status]).toEqual([201, 200])
        last = uploaded.body
        expect((await one.get(`/${new URL(last.url).pathname}`)).status).toBe(200)
      }
    })
  })
}
