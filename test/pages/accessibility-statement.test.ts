import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anyDialects } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { interfaceLanguageCodes, wordingOf } from '../support/inside/api.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { overflows } from '../support/sides.ts'
import { browser } from '../support/site.ts'
import { dump, load } from '../support/transfer.ts'

const CONTACT = 'access@town.example'

for (const { name } of anyDialects()) {
  describe(`the accessibility statement on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name, { FASTI_NAME: 'Alderhaven' })
    })
    afterEach(() => service.close())
    const set = (settings: Json) => service.patch('/settings', settings)
    const page = async (path: string) => {
      const { status, headers, body } = await service.get(`/${path}`, browser)
      return { status, headers, text: String(body) }
    }

    it('is nowhere without an address for feedback, also when the operator has written a text', async () => {
      await set({ accessibility_text: 'Ask us.' })
      for (const root of ['/', '/de/', '/pt-br/'])
        expect([root, (await page(`${root}accessibility/`)).status]).toEqual([root, 404])
      expect((await page('/calendar/')).text).not.toContain('accessibility')
      expect((await page('/sitemap.xml')).text).not.toContain('accessibility')
    })

    it('is there in every language once the address is set, linked from every page and the sitemap', async () => {
      await set({ accessibility_contact: CONTACT })
      for (const language of interfaceLanguageCodes) {
        const word = wordingOf(language)
        const { status, headers, text } = await page(`/${language}/accessibility/`)
        expect([language, status, headers['content-language']]).toEqual([language, 200, language])
        const title = word('site.accessibility')
        expect(text).toContain(`<title>${title} · Alderhaven</title>`)
        expect(text).toContain(`<h1>${title}</h1>`)
        for (const standard of ['WCAG', 'EN\u00a0301\u00a0549', '2026', `href="mailto:${CONTACT}"`])
          expect([language, standard, text.includes(standard)]).toEqual([language, standard, true])
        expect((await page(`/${language}/calendar/`)).text).toContain(
          `<a href="/${language}/accessibility/">${title}</a>`,
        )
      }
      expect((await page('/calendar/')).text).toContain('<a href="/accessibility/">Accessibility</a>')
      expect((await page('/sitemap.xml')).text).toContain('<loc>http://127.0.0.1:3000/accessibility/</loc>')
      await set({ accessibility_contact: null })
      expect((await page('/accessibility/')).status).toBe(404)
    })

    it('leads to the mailbox or the page of the address, and to nothing else that it may contain', async () => {
      for (const [sent, link] of [
        ['https://town.example/access?a=1&b=2', 'href="https://town.example/access?a=1&amp;b=2"'],
        ['a&b?cc=evil+c@town.example', 'href="mailto:a%26b%3Fcc%3Devil%2Bc@town.example"'],
      ] as const) {
        const { status, body } = await set({ accessibility_contact: ` ${sent} ` })
        expect([status, body.accessibility_contact]).toEqual([200, sent])
        expect((await page('/accessibility/')).text).toContain(link)
      }
      for (const wrong of [
        'javascript:alert(1)',
        'mailto:access@town.example',
        'tel:+441234',
        '//town.example/access',
        'town',
        'a@town.example\r\nBcc: b@town.example',
        '"><b>@town.example',
        `${'a'.repeat(2000)}@town.example`,
      ]) {
        const { status, body } = await set({ accessibility_contact: wrong })
        expect([wrong, status, Object.keys(body.data.params)]).toEqual([
          wrong,
          400,
          ['accessibility_contact'],
        ])
      }
    })

    it('has the text of the operator as paragraphs without markup, in the language of the site', async () => {
      await set({ accessibility_contact: CONTACT, accessibility_text: '<b>Ask</b> 1 < 2\n\nthe town\nhall' })
      const shown = '<p>Ask 1 &lt; 2</p>\n<p>the town<br>hall</p></div>'
      expect((await page('/accessibility/')).text).toContain(`<div class="written">${shown}`)
      expect((await page('/de/accessibility/')).text).toContain(`<div class="written" lang="en">${shown}`)
      const { status } = await set({ accessibility_text: 'x'.repeat(5001) })
      expect(status).toBe(400)
    })

    it('is in lines of an export, from which another calendar takes it', async () => {
      await set({ accessibility_contact: CONTACT, accessibility_text: 'Ask us.' })
      const other = await testService(name)
      expect((await load(other.store, await dump(service.store))).refusals).toEqual([])
      expect((await other.get('/settings')).body).toMatchObject({
        accessibility_contact: CONTACT,
        accessibility_text: 'Ask us.',
      })
      await other.close()
    })
  })
}

describeInBrowser('the accessibility statement in a browser', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    service = await testService('sqlite', { PORT: String(port) })
    const accessibility_text = `${'w'.repeat(200)}\n\nComplaints go to the ombudsman.`
    await service.patch('/settings', { accessibility_contact: CONTACT, accessibility_text })
    await service.app.listen({ port, host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => service.close())

  it.each(['light', 'dark'] as const)(
    'has no violations on a phone in %s colours, in a language with long words or others',
    async (colorScheme) => {
      const page = await open({ ...phone, colorScheme })
      for (const root of ['', '/de', '/ja']) {
        await page.goto(`${url}${root}/accessibility/`)
        expect([root, await violations(page), await overflows(page)]).toEqual([root, [], []])
      }
    },
  )

  it('is reached from the calendar without scripts, and printed with its address', async () => {
    const page = await open({ ...desktop, javaScriptEnabled: false })
    await page.goto(`${url}/calendar/`)
    await page.getByRole('link', { name: 'Accessibility', exact: true }).click()
    expect(page.url()).toBe(`${url}/accessibility/`)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: CONTACT }).isVisible()).toBe(true)
    expect(await page.locator('.site-foot').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
  })
})
