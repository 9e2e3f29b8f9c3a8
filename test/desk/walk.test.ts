import { readdirSync, readFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, PASSWORD, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { expectShown, type TypedFields, typeAll, typedBefore, walked } from '../support/form-walk.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { imageSettingNames, namesOf, settingArgs } from '../support/inside/api.ts'
import type { Json } from '../support/service.ts'
import { NO_EVENTS } from '../support/stage.ts'

/** Texts as people type them, which forms must not take for markup. */
const ODD = 'For <12> & “more”'
const ODD_HTML = expect.stringMatching(/^(<p>)?For &lt;12(>|&gt;) &amp; “more”(<\/p>)?$/)

/** The clock of the service, in milliseconds: 2027-01-15 12:00 UTC. */
const SERVICE_CLOCK = 1_800_014_400_000

describeInBrowser('every field of the desk, filled by typing, is what the API then shows', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let host: ImageHost
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk({
      FASTI_FEDERATION: 'on',
      FASTI_FEDERATION_HOSTS: '127.0.0.1',
    }))
    host = await imageHost()
    for (const name of ['Music', 'Markets']) await service.post('/categories', { name }, headers)
    await service.post('/venues', { venue: 'Town Hall' }, headers)
    await service.post('/organizers', { organizer: 'Choir' }, headers)
    await eveningEvent(service, { title: 'Festival' }, headers)
    await service.person('wendy', 'editor')
  })
  afterAll(async () => {
    await host.close()
    await service.close()
  })
  const read = async (path: string) => (await service.get(path, headers)).body
  const picture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await anImage(60, 40) })
  /** Saves with Ctrl+S, and waits for the notice. */
  const save = async (page: Page, title: string) => {
    await page.keyboard.press('ControlOrMeta+s')
    const done = page.getByText(new RegExp(`“${title}” (is|will be) `))
    await done.or(page.locator('.failed, dialog[open]')).first().waitFor()
    expect(await page.locator('.wrong, .failed, dialog[open]').allInnerTexts()).toEqual([])
    await done.waitFor()
  }
  const weekdays = {
    ...Object.fromEntries(
      ['Monday', 'Tuesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => [day, 'like Wednesday']),
    ),
    'venue[0].venue': 'typed as the name of the venue',
    'organizer[0].organizer': 'typed as the name of the organizer',
  }
  const uploaded = (page: Page) => page.locator('[name=alt_text]').first().waitFor()

  it('for a new event', async () => {
    const page = await service.desk(open, '/events/new')
    const fields: TypedFields = {
      title: { type: 'Walk', shown: { title: 'Walk' } },
      start_date: { type: '2030-05-04', shown: { start_date: '2030-05-04 18:05:00' } },
      'Start: time': { type: '18:05' },
      end_date: { type: '2030-05-05', shown: { end_date: '2030-05-05 23:10:00' } },
      'End: time': { type: '23:10' },
      all_day: { type: 'off', shown: { all_day: false } },
      no_end_time: { type: 'off', shown: { no_end_time: false } },
      timezone: { type: 'Tokyo', shown: { timezone: 'Asia/Tokyo' } },
      recurrence: { type: 'Does not repeat', shown: { series: null } },
      venue: { type: 'town hall', shown: { venue: { venue: 'Town Hall' } } },
      attendance_mode: { type: 'Online and', shown: { attendance_mode: 'mixed' } },
      online_url: { type: 'meet.example.org/1', shown: { online_url: 'https://meet.example.org/1' } },
      organizer: { type: 'Choir', shown: { organizer: [{ organizer: 'Choir' }] } },
      description: { type: ODD, shown: { description: ODD_HTML } },
      excerpt: { type: ODD, shown: { excerpt: ODD_HTML } },
      cost: { type: '12,50', shown: { cost: '12.50' } },
      website: { type: 'example.org/walk', shown: { website: 'https://example.org/walk' } },
      'tickets[0].name': {
        type: 'Early bird',
        press: ['Add a ticket'],
        shown: { tickets: [{ name: 'Early bird' }] },
      },
      'tickets[0].price': { type: '8,50', shown: { tickets: [{ price: '8.50' }] } },
      'tickets[0].currency': { type: 'EUR', shown: { tickets: [{ currency: 'EUR' }] } },
      'tickets[0].url': { type: 'example.org/t', shown: { tickets: [{ url: 'https://example.org/t' }] } },
      'tickets[0].valid_from': {
        type: '2030-04-01T10:00',
        shown: { tickets: [{ valid_from: '2030-04-01 10:00:00' }] },
      },
      'tickets[0].valid_through': {
        type: '2030-04-30T20:00',
        shown: { tickets: [{ valid_through: '2030-04-30 20:00:00' }] },
      },
      'tickets[0].availability': { type: 'Pre-order', shown: { tickets: [{ availability: 'pre_order' }] } },
      'custom_fields.field': { type: 'Dress', press: ['Add a field'] },
      'custom_fields.dress.value': {
        type: ODD,
        shown: { custom_fields: { dress: { label: 'Dress', value: ODD } } },
      },
      status: { type: 'Schedule', shown: { status: 'future' } },
      date: { type: '2030-03-01T09:15', shown: { date: '2030-03-01 09:15:00' } },
      event_status: { type: 'Postponed', shown: { event_status: 'postponed' } },
      status_reason: { type: 'Storm', shown: { status_reason: 'Storm' } },
      slug: { type: 'a-walk', shown: { slug: 'a-walk' } },
      file: { type: await picture('walk.png'), shown: { image: { width: 60 } }, after: uploaded },
      alt_text: { type: 'People walk', shown: { image: { alt_text: 'People walk' } } },
      credit: { type: 'Grace', shown: { image: { credit: 'Grace' } } },
      license: { type: 'CC0', shown: { image: { license: 'CC0' } } },
      'category-1': { type: 'on', shown: { categories: [{ name: 'Music' }] } },
      'category-2': { type: 'off' },
      tags: { type: 'outdoors', shown: { tags: [{ name: 'outdoors' }] } },
      featured: { type: 'on', shown: { featured: true } },
      sticky: { type: 'on', shown: { sticky: true } },
      hide_from_listings: { type: 'on', shown: { hide_from_listings: true } },
      show_map: { type: 'off', shown: { show_map: false } },
      show_map_link: { type: 'off', shown: { show_map_link: false } },
      post_parent: { type: 'Festival', shown: { post_parent: 1 } },
      note: { type: ODD, shown: { note: ODD } },
      assignee: { type: 'wendy', shown: { assignee: { login: 'wendy' } } },
    }
    await typeAll(page, page.locator('form.editor'), fields, {
      ...Object.fromEntries(
        ['d', 'dr', 'dre', 'dres', 'dress'].map((name) => [`custom_fields.${name}`, 'named by its label']),
      ),
      'custom_fields.field.value': 'named by its label',
    })
    await save(page, 'Walk')
    expectShown(await read('/events/by-slug/a-walk'), fields)
  })

  it('for the new venue and organizer of an event, its dates when it repeats, and its password', async () => {
    const page = await service.desk(open, '/events/new')
    const item = (name: string) => page.getByRole('option', { name: `Create “${name}”` }).click()
    const fields: TypedFields = {
      title: { type: 'Round', shown: { title: 'Round' } },
      start_date: { type: '2030-05-06', shown: { start_date: '2030-05-06 09:00:00' } },
      'Start: time': { type: '09:00' },
      recurrence: { type: 'Every week' },
      interval: { type: '2' },
      Wednesday: { type: 'on' },
      ends: { type: 'After a number' },
      count: {
        type: '4',
        shown: {
          series: {
            recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4', 'RDATE:20300601T090000'],
          },
        },
      },
      added: { type: '2030-06-01' },
      venue: { type: 'Mill', after: () => item('Mill'), shown: { venue: { venue: 'Mill' } } },
      'venue[0].address': { type: '1 Mill Lane', shown: { venue: { address: '1 Mill Lane' } } },
      'venue[0].zip': { type: '01234', shown: { venue: { zip: '01234' } } },
      'venue[0].city': { type: 'Kiel', shown: { venue: { city: 'Kiel' } } },
      'venue[0].country': { type: 'Germany', shown: { venue: { country: 'Germany' } } },
      'venue[0].website': {
        type: 'mill.example.org',
        shown: { venue: { website: 'https://mill.example.org' } },
      },
      organizer: {
        type: 'Millers',
        after: () => item('Millers'),
        shown: { organizer: [{ organizer: 'Millers' }] },
      },
      'organizer[0].email': { type: 'm@example.org', shown: { organizer: [{ email: 'm@example.org' }] } },
      'organizer[0].phone': { type: '+49 1', shown: { organizer: [{ phone: '+49 1' }] } },
      'organizer[0].website': {
        type: 'https://m.example.org',
        shown: { organizer: [{ website: 'https://m.example.org' }] },
      },
    }
    await typeAll(page, page.locator('form.editor'), fields, { ...typedBefore(), ...weekdays })
    await save(page, 'Round')
    const id = Number(page.url().split('/').at(-1))
    expectShown(await read(`/events/${id}`), fields)
    const password: TypedFields = {
      password: { type: 'open sesame', shown: { password_protected: true } },
    }
    await typeAll(page, page.locator('form.editor'), password, { ...typedBefore(), ...weekdays })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('radio', { name: 'This date' }).or(page.getByRole('radio').first()).first().check()
    // The notice of the first save may still be there.
    const written = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    expect((await written).status()).toBe(200)
    expectShown(await read(`/events/${id}`), password)
  })

  it('for an event that repeats every month, until a day', async () => {
    const page = await service.desk(open, '/events/new')
    const fields: TypedFields = {
      title: { type: 'Monthly' },
      start_date: { type: '2030-05-07' },
      recurrence: { type: 'Every month on the same weekday, such as the 2nd Tuesday' },
      ordinal: { type: 'Second' },
      weekday: { type: 'Friday' },
      ends: { type: 'On a date' },
      until: {
        type: '2030-12-31',
        shown: {
          series: {
            recurrence: [expect.stringMatching(/^RRULE:FREQ=MONTHLY;(?=.*BYDAY=2FR)(?=.*UNTIL=2030123)/)],
          },
        },
      },
    }
    await typeAll(page, page.locator('form.editor'), fields, typedBefore())
    await save(page, 'Monthly')
    expectShown(await read(`/events/${page.url().split('/').at(-1)}`), fields)
  })

  it('for venues and organizers', async () => {
    const named = (name: string, type: string, shown = type) => ({
      [name]: { type, shown: { [name]: shown } },
    })
    const common = {
      ...named('phone', '+49 30 1'),
      ...named('website', 'example.org', 'https://example.org'),
      description: { type: ODD, shown: { description: ODD_HTML } },
    }
    const venue: TypedFields = {
      ...named('venue', 'Old <Pier>'),
      ...named('address', '1 Quay & Co'),
      ...named('zip', '01234'),
      ...named('city', 'Kiel'),
      ...named('province', 'Holstein'),
      ...named('state', 'SH'),
      ...named('country', 'Germany'),
      ...common,
      ...named('accessibility', 'Step-free'),
      geo_lat: { type: '54.3', shown: { geo_lat: 54.3 } },
      geo_lng: { type: '10.1', shown: { geo_lng: 10.1 } },
      show_map: { type: 'off', shown: { show_map: false } },
      show_map_link: { type: 'off', shown: { show_map_link: false } },
      ...named('slug', 'old-pier'),
      file: { type: await picture('pier.png'), shown: { image: { width: 60 } }, after: uploaded },
      alt_text: { type: 'A pier', shown: { image: { alt_text: 'A pier' } } },
      credit: { type: 'Grace', shown: { image: { credit: 'Grace' } } },
      license: { type: 'CC0', shown: { image: { license: 'CC0' } } },
    }
    const organizer: TypedFields = {
      ...named('organizer', 'Fishers'),
      federated: { type: 'on', shown: { federated: true } },
      ...named('email', 'f@example.org'),
      ...common,
      ...named('slug', 'fishers'),
      file: { type: await picture('fish.png'), after: uploaded },
      alt_text: { type: 'A fish', shown: { image: { alt_text: 'A fish' } } },
      credit: { type: 'Grace', shown: { image: { credit: 'Grace' } } },
      license: { type: 'CC0', shown: { image: { license: 'CC0' } } },
    }
    const page = await service.desk(open, '/venues/new')
    for (const [collection, slug, fields] of [
      ['venues', 'old-pier', venue],
      ['organizers', 'fishers', organizer],
    ] as const) {
      await service.show(page, `/${collection}/new`)
      await typeAll(page, page.locator('form.editor'), fields)
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('is saved.').waitFor()
      expectShown(await read(`/${collection}/by-slug/${slug}`), fields)
      const { id } = await read(`/${collection}/by-slug/${slug}`)
      await service.show(page, `/${collection}/${id}`)
      const status: TypedFields = { status: { type: 'Draft', shown: { status: 'draft' } } }
      await typeAll(page, page.locator('form.editor'), status, typedBefore())
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('is saved.').waitFor()
      expectShown(await read(`/${collection}/${id}`), status)
    }
  })

  /** Opens a dialog, types into all its fields, and saves it. */
  const inDialog = async (page: Page, opener: string, fields: TypedFields, done: string, left = {}) => {
    await page.locator('#main').getByRole('button', { name: opener }).first().click()
    await typeAll(page, page.locator('dialog'), fields, left)
    await page.getByRole('dialog').getByRole('button', { name: done, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  it('for categories, tags and images', async () => {
    const page = await service.desk(open, '/categories')
    const term = (name: string, slug: string): TypedFields => ({
      name: { type: name, shown: { name } },
      slug: { type: slug, shown: { slug } },
      description: { type: ODD, shown: { description: ODD_HTML } },
    })
    const category: TypedFields = {
      ...term('Jazz & more', 'jazz'),
      parent: { type: 'Music', shown: { parent: 1 } },
      federated_as: { type: 'Festivals', shown: { federated_as: 'FESTIVALS' } },
      color: { type: '#204060', shown: { color: '#204060' } },
    }
    await inDialog(page, 'New category', category, 'Save')
    expectShown((await read('/categories?slug=jazz&hide_empty=false')).categories[0], category)
    const tag = term('late & loud', 'late')
    await service.show(page, '/tags')
    await inDialog(page, 'New tag', tag, 'Save')
    expectShown((await read('/tags?slug=late&hide_empty=false')).tags[0], tag)
    await service.show(page, '/media')
    await page.locator('[name=file]').setInputFiles(await picture('door.png'))
    const media: TypedFields = {
      title: { type: 'The door', shown: { title: 'The door' } },
      alt_text: { type: 'A green door', shown: { alt_text: 'A green door' } },
      credit: { type: 'Ada', shown: { credit: 'Ada' } },
      license: { type: 'CC BY 4.0', shown: { license: 'CC BY 4.0' } },
    }
    await inDialog(page, 'door', media, 'Save')
    expectShown((await read('/media?search=door')).media[0], media)
  })

  it('for many events at once, copies, and the filters of the list', async () => {
    const ids = [await eveningEvent(service, { title: 'Lot A', categories: [1], tags: ['old'] }, headers)]
    const page = await service.desk(open, '/events?q=Lot')
    await page.getByLabel('Select all').check()
    const changes: TypedFields = {
      'add-category': { type: 'Markets', shown: { categories: [{ name: 'Markets' }] } },
      'remove-category': { type: 'Music' },
      'add-tag': { type: 'fresh', shown: { tags: [{ name: 'fresh' }] } },
      'remove-tag': { type: 'old' },
      venue: { type: 'town hall', shown: { venue: { venue: 'Town Hall' } } },
      assignee: { type: 'wendy', shown: { assignee: { login: 'wendy' } } },
      status: { type: 'Draft', shown: { status: 'draft' } },
      shift: { type: '-7', shown: { start_date: '2030-04-27 18:00:00' } },
    }
    await page.locator('#main').getByRole('button', { name: 'Change…' }).first().click()
    const dialog = page.getByRole('dialog')
    await typeAll(page, page.locator('dialog'), changes)
    // A name that is found only now is shown before the change is done: then the button is pressed again.
    await expect
      .poll(
        async () => {
          const button = dialog.getByRole('button', { name: /^Change \d+ event/, disabled: false })
          if ((await button.count()) > 0) await button.click({ timeout: 1000 }).catch(() => {})
          return dialog.count()
        },
        { timeout: 60_000 },
      )
      .toBe(0)
    expectShown(await read(`/events/${ids[0]}`), changes)
    await service.show(page, `/events/${ids[0]}`)
    const copies: TypedFields = {
      'date-1': { type: '2030-05-11' },
      status: { type: 'Published' },
    }
    await page.getByLabel('More actions').click()
    await inDialog(page, 'Duplicate', copies, 'Create copies')
    const { events } = await read('/events?search=Lot&starts_after=1000-01-03&status=any')
    expect(events.map((one: Json) => [one.start_date, one.status])).toContainEqual([
      '2030-05-11 18:00:00',
      'publish',
    ])
    await service.show(page, '/events')
    const { assignees } = await read('/assignees?search=wendy')
    const filters: TypedFields = {
      q: { type: 'Lot', shown: { q: 'Lot' } },
      status: { type: 'Draft', shown: { status: 'draft' } },
      when: { type: 'Between', shown: { when: 'between' } },
      from: { type: '2030-04-01', shown: { from: '2030-04-01' } },
      to: { type: '2030-04-30', shown: { to: '2030-04-30' } },
      category: { type: 'Markets', shown: { category: '2' } },
      venue: { type: 'Town Hall', shown: { venue: '1' }, key: 'Enter' },
      organizer: { type: 'Choir', shown: { organizer: '1' }, key: 'Enter' },
      outcome: { type: 'As planned', shown: { outcome: 'scheduled' } },
      order: { type: 'By title', shown: { order: 'title-asc' } },
      author: { type: 'ada', shown: { author: '1' } },
      waits: { type: 'wendy', shown: { waits: String(assignees[0].id) } },
      dates: { type: 'on', shown: { dates: 'each' } },
      mine: { type: 'on', shown: { mine: '1' } },
      hidden: { type: 'on', shown: { hidden: '1' } },
    }
    await typeAll(page, page.locator('search'), filters)
    await page.waitForURL(/q=Lot/)
    expectShown(Object.fromEntries(new URL(page.url()).searchParams), filters)
    await page.getByText('Save as a view').click()
    await typeAll(page, page.locator('.named-views'), { 'view-name': { type: 'Lots', key: 'Enter' } })
    await page.getByRole('button', { name: 'Lots', pressed: true }).waitFor()
  })

  it('for the import of a table, with its columns and dates, and of a calendar', async () => {
    const page = await service.desk(open, '/import')
    const choose = (name: string, mimeType: string, text: string) =>
      page.locator('#main input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    const run = async () => {
      await page.getByRole('button', { name: 'Preview the import' }).click()
      await page.getByRole('button', { name: 'Import 1 event' }).click()
      await page.getByText('Result of the import').waitFor()
    }
    const imported = async (search: string) =>
      (await read(`/events?search=${search}&starts_after=1000-01-03&status=any`)).events[0]
    const file = 'the file itself'
    await choose('fair.csv', 'text/csv', 'x;start_date;z\r\nWinter fair;04/05/2030;04/06/2030\r\n')
    const table: TypedFields = {
      'column-0': { type: 'Title', shown: { title: 'Winter fair' } },
      'column-2': { type: 'End', shown: { end_date: '2030-04-06 23:59:59' } },
      dates: { type: 'Month first', shown: { start_date: '2030-04-05 00:00:00' } },
      status: { type: 'Draft', shown: { status: 'draft' } },
    }
    await typeAll(page, page.locator('#main'), table, {
      file,
      'column-1': 'known by its name',
      charset: 'import.test.ts: the encoding of a table',
    })
    await run()
    expectShown(await imported('Winter'), table)
    const event = [
      'BEGIN:VEVENT',
      'UID:w',
      'SUMMARY:Summer fair',
      'DTSTART;VALUE=DATE:20300701',
      'END:VEVENT',
    ]
    await choose('fair.ics', 'text/calendar', ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n'))
    const calendar: TypedFields = {
      status: { type: 'Pending', shown: { status: 'pending' } },
      prune: { type: 'off' },
    }
    await typeAll(page, page.locator('#main'), calendar, { file })
    await run()
    expectShown(await imported('Summer'), calendar)
  })

  it('for quick add, with what it asks', async () => {
    const page = await service.desk(open, '/events')
    await page.keyboard.press('q')
    const line: TypedFields = {
      quick: { type: 'Slam Friday 13 December 8pm at Barn', shown: { title: 'Slam' }, key: 'Enter' },
    }
    await page.locator('dialog[open] input:focus').waitFor()
    await typeAll(page, page.locator('dialog'), line, {
      'quick-day': 'asked then',
      'quick-venue': 'asked then',
    })
    const asked: TypedFields = {
      'quick-day': { type: 'Fri', shown: { start_date: expect.stringMatching(/^20\d\d-12-\d\d 20:00:00$/) } },
      'quick-venue': { type: 'Create', shown: { venue: { venue: 'Barn' } } },
    }
    await typeAll(page, page.locator('dialog'), asked, { quick: 'typed before' })
    await page.getByRole('button', { name: 'Create the event' }).click()
    await page.waitForURL(/\/events\/\d+$/)
    expectShown(await read(`/events/${page.url().split('/').at(-1)}`), { ...line, ...asked })
  })

  it('for the message to who waits for a review', async () => {
    await service.person('cora', 'contributor')
    const { cookie, csrf } = await service.session('cora')
    const id = await eveningEvent(service, { title: 'Waits', status: 'pending' }, { ...cookie, ...csrf })
    const page = await service.desk(open, '/review')
    await page.locator('.queue').getByRole('button', { name: 'Waits' }).click()
    await page.locator('.entry-card h2', { hasText: 'Waits' }).waitFor()
    const fields: TypedFields = { message: { type: ODD } }
    await typeAll(page, page.locator('#main .review'), fields)
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect
      .poll(async () => JSON.stringify((await service.get(`/events/${id}/review`, headers)).body))
      .toContain('<12> & “more”')
  })

  it('for subscriptions and webhooks', async () => {
    const page = await service.desk(open, '/subscriptions')
    const subscription: TypedFields = {
      address: {
        type: host.put('/a.ics', Buffer.from(NO_EVENTS)),
        shown: { address: `${host.address}/a.ics` },
      },
      name: { type: 'Season', shown: { name: 'Season' } },
      user: { type: 'ada', shown: { has_login: true } },
      password: { type: 'secret' },
      every: { type: '1 day', shown: { every: '1d' } },
      categories: { type: 'Music, Theatre', shown: { categories: ['Music', 'Theatre'] } },
      prune: { type: 'on', shown: { prune: true } },
    }
    await inDialog(page, 'Subscribe', subscription, 'Subscribe')
    expectShown((await read('/subscriptions')).subscriptions[0], subscription)
    await inDialog(page, 'Edit', { 'login-removed': { type: 'on' } }, 'Save', typedBefore())
    expect((await read('/subscriptions')).subscriptions[0]).toMatchObject({ has_login: false })
    await service.show(page, '/webhooks')
    const webhook: TypedFields = {
      url: { type: 'https://example.org/hook', shown: { url: 'https://example.org/hook' } },
      what: { type: 'Events that', shown: { types: ['submission.received'] } },
      private: { type: 'on', shown: { private: true } },
    }
    await page.locator('#main').getByRole('button', { name: 'Add a webhook' }).click()
    await typeAll(page, page.locator('dialog'), webhook)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByRole('dialog').getByText('whsec_').waitFor()
    expectShown((await read('/webhooks')).webhooks[0], webhook)
    await page.keyboard.press('Escape')
  })

  it('for what shows at times: the box that removes a password, the log, the shortcuts, and the second factor', async () => {
    const id = await eveningEvent(service, { title: 'Closed' }, headers)
    expect((await service.patch(`/events/${id}`, { password: 'open sesame' }, headers)).status).toBe(200)
    const page = await service.desk(open, `/events/${id}`)
    const removed: TypedFields = {
      unprotect: { type: 'on', shown: { password_protected: false } },
    }
    const closed = page.locator('details', { has: page.locator('[name=unprotect]') })
    await typeAll(page, closed, removed, { slug: 'typed before', password: 'typed before' })
    await save(page, 'Closed')
    expectShown(await read(`/events/${id}`), removed)
    await service.show(page, '/log')
    const asked = page.waitForRequest((one) =>
      /\/audit\?(?=.*resource=tag)(?=.*user=[1-9])(?=.*since=2027-01-01)(?=.*until=2027-02-01)(?=.*search=Tag)/.test(
        one.url(),
      ),
    )
    await typeAll(page, page.locator('search'), {
      kind: { type: 'Tags' },
      user: { type: 'ada' },
      since: { type: '2027-01-01' },
      until: { type: '2027-01-31' },
      q: { type: 'Tag' },
    })
    await asked
    await page.locator('.filters [name=q]').blur()
    await page.keyboard.press('?')
    await typeAll(page, page.locator('dialog'), { keys: { type: 'off' } })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await service.person('tina', 'editor')
    const { cookie, csrf } = await service.session('tina')
    const own = { ...cookie, ...csrf }
    const { id: tina } = (await read('/users')).users.find(({ login }: Json) => login === 'tina')
    const path = `/users/${tina}/second-factor`
    const { key } = (await service.post(path, { current_password: PASSWORD }, own)).body
    const code = new TOTP({ secret: key }).generate({ timestamp: SERVICE_CLOCK })
    const [recovery] = (await service.post(`${path}/confirmation`, { code }, own)).body.recovery_codes
    const door = await open(desktop)
    await door.goto(`${service.base}/desk/`)
    const first: TypedFields = { login: { type: 'tina' }, password: { type: PASSWORD } }
    await typeAll(door, door.locator('form'), first)
    await door.keyboard.press('Enter')
    await door.locator('[name=code]').waitFor()
    const second: TypedFields = { code: { type: recovery } }
    await typeAll(door, door.locator('form'), second, { login: 'typed before', password: 'typed before' })
    await door.keyboard.press('Enter')
    await door.locator('#main').waitFor()
  })

  it('for own pages', async () => {
    const page = await service.desk(open, '/pages/new')
    const fields: TypedFields = {
      title: { type: 'About <us> & “more”', shown: { title: 'About <us> & “more”' } },
      content: { type: ODD, shown: { content: ODD_HTML } },
      status: { type: 'Private', shown: { status: 'private' } },
      slug: { type: 'about-us', shown: { slug: 'about-us' } },
      in_footer: { type: 'off', shown: { in_footer: false } },
    }
    await typeAll(page, page.locator('form.editor'), fields)
    await save(page, 'About <us> & “more”')
    expectShown(await read('/pages/by-slug/about-us'), fields)
  })

  it('for the settings, whose time zone and language apply at once', async () => {
    const page = await service.desk(open, '/settings')
    const fields: TypedFields = {
      name: { type: 'Alderhaven & around', shown: { name: 'Alderhaven & around' } },
      description: { type: 'What is on', shown: { description: 'What is on' } },
      imprint_url: { type: 'https://example.org/i', shown: { imprint_url: 'https://example.org/i' } },
      privacy_url: { type: 'https://example.org/p', shown: { privacy_url: 'https://example.org/p' } },
      accessibility_contact: {
        type: 'access@example.org',
        shown: { accessibility_contact: 'access@example.org' },
      },
      accessibility_text: { type: 'Ask the town.', shown: { accessibility_text: 'Ask the town.' } },
      head_html: { type: '<p>Head</p>', shown: { head_html: '<p>Head</p>' } },
      foot_html: { type: '<p>Foot</p>', shown: { foot_html: '<p>Foot</p>' } },
      theme: { type: 'Night', shown: {} },
      accent_color: { type: '#7a1f5c', shown: { accent_color: '#7a1f5c' } },
      timezone: { type: 'Rome', shown: { timezone: 'Europe/Rome' } },
      language: { type: 'English', shown: { language: 'en' } },
      region: { type: 'IT', shown: { region: 'IT' } },
      file: { type: await picture('logo.png'), shown: { logo: { width: 60 } }, after: uploaded },
      alt_text: { type: 'A lighthouse', shown: { logo: { alt_text: 'A lighthouse' } } },
      translations: { type: 'German' },
      ...Object.fromEntries(
        Object.entries({
          name: 'Erlenhafen & mehr',
          description: 'Was los ist',
          imprint_url: 'https://example.org/de/i',
          privacy_url: 'https://example.org/de/p',
          accessibility_text: 'Fragen Sie die Stadt.',
          head_html: '<p>Kopf</p>',
          foot_html: '<p>Fuß</p>',
        }).map(([name, type]) => [
          `translations.de.${name}`,
          { type, shown: { translations: { de: { [name]: type } } } },
        ]),
      ),
    }
    const forgotten = namesOf(settingArgs).filter((name) => !(name in fields))
    expect(forgotten.filter((name) => imageSettingNames.every((image) => image !== name))).toEqual([])
    await typeAll(page, page.locator('form.settings'), fields)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    expectShown(await read('/settings'), fields)
  })

  it('for groups, their members, the group of an event, and templates', async () => {
    await service.person('mira', 'subscriber')
    const page = await service.desk(open, '/groups/new')
    const fields: TypedFields = {
      name: { type: 'Friends & more', shown: { name: 'Friends & more' } },
      description: { type: ODD, shown: { description: ODD_HTML } },
      main: { type: 'Editors of', shown: { main: 'review' } },
      file: { type: await picture('friends.png'), shown: { image: { width: 60 } }, after: uploaded },
      alt_text: { type: 'Friends wave', shown: { image: { alt_text: 'Friends wave' } } },
      credit: { type: 'Grace', shown: { image: { credit: 'Grace' } } },
      license: { type: 'CC0', shown: { image: { license: 'CC0' } } },
      color: { type: '#204060', shown: { color: '#204060' } },
    }
    await typeAll(page, page.locator('form.editor'), fields)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/groups\/\d+$/)
    await page.locator('[name=member_login]').waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    expectShown(await read(`/groups/${id}`), fields)
    const address: TypedFields = { slug: { type: 'friends', shown: { slug: 'friends' } } }
    await typeAll(page, page.locator('form.editor'), address, typedBefore())
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await read(`/groups/${id}`)).slug).toBe('friends')
    const member: TypedFields = {
      member_login: { type: 'mira', shown: { login: 'mira' } },
      member_role: { type: 'Manager', shown: { role: 'manager' } },
    }
    await typeAll(page, page.locator('form.new-member'), member)
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('mira is a member now.').waitFor()
    const { members } = await read(`/groups/${id}/members`)
    expectShown(
      members.find((one: Json) => one.login === 'mira'),
      member,
    )

    const event = await eveningEvent(service, { title: 'Reunion' }, headers)
    await service.show(page, `/events/${event}`)
    const inGroup: TypedFields = {
      group: { type: 'Friends', shown: { group: { id } } },
      in_main: { type: 'on', shown: { in_main: true } },
    }
    await typeAll(page, page.locator('form.editor'), inGroup, {
      ...typedBefore(),
      'category-3': 'like category-1',
    })
    await save(page, 'Reunion')
    expectShown(await read(`/events/${event}`), inGroup)

    const template: TypedFields = {
      template_name: { type: 'Meeting', shown: { name: 'Meeting', group: id } },
    }
    await page.getByLabel('More actions').click()
    await inDialog(page, 'Save as a template', template, 'Save')
    const kept = async () => (await read('/templates')).templates[0]
    expectShown(await kept(), template)
    await service.show(page, '/events/new')
    await page.getByRole('button', { name: 'Edit the templates' }).click()
    const renamed: TypedFields = {
      [`template-${(await kept()).id}`]: { type: 'Regulars', shown: { name: 'Regulars' } },
    }
    await typeAll(page, page.locator('dialog'), renamed)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The template “Regulars” is saved.').waitFor()
    expectShown(await kept(), renamed)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    const { id: others } = (await service.post('/groups', { name: 'Others' }, headers)).body
    const leaving = await service.desk(open, `/groups/${id}`)
    const move: TypedFields = { move_to: { type: 'Others', shown: { group: { id: others } } } }
    await inDialog(leaving, 'Delete', move, 'Delete permanently')
    await expect.poll(async () => (await read(`/events/${event}`)).group?.id).toBe(others)
    expectShown(await read(`/events/${event}`), move)
  })

  it('for the erasure of a person, which asks for the login', async () => {
    await service.person('otto', 'author')
    const page = await service.desk(open, '/users')
    await page.getByRole('button', { name: 'Edit otto' }).click()
    await page.getByRole('button', { name: 'Erase the person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase otto?' })
    await typeAll(page, dialog, { confirmed_login: { type: 'otto' } })
    await dialog.getByRole('button', { name: 'Erase the person' }).click()
    await page.getByText(/^otto is erased/).waitFor()
    expect((await read('/users')).users.map(({ login }: Json) => login)).not.toContain('otto')
  })

  it('for users, tokens, secret feeds and the own account', async () => {
    const page = await service.desk(open, '/users')
    const user: TypedFields = {
      display_name: { type: 'grace', shown: { display_name: 'grace' } },
      login: { type: 'grace', shown: { login: 'grace' } },
      email: { type: 'grace@example.org', shown: { email: 'grace@example.org' } },
      role: { type: 'Author', shown: { role: 'author' } },
      language: { type: 'Nederlands', shown: { language: 'nl' } },
      password: { type: PASSWORD, shown: { has_password: true } },
    }
    await inDialog(page, 'New user', user, 'Add the user')
    const grace = async () => (await read('/users')).users.find((one: Json) => one.login === 'grace')
    expectShown(await grace(), user)
    const { id } = await grace()
    await page.getByRole('button', { name: 'Edit grace' }).click()
    const more: TypedFields = {
      role: { type: 'Editor', shown: { role: 'editor' } },
      display_name: { type: 'Grace H.', shown: { display_name: 'Grace H.' } },
      email: { type: 'grace.h@example.org', shown: { email: 'grace.h@example.org' } },
      language: { type: 'Deutsch', shown: { language: 'de' } },
      password: { type: `${PASSWORD}!` },
      successor: { type: 'ada' },
    }
    const tokens: TypedFields = {
      name: { type: 'Phone', shown: { name: 'Phone' } },
      expires: { type: '2031-01-01', shown: { expires_utc: expect.stringMatching(/^2031-01-01 23/) } },
      limits: { type: 'Only' },
      ...Object.fromEntries(
        ['read', 'write:events', 'write:venues', 'write:organizers', 'write:terms', 'media', 'import'].map(
          (one) => [one, { type: 'on', shown: { scopes: expect.arrayContaining([one]) } }],
        ),
      ),
      ...Object.fromEntries(
        ['write:groups', 'write:pages', 'federation', 'users', 'webhooks', 'audit'].map((one) => [
          one,
          { type: 'off', shown: { scopes: expect.not.arrayContaining([one]) } },
        ]),
      ),
    }
    const feeds: TypedFields = {
      name: { type: 'Drafts', shown: { name: 'Drafts' } },
      ...Object.fromEntries(['publish', 'future', 'private'].map((one) => [one, { type: 'off' } as const])),
      ...Object.fromEntries(
        ['draft', 'pending'].map((one) => [one, { type: 'on', shown: { statuses: ['draft', 'pending'] } }]),
      ),
    }
    await typeAll(page, page.locator('dialog'), more)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Save')
    await press('Set the password')
    for (const [opener, fields, create] of [
      ['New token', tokens, 'Create the token'],
      ['New secret feed', feeds, 'Create the feed'],
    ] as const) {
      await press(opener)
      await typeAll(page, page.getByRole('dialog', { name: opener }), fields)
      await press(create)
      await page.locator('dialog dialog').getByRole('button', { name: 'Close' }).click()
    }
    await expect.poll(async () => (await read(`/users/${id}/feeds`)).feeds.length).toBe(1)
    await expect.poll(async () => (await grace()).display_name).toBe('Grace H.')
    const { password: _, successor: __, ...given } = more
    expectShown(await grace(), given)
    expectShown((await read(`/users/${id}/tokens`)).tokens[0], tokens)
    expectShown((await read(`/users/${id}/feeds`)).feeds[0], feeds)
    expect((await service.post('/session', { login: 'grace', password: `${PASSWORD}!` })).status).toBe(201)
    const handed = page.waitForResponse((one) => one.url().endsWith(`/users/${id}/transfer`))
    await press('Hand over')
    expect((await handed).status()).toBe(200)
    const own = await service.desk(open, '/account', 'ada')
    const profile: TypedFields = {
      display_name: { type: 'Ada L.', shown: { display_name: 'Ada L.' } },
      email: { type: 'ada@example.org', shown: { email: 'ada@example.org' } },
      // Asked for once the address is another one.
      current_password: { type: PASSWORD },
      language: { type: 'Deutsch', shown: { language: 'de' } },
    }
    await typeAll(own, own.locator('form', { has: own.locator('[name=display_name]') }), profile)
    // Tells whether a key was lost, or what was typed.
    expect(await own.locator('[name=display_name]').inputValue()).toBe('Ada L.')
    await own.getByRole('button', { name: 'Save', exact: true }).click()
    await own.getByText('Saved.', { exact: true }).waitFor()
    const ada = (await read('/users')).users.find((one: Json) => one.login === 'ada')
    expectShown(ada, profile)
    const changed: TypedFields = {
      current_password: { type: PASSWORD },
      password: { type: `${PASSWORD}?` },
    }
    await typeAll(own, own.locator('form', { has: own.locator('[name=current_password]') }), changed)
    await own.keyboard.press('Enter')
    await expect
      .poll(async () => (await service.post('/session', { login: 'ada', password: `${PASSWORD}?` })).status)
      .toBe(201)
  })
})

const folder = new URL('../../src/web/desk/', import.meta.url)

/** Fields that no walk types into, with the test that does. */
const elsewhere: Readonly<Record<string, string>> = {
  focus_x: 'images.test.ts: the point of a picture, which is tapped',
  focus_y: 'images.test.ts: the point of a picture, which is tapped',
  described: 'images.test.ts: the filter of images',
  'category-search': 'typed.test.ts: a search among many categories',
  'conflict-title': 'changes.test.ts: the choice between two versions of a field',
  charset: 'import.test.ts: the encoding of a table',
  apply_to: 'translating.test.ts: whether one date or all are translated',
  small_correction: 'translating.test.ts: whether translations are outdated',
  // The view needs a public https address, which the desk of these tests has not: no test types into its fields.
  actor: 'federation/following.test.ts: over the API',
  group: 'federation/following.test.ts: over the API',
  domain: 'federation/following.test.ts: over the API',
  // The views need sign-in through an organisation.
  rules: 'signing-in/institution.test.ts: over the API',
  subject: 'signing-in/institution.test.ts: over the API',
  subject_of: 'signing-in/institution.test.ts: over the API',
  factor_password: 'second-factor.test.ts: the password before a second factor',
  // Images are files, whose field has no name of theirs.
  ...Object.fromEntries(['image', 'logo', 'icon', 'share_image'].map((one) => [one, 'walked as a file'])),
  resource: 'translating.test.ts: a filter of what is to translate',
  previewed: 'a choice that changes nothing',
  scope: 'series.test.ts: a question about the dates of a series',
  stays: 'merging.test.ts: the entry that stays',
  use: 'merging.test.ts: a filter of the list',
}

it('the walk types into every field that the source of the desk names', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.tsx'),
  )
  const namesIn = (form: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(form)].map(([, name = '']) => name),
    )
  const inRows = namesIn(/\{\s*name: '([\w-]+)',\s*label:/g)
  expect(inRows.length).toBeGreaterThan(40)
  const named = [...namesIn(/\bname="([\w-]+)"/g), ...inRows]
  expect(named.length).toBeGreaterThan(100)
  const computed = namesIn(/\bname=\{`([^`]+)`\}/g)
  expect(computed.length).toBeGreaterThan(5)
  const isWalked = (name: string) => {
    const parts = name.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.[\]]/g, '\\$&'))
    const form = new RegExp(`^${parts.join('.+')}$`)
    return [...walked, ...Object.keys(elsewhere)].some((one) => form.test(one))
  }
  expect(computed.filter((name) => !isWalked(name))).toEqual([])
  // The rows of a ticket name its fields, which have its number before them.
  const known = new Set([...walked].map((name) => name.replace(/^\w+\[\d+\]\./, '')))
  const unknown = new Set(named.filter((name) => !known.has(name) && !(name in elsewhere)))
  expect([...unknown]).toEqual([])
})
