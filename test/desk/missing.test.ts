/** What the desk says where the address of one item shows none. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('an item that is not there', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk({ FASTI_CONTENT_LANGUAGES: 'en,fr' }))
    await service.person('kurt', 'author')
    for (const title of ['Gone for good', 'In the trash', 'Of others'])
      ids[title] = await eveningEvent(
        service,
        { title, status: title === 'Of others' ? 'draft' : 'publish' },
        headers,
      )
    await service.ask('DELETE', `/events/${ids['Gone for good']}?force=true`, {}, headers)
    await service.ask('DELETE', `/events/${ids['In the trash']}`, {}, headers)
  })
  afterAll(() => service.close())

  const headingAt = async (path: string, login = 'ada') => {
    const page = await service.desk(open, path, login)
    await page.locator('main > .empty').waitFor()
    return { page, heading: await page.locator('h1').innerText() }
  }

  it('names the kind, what may have happened, and leads to the list and to the search', async () => {
    for (const [path, kind, list] of [
      ['/events/9999', 'Event', '/desk/events'],
      ['/venues/9999', 'Venue', '/desk/venues'],
      ['/organizers/9999', 'Organizer', '/desk/organizers'],
      ['/groups/9999', 'Group', '/desk/groups'],
      ['/pages/9999', 'Page', '/desk/pages'],
      ['/translate/venues/9999?language=fr', 'Venue', '/desk/venues'],
      ['/translate/series/9999?language=fr', 'Series', '/desk/events'],
    ] as const) {
      const { page, heading } = await headingAt(path)
      expect(heading).toBe(`${kind} not found`)
      await page.getByText('It was deleted for good, or the address is not complete.').waitFor()
      expect(await page.locator('.empty a').getAttribute('href'), path).toBe(list)
      expect(await violationsInView(page)).toEqual([])
    }
    const { page } = await headingAt('/events/9999')
    await page.locator('.empty').getByRole('button', { name: 'Go to…' }).click()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
  })

  it('tells who may read the log by whom it was deleted for good', async () => {
    const { page } = await headingAt(`/events/${ids['Gone for good']}`)
    await page.getByText(/^ada deleted Gone for good · /).waitFor()
    const other = await headingAt(`/events/${ids['Gone for good']}`, 'kurt')
    await other.page.getByText('It was deleted for good, or the address is not complete.').waitFor()
  })

  it('says that it is in the trash, or that the user has no right to it', async () => {
    const trashed = await headingAt(`/events/${ids['In the trash']}`, 'kurt')
    expect(trashed.heading).toBe('Event in the trash')
    await trashed.page.getByText('An editor can restore it.').waitFor()
    const foreign = await headingAt(`/events/${ids['Of others']}`, 'kurt')
    expect(foreign.heading).toBe('Event: no access')
    await foreign.page.getByText('You don’t have the right to see it.').waitFor()
  })

  it('is told where an answer is no list: nothing there would be another thing', async () => {
    const page = await service.desk(open, '/events')
    await page.route(/\/webhooks(\?|$)/, (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ json: {} }) : route.continue(),
    )
    await page.locator('.rooms').getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  })
})
