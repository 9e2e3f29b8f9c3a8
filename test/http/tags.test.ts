/** The order in which the pipeline refuses requests, and what it does once, on tags. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'
import { type TranslationServer, translated, translationServer } from '../support/translation-server.ts'

const languages = { FASTI_CONTENT_LANGUAGES: 'en,fr', FASTI_LANGUAGE: 'en' }
type Headers = Record<string, string>
const told = ({ status, body }: Answered) => [status, body.code]

for (const { name } of dialects)
  describe(`tags on ${name}`, () => {
    let service: TestService
    let server: TranslationServer
    let admin: Headers
    let author: Headers
    const made = async (body: Json) => (await service.post('/tags', body, admin)).body.id as number

    beforeAll(async () => {
      server = await translationServer()
      server.answer(translated((text) => `en français : ${text}`))
      service = await testService(name, { ...languages, FASTI_TRANSLATE_URL: server.url })
      admin = (await service.user('administrator', 'ada')).headers
      author = (await service.user('author', 'bob')).headers
    })
    afterAll(async () => {
      await service.close()
      await server.close()
    })

    it('§6 refuses the right before the args, these before the item, this before its version, and that before the act', async () => {
      await made({ name: 'Taken' })
      const id = await made({ name: 'Ordered' })
      const stale = { 'if-match': '"v9"' }
      const change = (path: number, body: Json, headers: Headers) =>
        service.patch(`/tags/${path}`, body, headers)
      expect(told(await change(0, { name: '' }, {}))).toEqual([401, 'rest_not_logged_in'])
      expect(told(await change(0, { name: '' }, { ...author, ...stale }))).toEqual([403, 'rest_forbidden'])
      const faults = await change(0, { name: '', parent: 1 }, { ...admin, ...stale })
      expect(told(faults)).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(faults.body.data.params)).toEqual(['name', 'parent'])
      expect(told(await change(0, { name: 'Taken' }, { ...admin, ...stale }))).toEqual([404, 'tag-not-found'])
      expect(told(await change(id, { name: 'taken' }, { ...admin, ...stale }))).toEqual([
        412,
        'rest_precondition_failed',
      ])
      expect(told(await change(id, { name: 'taken' }, admin))).toEqual([409, 'term_exists'])
      expect((await change(id, { name: 'Kept' }, admin)).body).toMatchObject({ id, name: 'Kept' })
    })

    it('§6 names the faults of form of a list together with the event that is not there', async () => {
      const { status, body } = await service.get('/tags?per_page=x&event=999&available_in=xx')
      expect(status).toBe(400)
      expect(Object.keys(body.data.params).sort()).toEqual(['available_in', 'event', 'per_page'])
    })

    it('§5 refuses who may not ask what is unused, before it looks for the event', async () => {
      expect(told(await service.get('/tags?unused=true&event=999'))).toEqual([401, 'rest_not_logged_in'])
      expect(told(await service.get('/tags?unused=true&event=999', admin))).toEqual([
        400,
        'rest_invalid_param',
      ])
    })

    it('§15 asks no machine for a tag that is not there, or is another version than the caller saw', async () => {
      const id = await made({ name: 'Market' })
      const translate = (path: number, headers: Headers) =>
        service.post(`/tags/${path}/translate`, { language: 'fr' }, headers)
      const before = server.asked.length
      expect(told(await translate(id, author))).toEqual([403, 'rest_forbidden'])
      expect(told(await translate(0, admin))).toEqual([404, 'tag-not-found'])
      expect(told(await translate(id, { ...admin, 'if-match': '"v2"' }))).toEqual([
        412,
        'rest_precondition_failed',
      ])
      expect(server.asked.length).toBe(before)
      const { body } = await translate(id, { ...admin, 'if-match': '"v1"' })
      expect(body.translations.fr).toMatchObject({ name: 'en français : Market', origin: 'machine' })
      expect(server.asked.length).toBe(before + 1)
    })

    it('§13 rehearses a write once, and keeps nothing of it', async () => {
      const count = async () => (await service.get('/tags?hide_empty=false')).body.total
      const before = await count()
      const rehearsed = await service.post('/tags?dry_run=true', { name: 'Rehearsed' }, admin)
      expect([rehearsed.status, rehearsed.body.dry_run]).toEqual([201, true])
      expect(rehearsed.headers['x-fasti-revision']).toBeUndefined()
      expect(await count()).toBe(before)
    })

    it('§8 answers a repeated key with the first answer, its refusal too', async () => {
      const key = { ...admin, 'idempotency-key': 'once' }
      const [first, again] = [
        await service.post('/tags', { name: 'Once' }, key),
        await service.post('/tags', { name: 'Once' }, key),
      ]
      expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
      expect(again.headers['idempotency-replayed']).toBe('true')
      const refused = { ...admin, 'idempotency-key': 'refused' }
      await service.post('/tags', { name: '' }, refused)
      const { status, headers } = await service.post('/tags', { name: '' }, refused)
      expect([status, headers['idempotency-replayed']]).toEqual([400, 'true'])
    })

    it('leads reads of a merged tag to the one that it became part of, and refuses its writes and its history', async () => {
      const [into, merged] = [await made({ name: 'Into' }), await made({ name: 'Merged' })]
      expect((await service.post(`/tags/${into}/merge`, { items: [merged] }, admin)).status).toBe(200)
      const read = await service.get(`/tags/${merged}`)
      expect([read.status, read.headers.location]).toEqual([301, expect.stringMatching(`/tags/${into}$`)])
      for (const refused of [
        await service.patch(`/tags/${merged}`, { name: 'x' }, admin),
        await service.remove(`/tags/${merged}`, admin),
        await service.get(`/tags/${merged}/history`, admin),
      ])
        expect(told(refused)).toEqual([410, 'item-merged'])
    })
  })
