import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { roles } from '../support/inside/people.ts'
import { createService, readConfig } from '../support/inside/service.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'
import { dump, load } from '../support/transfer.ts'

/** The smallest GIF. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

for (const { name } of anyDialects()) {
  describe(`settings of the site on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_NAME: 'Alderhaven' })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(() => service.close())
    const page = async (path = '/calendar/', headers = {}): Promise<string> =>
      (await service.get(`/${path}`, headers)).body
    const image = async () =>
      (await service.post('/media', gif, { ...ada, 'content-type': 'image/gif' })).body.id

    it('have the values of the environment by default, for all callers', async () => {
      const { status, body } = await service.get('/settings')
      expect([status, body]).toEqual([
        200,
        {
          ...{
            name: 'Alderhaven',
            description: '',
            imprint_url: '',
            privacy_url: '',
            theme: 'fasti',
            accent_color: '',
          },
          ...{ accessibility_contact: '', accessibility_text: '' },
          ...{ head_html: '', foot_html: '', logo: false, icon: false, share_image: false },
          logo_url: '',
          themes: ['fasti', 'slate', 'meadow', 'plain'],
          ...{ map_tiles: '', map_attribution: '', geocoding: false },
          ...{ timezone: 'America/New_York', language: 'en', region: '', currency: '', applied: true },
          translations: {},
        },
      ])
    })

    it('§8 are changed only as who changes them has seen them', async () => {
      const { etag = '' } = (await service.get('/settings')).headers
      const short = (await service.get('/settings?_fields=name')).headers.etag ?? ''
      const first = await service.patch('/settings', { description: 'Theirs' }, { ...ada, 'if-match': short })
      expect([first.status, first.headers.etag]).toEqual([200, expect.stringMatching(/^"v\d+-/)])
      const late = await service.patch('/settings', { name: 'Mine' }, { ...ada, 'if-match': etag })
      expect([late.status, late.body.code]).toEqual([412, 'rest_precondition_failed'])
      const same = await service.patch('/settings', {}, { ...ada, 'if-match': etag })
      expect(same.status).toBe(412)
      expect((await service.get('/settings')).body).toMatchObject({
        name: 'Alderhaven',
        description: 'Theirs',
      })
      const next = { ...ada, 'if-match': first.headers.etag ?? '' }
      expect((await service.patch('/settings?dry_run=true', { name: 'Mine' }, next)).status).toBe(200)
      expect((await service.patch('/settings', { name: 'Mine' }, next)).status).toBe(200)
      expect((await service.patch('/settings', { name: 'Any' }, { ...ada, 'if-match': '*' })).status).toBe(
        200,
      )
    })

    it('§8 have rules for roles that are changed only as who changes them has seen them', async () => {
      const own = await sessionOf(service, 'ada')
      const { etag = '' } = (await service.get('/sign-in', own)).headers
      const rules = 'groups:staff=administrator'
      const held = { ...own, 'if-match': etag }
      const first = await service.patch('/sign-in', { rules }, held)
      expect([first.status, first.body.rules]).toEqual([200, rules])
      expect((await service.patch('/sign-in', { rules: '' }, held)).status).toBe(412)
      expect((await service.get('/sign-in', own)).body.rules).toBe(rules)
      const next = { ...own, 'if-match': first.headers.etag ?? '' }
      expect((await service.patch('/sign-in', { rules: '' }, next)).status).toBe(200)
    })

    it('change pages and feeds at once, and cleared ones have the values of the environment again', async () => {
      expect(await page()).toContain('<title>January 2027 · Alderhaven</title>')
      const { status, headers, body } = await service.patch(
        '/settings',
        {
          name: 'What’s on',
          description: 'Everything in town.',
          imprint_url: 'https://town.example/imprint',
          privacy_url: 'https://town.example/privacy',
          foot_html: '<p onclick="x()">A service of the town.<script>x()</script></p>',
        },
        ada,
      )
      expect([status, body.name]).toEqual([200, 'What’s on'])
      expect(headers['x-fasti-revision']).toMatch(/^\d+$/)
      expect(body.foot_html).toBe('<p>A service of the town.</p>')
      const shown = await page()
      expect(shown).toContain('<title>January 2027 · What’s on</title>')
      expect(shown).toContain('<a href="https://town.example/imprint">Imprint</a>')
      expect(shown).toContain('<a href="https://town.example/privacy">Privacy</a>')
      expect(shown).toContain('<p>A service of the town.</p>')
      expect((await service.get('/events.rss')).body).toContain('<title>What’s on</title>')
      await service.patch('/settings', { name: null, foot_html: '' }, ada)
      const cleared = await page()
      expect(cleared).toContain('· Alderhaven</title>')
      expect(cleared).not.toContain('A service of the town.')
    })

    it('include a zone, a language and a region, which apply after a restart of the application', async () => {
      const sent = { timezone: 'Europe/Rome', language: 'it', region: 'ch' }
      const { status, body } = await service.patch('/settings', sent, ada)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ ...sent, region: 'CH', applied: false }),
      ])
      expect(await service.isOutdated()).toBe(true)
      const other = await createService(readConfig({ FASTI_LOG_LEVEL: 'silent' }), { store: service.store })
      const index = (await other.app.inject({ url: '/', headers: { host: 'localhost' } })).json()
      expect([index.timezone, other.config.language, other.config.region]).toEqual([
        'Europe/Rome',
        'it',
        'CH',
      ])
      expect(await other.isOutdated()).toBe(false)
      await service.patch('/settings', { timezone: null, language: null, region: '' }, ada)
      expect([await service.isOutdated(), await other.isOutdated()]).toEqual([false, true])
      await other.release()
      for (const wrong of [{ timezone: 'Mars/Base' }, { language: 'xx' }, { region: 'Europe' }])
        expect((await service.patch('/settings', wrong, ada)).status).toBe(400)
    })

    it('are changed by administrators only, and accept only existing images and themes', async () => {
      for (const role of roles.filter((one) => one !== 'administrator')) {
        const { headers } = await service.user(role, `a-${role}`)
        expect([role, (await service.patch('/settings', { name: 'X' }, headers)).status]).toEqual([role, 403])
      }
      expect((await service.patch('/settings', { name: 'X' })).status).toBe(401)
      const { status, body } = await service.patch(
        '/settings',
        { name: '', imprint_url: 'javascript:x', theme: 'none' },
        ada,
      )
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['imprint_url']])
      expect((await service.patch('/settings', { theme: 'none' }, ada)).body.data.params).toEqual({
        theme: 'must be one of fasti, slate, meadow, plain',
      })
      expect((await service.patch('/settings', { logo: 99 }, ada)).status).toBe(400)
    })

    it('show a logo, an icon and an image for messengers, until the image is deleted', async () => {
      const id = await image()
      const { body } = await service.patch('/settings', { logo: id, icon: id, share_image: id }, ada)
      expect(body.logo).toMatchObject({ id, width: 1 })
      const path = new URL(body.logo.url).pathname
      expect(new URL(body.logo_url).pathname).toBe(path)
      const shown = await page()
      expect(shown).toContain(`<img class="logo" src="${path}" alt="" width="1" height="1">`)
      expect(shown).toContain(`<link rel="icon" href="${path}">`)
      expect(shown).toContain(`<meta property="og:image" content="${body.logo.url}">`)
      await service.remove(`/media/${id}`, ada)
      expect(await page()).not.toContain('class="logo"')
      expect((await service.get('/settings')).body.logo).toBe(false)
    })

    it('choose a theme and colours of categories, which are part of a style sheet with another name', async () => {
      const styleOf = (text: string) => /rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ''
      const before = styleOf(await page())
      const { body: category } = await service.post('/categories', { name: 'Music', color: '#FC0' }, ada)
      expect(category.color).toBe('#ffcc00')
      await service.post(
        '/events',
        anEvent({ start_date: '2027-01-20', end_date: '2027-01-20', categories: [category.id] }),
        ada,
      )
      await service.patch('/settings', { theme: 'slate' }, ada)
      const shown = await page()
      const after = styleOf(shown)
      expect(after).not.toBe(before)
      expect(shown).toContain(`cat-${category.id}`)
      const { body: css, headers } = await service.get(`/${after}`)
      expect(headers['content-type']).toBe('text/css; charset=utf-8')
      expect(css).toContain('--red: #1d4f91')
      // Yellow has too little contrast on white: it is darkened there, and unchanged on black.
      expect(css).not.toContain(`.cat-${category.id}{--hue:#ffcc00}}@media`)
      expect(css).toContain(
        `@media screen and (prefers-color-scheme:dark){.cat-${category.id}{--hue:#ffcc00}}`,
      )
      const cleared = await service.patch(`/categories/${category.id}`, { color: null }, ada)
      expect(cleared.body.color).toBe('')
      expect((await service.patch(`/categories/${category.id}`, { color: 'red' }, ada)).status).toBe(400)
    })

    it('have their values before a change again once it is undone, and after it once that is, too', async () => {
      const undo = async ({ headers }: { readonly headers: Record<string, string> }, by = ada) =>
        service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, by)
      const shown = async () => {
        const { name, theme, logo, translations } = (await service.get('/settings')).body
        return [name, theme, logo.id, translations]
      }
      const id = await image()
      await service.patch('/settings', { theme: 'plain', translations: { de: { name: 'Stadt' } } }, ada)
      const before = await shown()
      const sent = {
        name: 'Town',
        theme: 'meadow',
        logo: id,
        translations: { de: null, it: { name: 'Città' } },
      }
      const changed = await service.patch('/settings', sent, ada)
      const after = await shown()
      expect(after).toEqual(['Town', 'meadow', id, { it: { name: 'Città' } }])
      const undone = await undo(changed)
      expect([undone.status, await shown()]).toEqual([200, before])
      expect([(await undo(undone)).status, await shown()]).toEqual([200, after])
      const late = await undo(changed)
      expect([late.status, await shown()]).toEqual([200, before])
      await service.patch('/settings', { theme: 'slate' }, ada)
      const refused = await undo(late)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      const { headers } = await service.user('editor', 'eve')
      expect((await undo(changed, headers)).status).toBe(403)
    })

    it('leave an image as it is whose image of before was deleted, and say so', async () => {
      const [old, logo] = [await image(), await image()]
      const undo = async ({ headers }: { readonly headers: Record<string, string> }) =>
        service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, ada)
      const shown = async () => {
        const { name, logo } = (await service.get('/settings')).body
        return [name, logo.id]
      }
      await service.patch('/settings', { name: 'Village', logo: old }, ada)
      const both = await service.patch('/settings', { name: 'Town', logo }, ada)
      await service.remove(`/media/${old}`, ada)
      const undone = await undo(both)
      expect([undone.status, undone.body.left, await shown()]).toEqual([200, ['logo'], ['Village', logo]])
      const again = await undo(undone)
      expect([again.status, again.body.left, await shown()]).toEqual([200, undefined, ['Town', logo]])
      const [third, next] = [await image(), await image()]
      await service.patch('/settings', { logo: third }, ada)
      const alone = await service.patch('/settings', { logo: next }, ada)
      await service.remove(`/media/${third}`, ada)
      const before = await service.store.revision()
      const refused = await undo(alone)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-not-recorded'])
      expect(refused.body.message).toContain('deleted')
      expect([await shown(), await service.store.revision()]).toEqual([['Town', next], before])
    })

    it('are previewed by administrators without being saved', async () => {
      const path = '/calendar/?preview=1&name=Preview&theme=meadow'
      expect(await page(path, ada)).toContain('· Preview</title>')
      expect(await page(path)).toContain('· Alderhaven</title>')
      expect(await page('/calendar/', ada)).toContain('· Alderhaven</title>')
    })

    it('are previewed by a link of the desk alone, not by one of another site or of an e-mail', async () => {
      const path = '/calendar/?preview=1&head_html=Your+session+has+ended'
      const shown = (site: string) => page(path, { ...ada, 'sec-fetch-site': site })
      expect(await shown('same-origin')).toContain('Your session has ended')
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(await shown(site)).not.toContain('Your session has ended')
    })

    it('are exported, and an import fills in those that are not set', async () => {
      const id = await image()
      await service.patch('/settings', { name: 'Here', theme: 'plain', logo: id }, ada)
      await service.post('/categories', { name: 'Music', color: '#123456' }, ada)
      const lines = await dump(service.store)
      const other = await testService(name)
      try {
        expect((await load(other.store, lines)).refusals).toEqual([])
        const { body } = await other.get('/settings')
        expect(body).toMatchObject({ name: 'Here', theme: 'plain', logo: { id: expect.any(Number) } })
        expect((await other.get('/categories?hide_empty=false')).body.categories[0].color).toBe('#123456')
        await other.patch('/settings', { name: 'There' })
        await load(other.store, lines)
        expect((await other.get('/settings')).body.name).toBe('There')
      } finally {
        await other.close()
      }
    })
  })
}
