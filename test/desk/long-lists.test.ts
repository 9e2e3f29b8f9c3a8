import { expect, it } from 'vitest'
import { deskService, eveningEvent, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

/** The fewest changes in a row that fold, and the fewest users that have a search. */
const [FOLDED, SEARCHED] = [6, 12]

describeInBrowser('long lists of the desk', (open) => {
  it('fold what was done many times in a row into one line of the log', async () => {
    const service = await deskService(true)
    for (let number = 1; number < FOLDED; number++) await eveningEvent(service, { title: `Stall ${number}` })
    const page = await service.desk(open, '/log')
    await page.getByRole('link', { name: 'Stall 1' }).waitFor()
    expect(await page.locator('.run').count()).toBe(0)
    await eveningEvent(service, { title: 'The last stall' })
    await service.show(page, '/')
    await service.show(page, '/log')
    const run = page.locator('.run')
    await run.getByText('The last stall and 5 more').waitFor()
    expect(await page.getByRole('link', { name: 'Stall 1' }).isVisible()).toBe(false)
    await run.locator('summary').first().click()
    await page.getByRole('link', { name: 'Stall 1' }).waitFor()
    await service.close()
  })

  it('find events in the trash by words', async () => {
    const service = await deskService(true)
    for (const title of ['Old fair', 'Old choir']) {
      await service.remove(`/events/${await eveningEvent(service, { title })}`)
    }
    const page = await service.desk(open, '/trash')
    await page.getByText('Old fair').waitFor()
    await page.getByLabel('Search').fill('choir')
    await page.getByText('Old fair').waitFor({ state: 'detached' })
    await page.getByText('Old choir').waitFor()
    await page.getByLabel('Search').fill('zzzz')
    await page.getByText('No entries match.').first().waitFor()
    await service.close()
  })

  it('are not called empty while what a search had left out is loaded', async () => {
    const { service, headers } = await signedDesk()
    await service.post('/tags', { name: 'late' }, headers)
    const page = await service.desk(open, '/tags?q=zzzz')
    await page.getByText('No entries match.').waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/tags?**', (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest('**/tags?**')
    await page.getByLabel('Search').fill('')
    await asked
    expect(await page.locator('.empty').count()).toBe(0)
    answer()
    await page.getByRole('button', { name: 'Edit late' }).waitFor()
    await page.unroute('**/tags?**')
    await service.close()
  })

  it('go on saying that they are empty, with what to do, while they are loaded again', async () => {
    const { service } = await signedDesk()
    const page = await service.desk(open, '/tags')
    const nothing = page.locator('.empty').getByRole('button', { name: 'New tag' })
    await nothing.click()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/tags?**', (route) => answered.then(() => route.continue()))
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=name]').fill('late')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.loaded[aria-busy=true]').waitFor()
    expect(await nothing.count()).toBe(1)
    answer()
    await page.getByRole('button', { name: 'Edit late' }).waitFor()
    expect(await nothing.count()).toBe(0)
    await page.unroute('**/tags?**')
    await service.close()
  })

  it('find users by name and role, where there are many', async () => {
    const { service } = await signedDesk()
    const page = await service.desk(open, '/users', 'ada')
    await page.locator('.users .line').first().waitFor()
    expect(await page.getByLabel('Search').count()).toBe(0)
    for (let number = 1; number < SEARCHED; number++) await service.person(`writer-${number}`, 'author')
    await page.reload()
    await page.getByLabel('Search').fill('author WRITER-7')
    await expect.poll(() => page.locator('.users .line').count()).toBe(1)
    await service.close()
  })

  it('show an event of several days in one line beside the usual columns', async () => {
    const service = await deskService(true)
    const days = { start_date: '2030-09-25', end_date: '2030-11-26', all_day: true }
    const venue = { venue: 'Salt Lake City Conference Centre, Utah' }
    await eveningEvent(service, { title: 'International congress of bridges', venue, ...days })
    const page = await service.desk(open, '/events')
    const when = page.locator('tbody .when').first()
    await when.waitFor()
    const height = await page.evaluate<number>(`(() => {
      const text = document.createRange()
      text.selectNodeContents(document.querySelector('tbody .when'))
      return text.getBoundingClientRect().height
    })()`)
    expect(height).toBeLessThan(30)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280)
    await service.close()
  })

  /** A service with 51 tags, one of which has an event. */
  const withTags = async () => {
    const service = await deskService(true)
    const tags = Array.from({ length: 51 }, (_, at) => `tag ${101 + at}`)
    await service.remove(`/events/${await eveningEvent(service, { title: 'Old fair', tags })}`)
    await eveningEvent(service, { title: 'Fair', tags: ['tag 151'] })
    return service
  }

  it('choose among what is shown, on all of its pages', async () => {
    const service = await withTags()
    const page = await service.desk(open, '/tags')
    const chosen = page.locator('.bulk [role=status]')
    await page.getByLabel('Used', { exact: true }).selectOption('none')
    await page.getByText('50 entries').waitFor()
    await page.getByLabel('Select all on this page').check()
    await chosen.getByText('50').waitFor()
    await page.locator('.named-views').getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText('51 entries').waitFor()
    expect.soft(await chosen.count(), 'of another list').toBe(0)
    await page.getByRole('checkbox', { name: 'Select tag 101' }).check()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('button', { name: 'Select all 51 that match' }).click()
    await chosen.getByText('51').waitFor()
    expect(asked.filter((url) => url.includes('/tags'))).toEqual([expect.stringContaining('per_page=100')])
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: 'Select tag 151' }).waitFor()
    await chosen.getByText('51').waitFor()
    await service.close()
  })

  it('forget what was chosen of the entries before while those of another filter were loaded', async () => {
    const service = await withTags()
    const page = await service.desk(open, '/tags')
    await page.getByText('51 entries').waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/tags?**', (route) => answered.then(() => route.continue()))
    const chosen = page.locator('.bulk [role=status]')
    await page.getByLabel('Used', { exact: true }).selectOption('none')
    await page.getByRole('checkbox', { name: 'Select tag 101' }).check()
    await chosen.getByText('1 selected').waitFor()
    answer()
    await page.getByText('50 entries').waitFor()
    expect(await chosen.count()).toBe(0)
    await page.unroute('**/tags?**')
    await service.close()
  })

  /** Opens the palette where a tag is chosen, while tags of another filter are loaded until `answer`. */
  const paletteOfLateTags = async () => {
    const service = await deskService(true)
    for (const name of ['late', 'permanent']) await service.post('/tags', { name })
    const page = await service.desk(open, '/tags')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const list = /\/tags\?.*unused=true/
    await page.route(list, (route) => answered.then(() => route.continue()))
    await page.getByLabel('Used', { exact: true }).selectOption('none')
    await page.getByRole('checkbox', { name: 'Select late' }).check()
    await page.keyboard.press('Control+k')
    return { service, page, list, answer }
  }

  it('take back in the palette what can be done with what was chosen, once nothing is', async () => {
    const { service, page, list, answer } = await paletteOfLateTags()
    await page.getByRole('dialog').getByRole('combobox').fill('permanent')
    const act = page.getByRole('option', { name: 'Delete permanently' })
    await act.waitFor()
    // It is not drawn again for its own answer.
    await page.getByRole('option', { name: 'permanent Tag' }).waitFor()
    answer()
    await act.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.unroute(list)
    await service.close()
  })

  it('leave the current entry of the palette as it is when others before it are gone', async () => {
    const { service, page, list, answer } = await paletteOfLateTags()
    const act = page.getByRole('option', { name: 'Delete permanently' })
    await act.waitFor()
    const current = page.getByRole('option', { selected: true }).locator('.label')
    while ((await current.innerText()) !== 'Quick add') await page.keyboard.press('ArrowDown')
    answer()
    await act.waitFor({ state: 'detached' })
    expect(await current.innerText()).toBe('Quick add')
    await page.keyboard.press('Escape')
    await page.unroute(list)
    await service.close()
  })

  it('choose nothing of a filter that was left while all that matches it was loaded', async () => {
    const service = await withTags()
    const page = await service.desk(open, '/tags')
    await page.getByRole('checkbox', { name: 'Select tag 101' }).check()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const all = /\/tags\?.*per_page=100/
    await page.route(all, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest(all)
    await page.getByRole('button', { name: 'Select all 51' }).click()
    const response = (await asked).response()
    await page.getByLabel('Used', { exact: true }).selectOption('none')
    await page.getByText('50 entries').waitFor()
    answer()
    await (await response)?.finished()
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    expect(await page.locator('.bulk').count()).toBe(0)
    await page.unroute(all)
    await service.close()
  })

  it('name the page that they show, while another one is loaded and where it can’t be', async () => {
    const service = await withTags()
    const page = await service.desk(open, '/tags')
    const pager = page.locator('.pager')
    await pager.getByText('page 1 of 2').waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/tags?**', (route) => answered.then(() => route.abort()))
    await pager.getByRole('button', { name: 'Next' }).click()
    await page.locator('.loaded[aria-busy=true]').waitFor()
    expect(await pager.innerText()).toContain('page 1 of 2')
    answer()
    await page.getByText('The service can’t be reached').waitFor()
    expect(await pager.innerText()).toContain('page 1 of 2')
    await page.unroute('**/tags?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await pager.getByText('page 2 of 2').waitFor()
    expect(await page.locator('.line').count()).toBe(1)
    await service.close()
  })

  it('show the last page once what came after it is gone', async () => {
    const service = await withTags()
    const page = await service.desk(open, '/tags?page=2')
    const lines = page.locator('.line')
    await lines.locator('summary').click()
    await page.getByRole('button', { name: 'Delete tag 151' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByText('50 entries').waitFor()
    expect(await lines.count()).toBe(50)
    for (const path of ['/events?page=2', '/venues?page=2']) {
      await service.show(page, path)
      await page.locator('.pager, .empty').waitFor()
    }
    await service.close()
  })
})
