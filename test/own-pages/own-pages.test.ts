import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

for (const { name } of dialects) {
  describe(`own pages on ${name}`, () => {
    let service: TestService
    let administrator: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    /** A page of the calendar, as a browser asks for it. */
    const shown = (path: string, headers: Record<string, string> = {}) =>
      service.get(`/${path}`, { ...browser, ...headers })
    const newPage = async (more: Json = {}) =>
      (await service.post('/pages', { title: 'Imprint', content: '<p>Ada</p>', ...more }, administrator)).body

    it('§23 are written by administrators alone, and read by everybody', async () => {
      const editor = (await service.user('editor')).headers
      expect((await service.post('/pages', { title: 'x' })).status).toBe(401)
      expect((await service.post('/pages', { title: 'x' }, editor)).status).toBe(403)
      const sent = {
        title: 'Imprint',
        content: '<p onclick="x()">Ada</p><script>y()</script>',
        menu_order: 2,
      }
      const made = await service.post('/pages', sent, administrator)
      expect([made.status, made.headers.location]).toEqual([201, made.body.rest_url])
      expect((await service.get('/pages/by-slug/imprint')).body).toEqual({
        ...{ id: 1, slug: 'imprint', title: 'Imprint', content: '<p>Ada</p>', status: 'publish' },
        ...{ language: 'en', languages: ['en'], menu_order: 2, in_footer: false },
        ...{ date: expect.any(String), date_utc: expect.any(String) },
        ...{ modified: expect.any(String), modified_utc: expect.any(String) },
        url: expect.stringMatching(/\/page\/imprint\/$/),
        rest_url: expect.stringMatching(/\/pages\/1$/),
      })
      for (const [method, path] of [
        ['PATCH', '/pages/1'],
        ['PATCH', '/pages/by-slug/imprint'],
        ['DELETE', '/pages/1'],
        ['POST', '/pages/1/revert'],
      ] as const)
        expect((await service.ask(method, path, { title: 'x', change: 1 }, editor)).status, path).toBe(403)
      expect((await service.get('/pages/1/history', editor)).status).toBe(403)
    })

    it('§23 are written by nobody else by a file, and listed to nobody else as to translate', async () => {
      await service.close()
      service = await testService(name, { FASTI_CONTENT_LANGUAGES: 'en,de' })
      administrator = (await service.user('administrator')).headers
      const editor = (await service.user('editor')).headers
      await newPage({ status: 'draft' })
      const exported = (await service.get('/pages/1', administrator)).body
      const lines = [
        { resource: 'page', title: 'Mine', content: '<p>x</p>', in_footer: true },
        {
          resource: 'page',
          global_id: `${new URL(exported.rest_url).host}?id=1&type=page`,
          ...exported,
          title: 'Mine',
        },
      ]
      const file = lines.map((line) => JSON.stringify(line)).join('\n')
      const sent = await service.ask('POST', '/import?format=jsonl', file, {
        ...editor,
        'content-type': 'application/x-ndjson',
      })
      expect(sent.body).toMatchObject({ created: 0, updated: 0 })
      const { body } = await service.get('/pages?status=any', administrator)
      expect(body.pages.map(({ title }: Json) => title)).toEqual(['Imprint'])
      const titles = async (headers: Record<string, string>) =>
        (await service.get('/translations?language=de', headers)).body.translations.map(
          ({ title }: Json) => title,
        )
      expect(await titles(editor)).toEqual([])
      expect(await titles(administrator)).toEqual(['Imprint'])
    })

    it('§23 that are not public are there for administrators alone', async () => {
      const editor = (await service.user('editor')).headers
      const hidden = [
        await newPage({ title: 'Draft', status: 'draft', in_footer: true }),
        await newPage({ title: 'Private', status: 'private', in_footer: true }),
        await newPage({ title: 'Later', date: '2999-01-01 00:00:00', in_footer: true }),
        await newPage({ title: 'Gone', in_footer: true }),
      ]
      await service.ask('DELETE', `/pages/${hidden[3]?.id}`, undefined, administrator)
      await newPage({ title: 'Public' })
      const titlesFor = async (query: string, by?: Record<string, string>) =>
        (await service.get(`/pages${query}`, by)).body.pages?.map(({ title }: Json) => title)
      for (const by of [undefined, editor]) {
        expect(await titlesFor('', by)).toEqual(['Public'])
        expect((await service.get('/pages?status=any', by)).status).toBe(by === undefined ? 401 : 403)
        for (const { id, slug } of hidden) {
          expect((await service.get(`/pages/${id}`, by)).body.code).toBe('page-not-found')
          expect((await service.get(`/pages/by-slug/${slug}`, by)).body.code).toBe('page-not-found')
          expect((await shown(`/page/${slug}/`, by)).status).toBe(404)
        }
        const changed = (await service.get('/changes?since=0', by)).body.changes
        const ofPages = changed.filter(({ resource }: Json) => resource === 'page')
        expect(ofPages.map(({ action, id }: Json) => `${action} ${id}`)).toEqual(['removed 4', 'created 5'])
        expect((await shown('/sitemap.xml', by)).body.match(/\/page\/[a-z]+/g)).toEqual(['/page/public'])
        expect((await shown('/calendar/', by)).body).not.toMatch(/\/page\//)
      }
      expect(await titlesFor('?status=any&orderby=title', administrator)).toEqual([
        ...['Draft', 'Later', 'Private', 'Public'],
      ])
      expect((await service.get(`/pages/${hidden[3]?.id}`, administrator)).body.status).toBe('trash')
      const draft = await shown('/page/draft/', administrator)
      expect([draft.status, draft.body.includes('noindex')]).toEqual([200, true])
    })

    it('§23 scheduled ones appear in the footer when their time comes', async () => {
      await newPage({ title: 'Later', date_utc: '2027-01-15 13:00:00', in_footer: true })
      expect((await shown('/calendar/')).body).not.toContain('/page/later/')
      service.at('2027-01-15T13:00:01Z')
      expect((await shown('/calendar/')).body).toContain('/page/later/')
      expect((await shown('/page/later/')).status).toBe(200)
    })

    it('§23 go to the trash, come back with a free slug, and go for good', async () => {
      const { id } = await newPage()
      const remove = (query = '') => service.ask('DELETE', `/pages/${id}${query}`, undefined, administrator)
      expect((await remove()).body.status).toBe('trash')
      expect((await remove()).body.code).toBe('page-is-in-trash')
      await newPage()
      const back = await service.patch(`/pages/${id}`, { status: 'publish' }, administrator)
      expect([back.status, back.body.slug]).toEqual([200, 'imprint-2'])
      const deleted = await remove('?force=true')
      expect(deleted.body).toMatchObject({ deleted: true, previous: { slug: 'imprint-2' } })
      expect((await service.get(`/pages/${id}`, administrator)).status).toBe(404)
    })

    it('§0 former slugs lead on, on the page and in the interface', async () => {
      const { id } = await newPage({ title: 'About us' })
      await service.patch(`/pages/${id}`, { slug: 'who-we-are' }, administrator)
      const moved = await shown('/page/about-us/?x=1')
      expect([moved.status, moved.headers.location]).toEqual([
        301,
        expect.stringMatching(/\/page\/who-we-are\/\?x=1$/),
      ])
      expect((await service.get('/pages/by-slug/about-us')).status).toBe(301)
      const page = await shown('/page/who-we-are/')
      expect(page.body).toMatch(/<link rel="canonical" href="[^"]+\/page\/who-we-are\/">/)
      const again = await shown('/page/who-we-are/', { 'if-none-match': String(page.headers.etag) })
      expect(again.status).toBe(304)
    })

    it('§23 have a history, and are reverted and undone', async () => {
      const { id } = await newPage()
      await service.patch(`/pages/${id}`, { content: '<p>Bob</p>' }, administrator)
      const { changes } = (await service.get(`/pages/${id}/history`, administrator)).body
      const contents = changes.map((one: Json) => [one.verb, (one.values as Json | undefined)?.content])
      expect(contents).toEqual([
        ['update', { before: '<p>Ada</p>', after: '<p>Bob</p>' }],
        ['create', undefined],
      ])
      const undone = await service.post('/undo', { revision: changes[0].revision }, administrator)
      expect(undone.status).toBe(200)
      expect((await service.get(`/pages/${id}`)).body.content).toBe('<p>Ada</p>')
      const reverted = await service.post(`/pages/${id}/revert`, { change: changes[0].id }, administrator)
      expect(reverted.body.content).toBe('<p>Bob</p>')
    })

    it('§23 are a hundred at most, and the refusal says what to do', async () => {
      for (let at = 0; at < 100; at += 1) expect((await newPage({ title: `Page ${at}` })).id).toBe(at + 1)
      const refused = await service.post('/pages', { title: 'One more' }, administrator)
      expect(refused.body).toMatchObject({ code: 'too_many_pages', message: expect.stringContaining('100') })
      expect(refused.status).toBe(409)
      await service.ask('DELETE', '/pages/1', undefined, administrator)
      expect((await service.post('/pages', { title: 'One more' }, administrator)).status).toBe(201)
      const back = await service.patch('/pages/1', { status: 'publish' }, administrator)
      expect(back.body.code).toBe('too_many_pages')
    })

    it('§23 stand in the footer by their order, but for those that a setting names', async () => {
      await newPage({ title: 'Contact', menu_order: 2, in_footer: true })
      await newPage({ title: 'About', menu_order: 1, in_footer: true })
      const imprint = await newPage({ title: 'Imprint', in_footer: true })
      await newPage({ title: 'Elsewhere' })
      const links = async () =>
        [
          ...((await shown('/calendar/')).body.match(/<ul class="legal">.*?<\/ul>/) ?? [''])[0].matchAll(
            /href="([^"]+)"[^>]*>([^<]+)</g,
          ),
        ].map(([, href, text]) => `${text} ${href}`)
      expect(await links()).toEqual([
        ...['Imprint /page/imprint/', 'About /page/about/', 'Contact /page/contact/'],
      ])
      await service.patch('/settings', { imprint_url: imprint.url }, administrator)
      expect(await links()).toEqual([
        ...['Imprint /page/imprint/', 'About /page/about/', 'Contact /page/contact/'],
      ])
    })
  })
}
