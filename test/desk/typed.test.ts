import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('what an editor types without choosing it', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  let kept: SignedDesk['kept']
  beforeAll(async () => {
    ;({ service, headers, made, kept } = await signedDesk())
    for (const venue of ['Town Hall', 'Old Town Hall', 'Pier'])
      await service.post('/venues', { venue, city: 'Alderhaven' }, headers)
    await service.post('/organizers', { organizer: 'Choir of the Sea' }, headers)
  })
  afterAll(() => service.close())

  it('types a zone by its city, which Enter and leaving the field take', async () => {
    const id = await made({ title: 'Far away' })
    const page = await service.desk(open, `/events/${id}`)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Tokyo')
    await page.keyboard.press('Enter')
    await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo')
    await zone.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('new york')
    await page.getByRole('option', { name: /^America\/New York/ }).waitFor()
    expect(await page.getByRole('listbox', { name: 'Time zone' }).getByRole('option').count()).toBe(1)
    await page.keyboard.press('Tab')
    await expect.poll(() => zone.inputValue()).toBe('America/New_York')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Far away” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({ timezone: 'America/New_York', start_date: '2030-05-04 18:00:00' })
  })

  it('arrows to a zone only among those of the typed text', async () => {
    const id = await made({ title: 'Quick fingers' })
    const page = await service.desk(open, `/events/${id}`)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Tokyo')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo')
  })

  it('is not said to be unknown while the service can’t be asked', async () => {
    const id = await made({ title: 'Away', venue: [] })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('combobox', { name: 'Venue' }).click()
    await page.context().setOffline(true)
    await page.keyboard.type('Town Ha')
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The service can’t be reached').waitFor()
    expect(await dialog.textContent()).not.toContain('not an exact name')
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await dialog.getByRole('button', { name: 'Old Town Hall' }).click()
    await page.getByText('“Away” is saved.').waitFor()
  })

  it('links what exactly has the typed name, when the field is left and when the form is saved', async () => {
    const id = await made({ title: 'By name', venue: [], organizer: [] })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('town  hall')
    await page.keyboard.press('Tab')
    await page.getByRole('list', { name: 'Venues' }).getByRole('link', { name: 'Town Hall' }).waitFor()
    await page.getByRole('combobox', { name: 'Tags' }).click()
    await page.keyboard.type('brass')
    await page.getByRole('combobox', { name: 'Organizer' }).click()
    await page.keyboard.type('choir of the sea')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“By name” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({
      venue: { venue: 'Town Hall' },
      organizer: [{ organizer: 'Choir of the Sea' }],
      tags: [{ name: 'brass' }],
    })
  })

  it('is saved once, in the way of the last press, where that came while a name was looked up', async () => {
    const id = await made({ title: 'Twice', status: 'draft', venue: [], organizer: [] })
    const page = await service.desk(open, `/events/${id}`)
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    const held = async (address: string) => {
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(address, (route) => answered.then(() => route.continue()))
      return answer
    }
    const answerVenues = await held('**/venues?**')
    const answerOrganizers = await held('**/organizers?**')
    await page.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('pier')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('combobox', { name: 'Organizer' }).click()
    await page.keyboard.type('choir of the sea')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    answerVenues()
    await page.getByRole('list', { name: 'Venues' }).getByRole('link', { name: 'Pier' }).waitFor()
    answerOrganizers()
    await expect
      .poll(() => kept(id))
      .toMatchObject({
        status: 'publish',
        venue: { venue: 'Pier' },
        organizer: [{ organizer: 'Choir of the Sea' }],
      })
    await page.getByText('Nothing to save').waitFor()
    expect(bodies).toHaveLength(1)
  })

  it('takes a new tag that is typed last, whatever tags are like it', async () => {
    await service.post('/tags', { name: 'brass band' }, headers)
    const id = await made({ title: 'Tagged' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('combobox', { name: 'Tags' }).click()
    await page.keyboard.type('band')
    await page.getByRole('option', { name: /^brass band/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Tagged” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({ tags: [{ name: 'band' }] })
  })

  it('is asked on saving what a text means that is no exact name: known, new, left out, or back to the form', async () => {
    const id = await made({ title: 'Asked', venue: [], organizer: [] })
    const page = await service.desk(open, `/events/${id}`)
    const venue = page.getByRole('combobox', { name: 'Venue' })
    const dialog = page.getByRole('dialog')
    const save = () => page.keyboard.press('ControlOrMeta+s')
    await venue.click()
    await page.keyboard.type('hall')
    await page.getByText('Not saved yet').waitFor()
    await save()
    await dialog.getByRole('heading', { name: '“hall” is not chosen yet' }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await venue.inputValue()).toBe('hall')
    expect(await kept(id)).toMatchObject({ venue: [] })
    await save()
    await dialog.getByRole('button', { name: 'Old Town Hall' }).click()
    await page.getByText('“Asked” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({ venue: { venue: 'Old Town Hall' } })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('combobox', { name: 'Organizer' }).click()
    await page.keyboard.type('The Fishers')
    await save()
    await dialog.getByRole('button', { name: 'Create “The Fishers”' }).click()
    await page.getByText('“Asked” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({ organizer: [{ organizer: 'The Fishers' }] })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('combobox', { name: 'Part of' }).click()
    await page.keyboard.type('Nothing like it')
    await save()
    await dialog.getByRole('button', { name: 'Leave it out' }).click()
    await page.getByText('“Asked” is saved.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Part of' }).inputValue()).toBe('')
  })

  it('changes many events to the typed venue and tag', async () => {
    await service.post('/tags', { name: 'outdoors' }, headers)
    const ids = [await made({ title: 'Lot one', tags: ['outdoors'] }), await made({ title: 'Lot two' })]
    const page = await service.desk(open, '/events?q=Lot')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'Move by days' })
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('pier')
    await dialog.getByRole('combobox', { name: 'Remove tag' }).click()
    await page.keyboard.type('outdoor')
    await dialog.getByRole('button', { name: /^Change \d+ event/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'outdoors' }).click()
    // What was just decided is shown before it is done.
    await dialog.getByText('Tags: outdoors → –').waitFor()
    await dialog.getByRole('button', { name: /^Change \d+ event/ }).click()
    await page.getByText('2 events changed.').waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Pier' }, tags: [] })
  })

  it('filters the list by the typed venue', async () => {
    await made({ title: 'At the pier', venue: { venue: 'Long Pier' } })
    await made({ title: 'Elsewhere' })
    const page = await service.desk(open, '/events')
    await page.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('long pier')
    await page.keyboard.press('Enter')
    await page.waitForURL(/venue=\d+/)
  })

  it('ticks the category whose name was typed, with Enter, and saves nothing by it', async () => {
    for (const at of Array.from({ length: 13 }).keys())
      await service.post('/categories', { name: `Kind ${at + 1}` }, headers)
    const id = await made({ title: 'Of a kind' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('searchbox', { name: 'Find a category' }).click()
    await page.keyboard.type('kind 1')
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Kind 1', { exact: true }).isChecked()).toBe(true)
    expect(await kept(id)).toMatchObject({ categories: [] })
  })
})
