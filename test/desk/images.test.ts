import { expect, it } from 'vitest'
import { deskService } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'

describeInBrowser('images of the library', (open) => {
  it('without a description are marked, and found together; their focus is set on the picture', async () => {
    const service = await deskService(true)
    const file = await anImage(30, 20)
    for (const title of ['told', 'bare']) {
      const { body } = await service.ask('POST', '/media', file, { 'content-type': 'image/png' })
      await service.patch(`/media/${body.id}`, { title, alt_text: title === 'told' ? 'Boats.' : '' })
    }
    const page = await service.desk(open, '/media')
    const shown = page.locator('.grid .picture')
    await expect.poll(() => shown.count()).toBe(2)
    expect(await page.locator('.grid .status').count()).toBe(1)
    await page.getByLabel('No description').check()
    await expect.poll(() => shown.count()).toBe(1)
    await shown.click()
    await page.locator('.focus-picture').press('ArrowRight')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { media } = (await service.get('/media?described=false')).body
    expect([media[0].title, media[0].focus_x]).toEqual(['bare', 55])
    await service.close()
  })
})
