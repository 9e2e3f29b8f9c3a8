/** The titles and the alternative texts of images in several languages (contract §15). */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { importing, moment } from '../support/importing.ts'
import type { ContentLanguages } from '../support/inside/domain.ts'
import { exportedLines, importJsonLinesFile } from '../support/inside/formats.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { scratch } from '../support/scratch.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const languages: ContentLanguages = ['de', 'fr', 'it']

for (const { name } of anyDialects())
  describe(`images in several languages on ${name}`, () => {
    let folder: string
    let service: TestService
    let other: TestService
    beforeAll(async () => {
      folder = await scratch('fasti-media-')
      const env = {
        ...{ FASTI_DATA_DIR: folder, FASTI_CONTENT_LANGUAGES: languages.join(), FASTI_LANGUAGE: 'de' },
      }
      service = await testService(name, env)
      other = await testService(name, env)
      const upload = async (title: string, size: number) =>
        service.ask('POST', `/media?title=${title}`, await anImage(size, 1), { 'content-type': 'image/png' })
      await upload('Plakat', 2)
      await upload('Foto', 3)
      const translations = {
        fr: { title: 'Affiche', alt_text: 'Un marché en été' },
        it: { title: 'Manifesto', alt_text: 'Un mercato', state: 'draft' },
      }
      expect((await service.patch('/media/1', { alt_text: 'Ein Markt', translations })).status).toBe(200)
      expect((await service.patch('/media/1', { alt_text: 'Ein Wochenmarkt' })).status).toBe(200)
    })
    afterAll(async () => {
      await service.close()
      await other.close()
      await rm(folder, { recursive: true, force: true })
    })

    const found = async (of: TestService, query: string) => {
      const { body } = await of.get(`/media?${query}`)
      return body.media.map(({ title }: Json) => title)
    }
    const lines = async () => {
      let text = ''
      for await (const line of exportedLines(service.store, {
        moment,
        globalId: importing(service).globalId,
      }))
        text += line
      return text
    }

    it('§15 are found by what is shown and by their own texts, and by no draft', async () => {
      expect(await found(service, 'lang=fr&search=affiche')).toEqual(['Affiche'])
      expect(await found(service, 'lang=fr&search=ete')).toEqual(['Affiche'])
      expect(await found(service, 'lang=fr&search=plakat')).toEqual(['Affiche'])
      expect(await found(service, 'search=affiche')).toEqual([])
      expect(await found(service, 'lang=it&search=manifesto')).toEqual([])
      expect(await found(service, 'lang=it&search=mercato')).toEqual([])
      expect(await found(service, 'lang=fr&fallback=none')).toEqual(['Affiche'])
    })

    it('§15 come back byte by byte from JSON lines, with drafts and facts, and are found so', async () => {
      const first = await lines()
      expect(first).toContain('"is_outdated":true')
      expect(first).toContain('"state":"draft"')
      async function* bytes() {
        yield Buffer.from(first)
      }
      const plain = importing(other)
      const images = mediaLibraryOf({ dataDir: folder, imageHosts: [] })
      const content = { languages, asked: languages[0] }
      const setup = importing(other, { caller: { ...plain.caller, images, content } })
      expect(await importJsonLinesFile(bytes(), setup)).toMatchObject({ created: 2, refused: 0 })
      let again = ''
      for await (const line of exportedLines(other.store, { moment, globalId: plain.globalId })) again += line
      expect(again).toBe(first)
      expect(await found(other, 'lang=fr&search=affiche')).toEqual(['Affiche'])
      expect(await found(other, 'lang=it&search=manifesto')).toEqual([])
    })
  })
