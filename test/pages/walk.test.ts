import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, eveningEvent } from '../support/at-desk.ts'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { expectShown, type TypedFields, typeAll } from '../support/form-walk.ts'
import { anImage } from '../support/images.ts'
import { challengeOf } from '../support/submitting.ts'

describeInBrowser('every field of the public pages, filled by typing, is what is kept', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    service = await deskService(false, { FASTI_SUBMISSIONS: 'open' })
    const { cookie, csrf } = await service.session('ada')
    headers = { ...cookie, ...csrf }
    for (const name of ['Music', 'Markets']) await service.post('/categories', { name }, headers)
    const more = {
      categories: ['Music'],
      tags: ['brass'],
      venue: { venue: 'Pier' },
      organizer: { organizer: 'Choir' },
    }
    await eveningEvent(service, { title: 'Festival', ...more }, headers)
  })
  afterAll(() => service.close())
  const form = (page: Page) => page.locator('form.stacked').first()
  const trap = { nickname: 'a field that people do not see' }
  const submission = async () => {
    const [one] = (await service.get('/submissions', headers)).body.submissions
    return { ...one.event, submitter: one.submitter, has_image: one.image_url !== '' }
  }

  it('§14 for a submission, and for its correction, which can also clear fields', async () => {
    const page = await open({ ...desktop, reducedMotion: 'reduce' })
    await page.goto(`${service.base}/submit/`)
    const whatAndWhen: TypedFields = {
      title: { type: 'Under <12> & over', shown: { title: 'Under <12> & over' } },
      start_date: { type: '2030-05-04T08:00', shown: { start_date: '2030-05-04 08:00:00' } },
      end_date: { type: '2030-05-04T13:30', shown: { end_date: '2030-05-04 13:30:00' } },
      all_day: { type: 'off', shown: { all_day: false } },
      repeats: { type: 'Every week' },
      until: {
        type: '2030-05-20',
        shown: { series: { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20300520'] } },
      },
      description: {
        type: 'Bring <12> & cake',
        shown: { description: expect.stringMatching(/Bring &lt;12(>|&gt;) &amp; cake/) },
      },
    }
    const whereAndPicture: TypedFields = {
      'venue[venue]': { type: 'New square', shown: { venue: { venue: 'New square' } } },
      'venue[address]': {
        press: ['new place'],
        type: '1 High Street',
        shown: { venue: { address: '1 High Street' } },
      },
      'venue[city]': { type: 'Kiel', shown: { venue: { city: 'Kiel' } } },
      'organizer[organizer]': {
        press: ['More details'],
        type: 'Bakers',
        shown: { organizer: [{ organizer: 'Bakers' }] },
      },
      website: { type: 'example.org/m', shown: { website: 'https://example.org/m' } },
      cost: { type: '5', shown: { cost: '5' } },
      categories: { type: 'on', shown: { categories: [{ name: 'Markets' }] } },
      image: {
        type: { name: 'cake.png', mimeType: 'image/png', buffer: await anImage(60, 40) },
        shown: { has_image: true },
      },
    }
    const submitter: TypedFields = {
      'submitter[name]': { type: 'Bea & Co', shown: { submitter: { name: 'Bea & Co' } } },
      'submitter[email]': { type: 'bea@example.org', shown: { submitter: { email: 'bea@example.org' } } },
    }
    const fields = { ...whatAndWhen, ...whereAndPicture, ...submitter }
    const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await typeAll(page, form(page), whatAndWhen)
    await go('Continue')
    await page.locator('[name="venue[venue]"]').waitFor()
    await typeAll(page, form(page), whereAndPicture)
    await go('Continue')
    await page.locator('[name="submitter[name]"]').waitFor()
    await typeAll(page, form(page), submitter, trap)
    const challenge = await challengeOf(service, 1500)
    await page.route('**/submissions/challenge', (route) => route.fulfill({ json: challenge }))
    await go('Continue')
    await page.locator('.preview').waitFor()
    await go('Submit')
    await page.waitForURL(/\/submit\/[\w-]{43}\/\?new=1/)
    expectShown(await submission(), fields)
    const shown = {
      description: 'Bring <12> & cake',
      title: 'Under <12> & over',
      website: 'https://example.org/m',
    }
    for (const [name, value] of Object.entries(shown))
      expect([name, await page.locator(`form [name="${name}"]`).inputValue()]).toEqual([name, value])
    const correction: TypedFields = {
      title: { type: 'Over 12', shown: { title: 'Over 12' } },
      start_date: { type: '2030-05-05T09:00', shown: { start_date: '2030-05-05 09:00:00' } },
      end_date: { type: '2030-05-05T10:00', shown: { end_date: '2030-05-05 10:00:00' } },
      all_day: { type: 'off' },
      'venue[venue]': { type: 'Old square', shown: { venue: { venue: 'Old square' } } },
      'venue[address]': { type: '' },
      'venue[city]': { type: 'Lübeck', shown: { venue: { city: 'Lübeck' } } },
      description: { type: '', shown: { description: '' } },
      'organizer[organizer]': { type: '', shown: { organizer: [] } },
      website: { type: '', shown: { website: '' } },
      cost: { type: '', shown: { cost: '' } },
      categories: { type: 'off', shown: { categories: [] } },
      'submitter[name]': { type: 'Bea', shown: { submitter: { name: 'Bea' } } },
      'submitter[email]': { type: 'b@example.org', shown: { submitter: { email: 'b@example.org' } } },
    }
    await typeAll(page, form(page), correction, {
      ...trap,
      image: 'stays as it was',
      forget: 'the picture stays',
    })
    await page
      .getByRole('button', { name: 'Save the changes' })
      .or(page.locator('button[value=correct]'))
      .first()
      .click()
    await page.waitForLoadState()
    await expect.poll(async () => (await submission()).title).toBe('Over 12')
    expectShown(await submission(), correction)
  })

  it('for the search and its filters', async () => {
    const page = await open({ ...desktop, reducedMotion: 'reduce' })
    await page.goto(`${service.base}/calendar/search/`)
    await page.locator('.folded > summary').click()
    const typed = (type: string, name: string, shown = type) => ({
      [name]: { type, shown: { [name]: shown } },
    })
    const fields: TypedFields = {
      ...typed('festival', 'search'),
      ...typed('2030-05-01', 'from'),
      ...typed('2030-05-31', 'to'),
      ...typed('Music', 'categories', 'music'),
      ...typed('brass', 'tags'),
      ...typed('Pier', 'venue'),
      ...typed('Choir', 'organizer'),
      ...typed('As planned', 'event_status', 'scheduled,rescheduled,moved_online'),
      featured: { type: 'off' },
      free: { type: 'off' },
      attendance_mode: { type: 'off' },
      geoloc_lat: { type: '', press: ['Near'] },
      geoloc_lng: { type: '' },
      geoloc_distance: { type: '' },
    }
    const filters = page.locator('form.filters').last()
    await typeAll(page, filters, fields)
    await filters.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Festival' }).first().waitFor()
    const kept = Object.fromEntries(new URL(page.url()).searchParams)
    for (const [name, { shown = {} }] of Object.entries(fields))
      if (name !== 'event_status') expect({ [name]: kept }).toMatchObject({ [name]: shown })
  })
})
