import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('warnings about texts while they are written', (open) => {
  let service: DeskService
  beforeAll(async () => {
    ;({ service } = await signedDesk())
  })
  afterAll(() => service.close())

  const warnings = (page: Page) => page.locator('[data-field=description] .checks li').allInnerTexts()
  const write = async (page: Page, html: string) => {
    const field = page.locator('[data-field=description]')
    if ((await field.locator('textarea').count()) === 0)
      await field.getByRole('button', { name: 'Edit as HTML' }).click()
    await field.locator('textarea').fill(html)
  }

  it('name links that say nothing, headings that leave out a level or are only bold, and pictures without description', async () => {
    const page = await service.desk(open, '/events/new')
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['<p>See <a href="https://example.org">click here</a>!</p>', ['The link “click here” does not say']],
      ['<p><a href="https://example.org">Hier &gt;&gt;</a></p>', ['The link “Hier >>” does not say']],
      ['<p><a href="https://example.org"> </a></p>', ['A link has no text.']],
      ['<h5>Deep</h5><p>x</p>', ['The heading “Deep” leaves out a level.']],
      ['<h3>One</h3><h4>Two</h4><h3>Three</h3><p>x</p>', []],
      ['<p><strong>Programme</strong></p><p>At eight.</p>', ['“Programme” is bold, but no heading.']],
      ['<p><strong>Only this.</strong></p>', []],
      ['<p><img src="https://example.org/a.png"></p>', ['A picture in the text has no description']],
      ['<p><img src="https://example.org/a.png" alt="A boat"></p>', []],
      ['<p>The <a href="https://example.org">programme of the theatre</a>, here.</p>', []],
      [`<p>${'<a href="https://example.org">here</a> '.repeat(200)}</p>`, ['The link “here” does not say']],
    ]
    for (const [html, expected] of cases) {
      await write(page, html)
      await expect
        .poll(async () => (await warnings(page)).map((text, at) => text.startsWith(expected[at] ?? '\0')))
        .toEqual(expected.map(() => true))
    }
  })

  it('block nothing', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Walk')
    await write(page, '<p><a href="https://example.org">here</a></p>')
    await expect.poll(() => warnings(page)).toHaveLength(1)
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Walk” is published.').waitFor()
  })
})
