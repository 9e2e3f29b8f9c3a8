import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'

describeInBrowser('what the desk shows stays as it was', (open) => {
  let service: DeskService
  let folder: string
  beforeAll(async () => {
    folder = await scratch('fasti-returning-')
    await writeFile(join(folder, 'theme.css'), ':root { --fasti-accent: #064 }')
    await writeFile(join(folder, 'logo.png'), await anImage(40, 20))
    const desk = await signedDesk({ FASTI_THEME: folder })
    service = desk.service
    for (const [path, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['tags', 'name'],
    ] as const)
      for (let at = 0; at < 60; at += 1)
        await service.post(`/${path}`, { [name]: `Hall ${String(at).padStart(2, '0')}` }, desk.headers)
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  const shown = (page: Page) => page.locator('.lines li').first().innerText()
  const isSearched = (page: Page) => page.waitForURL(/[?&]q=/)

  for (const path of ['venues', 'organizers', 'tags'])
    it(`in lists of ${path}: the search, the filter and the page, after a reload and by Back`, async () => {
      const page = await service.desk(open, `/${path}`)
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('page 2 of 2').waitFor()
      await page.reload()
      await page.getByText('page 2 of 2').waitFor()
      expect(await shown(page)).toContain('Hall 50')
      await page.getByLabel('Search').fill('hall 40')
      await isSearched(page)
      await page.getByText('page 2 of 2').waitFor({ state: 'detached' })
      await page.getByLabel('Used').selectOption('none')
      await page.reload()
      expect(await page.getByLabel('Search').inputValue()).toBe('hall 40')
      expect(await page.getByLabel('Used').inputValue()).toBe('none')
      await page.getByText('Hall 40').waitFor()
      expect(await page.locator('.lines li').count()).toBe(1)
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await page.goBack()
      await page.getByText('Hall 40').waitFor()
      expect(await page.locator('.lines li').count()).toBe(1)
      await page
        .locator('.rooms')
        .getByRole('link', { name: new RegExp(path, 'i') })
        .click()
      await page.getByText('page 1 of 2').waitFor()
      expect(await page.getByLabel('Search').inputValue()).toBe('')
    })

  it('in its head: the logo of the theme, after the settings are saved', async () => {
    const page = await service.desk(open, '/settings')
    await page.locator('.top .mark img').waitFor()
    await page.locator('[name=description]').fill('What is on')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('The settings are saved.').waitFor()
    expect(await page.locator('.top .mark img').count()).toBe(1)
  })
})
