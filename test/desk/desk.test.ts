import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languagesWithWords } from '../../scripts/words.ts'
import {
  type DeskService,
  deskService,
  frame,
  PASSWORD,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone, zoomed } from '../support/browser.ts'
import { isLong } from '../support/dialect-names.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import { anEvent, type Json } from '../support/service.ts'
import { beyondSides, overflows } from '../support/sides.ts'

const HOSTILE = '"><img src=x onerror="document.title=1"><script>document.title=1</script>{{7*7}}'

const views = [
  '',
  '/events',
  '/events/1',
  '/calendar?date=2030-05-04',
  '/start',
  '/venues',
  '/venues/1',
  '/organizers',
  '/organizers/1',
  '/groups',
  '/pages',
  '/review',
  '/categories',
  '/tags',
  '/media',
  '/import',
  '/trash',
  '/users',
  '/subscriptions',
  '/settings',
  '/webhooks',
  '/federation',
  '/account',
  '/log',
]

describeInBrowser('the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    const venue = { venue: `Hall ${HOSTILE}`, city: HOSTILE, website: 'https://example.org/?%3Cscript%3E' }
    const organizer = { organizer: `Office ${HOSTILE}`, description: HOSTILE }
    const parent = (await service.post('/categories', { name: `Music ${HOSTILE}` }, headers)).body.id
    await service.post('/categories', { name: 'Jazz', parent }, headers)
    const texts = {
      title: `Event ${HOSTILE}`,
      excerpt: HOSTILE,
      description: `<p>${HOSTILE}</p>`,
      cost: HOSTILE,
    }
    const more = {
      ...texts,
      venue: [venue],
      organizer: [organizer],
      categories: [parent],
      tags: [`Tag ${HOSTILE}`],
    }
    for (const status of ['publish', 'draft', 'pending'])
      await service.post(
        '/events',
        anEvent({ ...more, status, start_date: '2030-05-04', end_date: '2030-05-05' }),
        headers,
      )
    await service.remove('/events/3', headers)
  })
  afterAll(() => service.close())
  const aside = '.rooms, .skip'
  const look = async (page: Page, view: string) => {
    await service.show(page, view)
    await page.locator('main:not(:has([aria-busy=true]))').waitFor()
    const [title, images, cost] = await page.evaluate<[string, number, string | undefined]>(
      `[document.title, document.querySelectorAll('main img[src="x"]').length, document.querySelector('[name=cost]')?.value]`,
    )
    const shared = view === '' || isLong() ? [] : frame
    const wrong = await violations(page, undefined, shared)
    await page.emulateMedia({ colorScheme: 'dark' })
    const inTheDark = await violations(page, ['color-contrast'], shared)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(zoomed.viewport)
    const zoomedIn = await overflows(page, aside, ['ltr'])
    await page.setViewportSize(phone.viewport)
    const onPhone = await overflows(page, aside)
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, a.button')]
      .filter((one) => one.offsetParent !== null && one.offsetHeight < 24).map((one) => one.outerHTML)`)
    await page.setViewportSize(desktop.viewport)
    return { view, title, images, cost, wrong, inTheDark, zoomedIn, onPhone, small }
  }
  let seen: readonly Awaited<ReturnType<typeof look>>[] | undefined
  /** Measurements of each view, on a desktop and on a phone, taken once for all tests. */
  const eachView = async () => {
    if (seen !== undefined) return seen
    const page = await service.desk(open, '', 'ada', phone)
    await page.setViewportSize(desktop.viewport)
    const all = []
    for (const view of views) all.push(await look(page, view))
    seen = all
    return all
  }

  it('can be used with assistive technology, and has enough contrast in dark mode', {
    timeout: 90_000,
  }, async () => {
    for (const { view, wrong, inTheDark } of await eachView())
      expect({ view, wrong, inTheDark }).toEqual({ view, wrong: [], inTheDark: [] })
    expect(await violations(await service.desk(open, '', '')), 'signed out').toEqual([])
  })

  it('fits a phone in both writing directions, also at a zoom of 200 %, with large enough controls', async () => {
    for (const { view, zoomedIn, onPhone, small } of await eachView())
      expect({ view, zoomedIn, onPhone, small }).toEqual({ view, zoomedIn: [], onPhone: [], small: [] })
  })

  it('is in the language of the browser, or in the chosen one', async () => {
    const page = await service.desk(open, '', '', { ...phone, locale: 'fr-CA' })
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    const others = [
      ['português (Brasil)', 'Entrar', 'pt-br'],
      ['日本語', 'ログイン', 'ja'],
      ['Deutsch', 'Anmelden', 'de'],
    ] as const
    for (const [name, heading, language] of inRotation(others.length)(others)) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name: heading }).waitFor()
      expect(await page.getByRole('link', { name }).getAttribute('aria-current')).toBe('true')
      expect(await beyondSides(page)).toEqual([])
      expect(page.url()).toBe(`${service.base}/${language}/desk`)
    }
  })

  it('parts names as the language does, in the list of events and in the lines of the form', async () => {
    const names = ['Lesung', 'Kabarett']
    for (const name of names) await service.post('/categories', { name }, headers)
    const organizer = names.map((name) => ({ organizer: name }))
    const sent = anEvent({ title: 'Parted', categories: names, tags: names, organizer })
    const { id } = (await service.post('/events', sent, headers)).body
    const page = await service.desk(open, '/events')
    await page.goto(`${service.base}/ja/desk/events?search=Parted&when=ever`)
    const parted = /^(?:Lesung、Kabarett|Kabarett、Lesung)$/
    await page.getByRole('cell', { name: parted }).waitFor()
    await page.goto(`${service.base}/ja/desk/events/${id}`)
    // Of the organizers and of the tags.
    const lines = page.locator('.fold .value').filter({ hasText: parted })
    await expect.poll(() => lines.count()).toBe(2)
    await service.remove(`/events/${id}?force=true`, headers)
  })

  it('shows hostile texts as text', async () => {
    const seen = await eachView()
    for (const { view, title, images } of seen) {
      expect(title, view).not.toBe('1')
      expect(images, view).toBe(0)
    }
    expect(seen.find(({ view }) => view === '/events/1')?.cost).toContain('document.title=1')
  })

  it('can be used with the keyboard only, and shows the focus', async () => {
    const page = await service.desk(open)
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'New event' }).waitFor()
    const focused = () =>
      page.evaluate('document.activeElement.tagName + " " + (document.activeElement.name ?? "")')
    await expect.poll(focused).toBe('TEXTAREA title')
    await page.keyboard.type('By keys alone')
    for (let presses = 0; (await focused()) !== 'INPUT venue' && presses < 24; presses += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.type('Keyhole')
    await page.getByRole('option', { name: 'Create “Keyhole”' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'By keys alone' }).waitFor()
    expect(await focused()).toBe('BUTTON venue')
    // The first one closes what the field suggests.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Save').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('s')
    await page.getByText('“By keys alone” is saved.').waitFor()
  })

  it('creates, renames, moves and deletes categories, each with the icon of its kind', async () => {
    const page = await service.desk(open, '/categories')
    const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    const menuOf = (name: string) =>
      page.locator('.tree li', { hasText: name }).locator('.acts-menu > summary')
    const iconOf = (name: string) =>
      page.locator('.tree li', { hasText: name }).locator('.thumb use').getAttribute('href')
    expect(await iconOf('Jazz')).toMatch(/#music$/)
    const sprite = await service.get(`/${(await iconOf('Jazz'))?.split('#', 1)[0]}`)
    expect(sprite.body).toContain('id="music"')
    await menuOf('Jazz').click()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a subcategory to Jazz' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bebop')
    await save()
    await page.getByRole('button', { name: 'Edit Bebop' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hard bop')
    await page.getByLabel('Parent', { exact: true }).selectOption({ label: '(none)' })
    await save()
    await page.getByRole('button', { name: 'Edit Hard bop' }).waitFor()
    expect(await iconOf('Hard bop'), 'no kind fits').toMatch(/#calendar$/)
    const named = (await service.get('/categories?hide_empty=false&search=bop', headers)).body.categories
    expect(named.map(({ name, parent }: { name: string; parent: number }) => [name, parent])).toEqual([
      ['Hard bop', 0],
    ])
    await menuOf('Hard bop').click()
    await page.getByRole('button', { name: 'Delete Hard bop' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('“Hard bop” is deleted.').waitFor()
  })

  it('adds users, gives them roles and tokens, and shows a token once', async () => {
    const page = await service.desk(open, '/users')
    await page.getByRole('button', { name: 'New user' }).click()
    await page.getByLabel('Login').fill('Carl')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('must have 10 to 1.000 characters', { exact: true }).waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByRole('button', { name: 'Edit carl' }).click()
    const edited = page.getByRole('dialog', { name: 'carl' })
    // An arrow, as the first key in the dialog, changes nothing of the user.
    await page.keyboard.press('ArrowDown')
    await edited.getByLabel('Role').selectOption({ label: 'Contributor' })
    const roleOfCarl = async () =>
      (await service.get('/users', headers)).body.users.find(({ login }: Json) => login === 'carl').role
    expect(await roleOfCarl()).toBe('editor')
    await edited.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“carl” is saved.').waitFor()
    expect(await roleOfCarl()).toBe('contributor')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Purpose', { exact: true }).fill('import job')
    // Nothing chosen would be everything.
    await page.getByLabel('What it may do').selectOption('some')
    expect(await page.getByRole('button', { name: 'Create the token' }).isDisabled()).toBe(true)
    await page.getByLabel('Read', { exact: true }).check()
    await page.getByRole('button', { name: 'Create the token' }).click()
    const token = await page.locator('.token-once code').innerText()
    await page.getByRole('dialog', { name: 'import job' }).getByRole('button', { name: 'Close' }).click()
    await page.getByText('never used').waitFor()
    const authorization = { authorization: `Bearer ${token}` }
    expect((await service.get('/session', authorization)).body.user.role).toBe('contributor')
    await page.getByRole('button', { name: 'Revoke: import job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('import job is revoked.').waitFor()
    expect((await service.get('/session', authorization)).status).toBe(401)
  })

  it('changes the settings of the site, after a preview, and the colour of a category', async () => {
    const page = await service.desk(open, '/settings')
    await page.getByLabel('Name of the calendar', { exact: true }).fill('What’s on')
    await page.getByLabel('Address of the imprint', { exact: true }).fill('nowhere')
    await page.getByLabel('Theme').selectOption('meadow')
    const preview = await page.getByRole('link', { name: 'Preview in a new tab' }).getAttribute('href')
    expect((await service.get(`/${preview}`, headers)).body).toContain('· What’s on</title>')
    expect((await service.get('//calendar/', headers)).body).not.toContain('What’s on')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-field=imprint_url] .wrong').waitFor()
    await page.getByLabel('Address of the imprint', { exact: true }).fill('https://town.example/imprint')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect((await service.get('/settings')).body).toMatchObject({
      ...{ name: 'What’s on', theme: 'meadow', imprint_url: 'https://town.example/imprint' },
    })
    await page.getByRole('link', { name: 'Categories' }).click()
    await page.getByRole('button', { name: 'Edit Jazz' }).click()
    await page.getByLabel('Colour').fill('#ffcc00')
    await page.getByText('Pages show it darker there').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(
        async () => (await service.get('/categories?search=Jazz&hide_empty=false')).body.categories[0].color,
      )
      .toBe('#ffcc00')
  })

  it('undoes a save of the settings, and shows in the form and in the head what holds again', async () => {
    await service.patch('/settings', { name: 'What’s on', imprint_url: null }, headers)
    const page = await service.desk(open, '/settings')
    const name = page.getByLabel('Name of the calendar', { exact: true })
    await name.fill('Alderhaven')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.mark', { hasText: 'Alderhaven' }).waitFor()
    for (const expected of ['What’s on', 'Alderhaven', 'What’s on']) {
      await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
      await page.locator('.mark', { hasText: expected }).waitFor()
      await expect.poll(() => name.inputValue()).toBe(expected)
    }
  })

  it('says that a logo which was deleted stays away where its change is undone', async () => {
    const file = await anImage(40, 20)
    const logo = (await service.post('/media', file, { ...headers, 'content-type': 'image/png' })).body.id
    await service.patch('/settings', { name: 'Village', logo }, headers)
    const page = await service.desk(open, '/settings')
    await page.getByLabel('Name of the calendar', { exact: true }).fill('Town')
    await page.getByRole('button', { name: 'Remove the image' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.mark', { hasText: 'Town' }).waitFor()
    await service.remove(`/media/${logo}`, headers)
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone. An image that was deleted since can’t come back.').waitFor()
    const { body } = await service.get('/settings')
    expect([body.name, body.logo]).toEqual(['Village', false])
    await service.patch('/settings', { name: null }, headers)
  })

  it('names all that stays as it is after an undo: passwords, and images that were deleted', async () => {
    const page = await service.desk(open, '/settings')
    await page.getByLabel('Name of the calendar', { exact: true }).fill('Hamlet')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.mark', { hasText: 'Hamlet' }).waitFor()
    await page.route('**/undo', async (route) => {
      const response = await route.fetch()
      const items = [{ resource: 'event', id: 1, left: ['password'] }]
      await route.fulfill({ response, json: { ...(await response.json()), items, left: ['logo'] } })
    })
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText('Undone. Passwords stay as they are now. An image that was deleted since can’t come back.')
      .waitFor()
    await page.unroute('**/undo')
  })

  it('has the texts of the settings in other languages beside the originals', async () => {
    await service.patch('/settings', { description: 'All of it' }, headers)
    const page = await service.desk(open, '/settings')
    await page.getByLabel('Language of these texts').selectOption('German')
    const pair = page.locator('.side-by-side', { hasText: 'All of it' })
    expect(await pair.locator('.label').innerText()).toBe('Description for search engines · English')
    await pair.getByLabel('Description for search engines · German').fill('Alles')
    // What has no original is no work.
    expect(await page.locator('.side-by-side [name$=privacy_url]').count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect((await service.get('/settings')).body.translations.de).toEqual({ description: 'Alles' })
    await service.patch('/settings', { description: null, translations: { de: null } }, headers)
  })

  it('adds a webhook, shows its secret once, tests it, repeats a delivery, and shows that it was switched off', async () => {
    const page = await service.desk(open, '/webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL of the receiver').fill('http://127.0.0.1:1/')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByText('must be a URL that begins with https://').first().waitFor()
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByLabel('URL of the receiver').fill('https://192.0.2.1.nip.invalid/hook')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    expect(await page.getByRole('dialog').locator('code').innerText()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Copy' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Edit 192/ }).click()
    await dialog.getByLabel('URL of the receiver').fill('https://192.0.2.1.nip.invalid/other')
    await dialog.getByLabel('What is sent').selectOption({ label: 'All changes' })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit 192.0.2.1.nip.invalid/other', exact: true }).waitFor()
    await page.getByText('All changes', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Send a test to/ }).click()
    await page.getByText(/^Test: 192.0.2.1.nip.invalid was not found/).waitFor()
    await page.getByText('Last deliveries', { exact: true }).click()
    await page.getByText('webhook.test').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again.').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: /^Switch off/ }).click()
    await page.getByText(/^Off/).waitFor()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByText('There are no webhooks yet.').waitFor()
  })

  it('creates a secret feed of the user, shows its URL once, and revokes it', async () => {
    await service.person('dora', 'author')
    const page = await service.desk(open, '/account', 'dora')
    await page.getByRole('button', { name: 'New secret feed' }).click()
    await page.getByLabel('Purpose of the feed').fill('Phone')
    await page.getByLabel('Private').uncheck()
    await page.getByRole('button', { name: 'Create the feed' }).click()
    const { pathname } = new URL(await page.locator('.token-once code').innerText())
    expect((await service.get(`/${pathname}`)).body).toContain('BEGIN:VCALENDAR')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Published, Scheduled, Draft, Pending review').waitFor()
    await page.getByRole('button', { name: 'Revoke: Phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Phone is revoked.').waitFor()
    expect((await service.get(`/${pathname}`)).status).toBe(404)
  })

  it('warns before the user leaves unsaved changes, and before a linked venue is removed', async () => {
    const page = await service.desk(open, '/venues/1')
    await page.getByLabel('City').fill('Kiel')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('City').inputValue()).toBe('Kiel')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('is saved.').waitFor()
    // The notice covers the button for some seconds.
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByText('2 events are linked to it').waitFor()
  })
})

describeInBrowser('a desk without users', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(true)
  })
  afterAll(() => service.close())

  it('requires no sign-in, and is in the language of its root', async () => {
    const page = await service.desk(open)
    await page.getByText('Local mode').waitFor()
    await page.goto(`${service.base}/de/desk/events/new`)
    await page.getByLabel('Titel').fill('Herbstmarkt')
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
    await page.getByText('„Herbstmarkt“ ist veröffentlicht.').waitFor()
    expect((await service.get('/events/1')).body.title).toBe('Herbstmarkt')
  })
})

/** Reads the scripts of a desk: what they import, and their sizes as they are sent. */
function deskScripts(service: DeskService) {
  const named = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name]) => `/assets/${name}`)
  const imports = async (name: string, pattern: RegExp) =>
    named((await service.get(`/${name}`)).body, pattern)
  /** The names with all scripts that these import, directly or not. */
  const whole = async (names: readonly string[], found = new Set<string>()): Promise<ReadonlySet<string>> => {
    for (const name of names.filter((one) => !found.has(one))) {
      found.add(name)
      if (name.endsWith('.js')) await whole(await imports(name, /from"\.\/(desk-[\w-]+\.js)"/g), found)
    }
    return found
  }
  const later = async (names: Iterable<string>) => {
    const all = await Promise.all([...names].map((one) => imports(one, /import\("\.\/(desk-[\w-]+\.js)"\)/g)))
    return [...new Set(all.flat())]
  }
  const size = async (names: Iterable<string>) => {
    const sizes = await Promise.all(
      [...names].map(async (name) => {
        const { headers } = await service.get(`/${name}`, { 'accept-encoding': 'gzip' })
        expect(headers['cache-control']).toContain('immutable')
        // Some chunks are so short that compressing them is not worth it.
        return Number(headers['content-length'])
      }),
    )
    return sizes.reduce((sum, one) => sum + one, 0)
  }
  return { whole, later, size }
}

/** Bytes of what every session loads, and of the largest part that is loaded when one of its views is opened. */
const START = 68_000
const LARGEST_PART = 80_000

describe('the files of the desk', () => {
  it('are small, and load nothing from other hosts', async () => {
    const service = await deskService(true)
    const page = await service.get('//desk')
    const names = [...page.body.matchAll(/\/assets\/desk-[\w.-]+/g)].map(([name]) => name)
    const { whole, later, size } = deskScripts(service)
    const start = await whole(names)
    expect([...start].sort(), 'what the page names is all that it begins with').toEqual(
      [...new Set(names)].sort(),
    )
    expect([...start].filter((name) => name.endsWith('.js'))).toHaveLength(1)
    const loaded = await later([...start].filter((name) => name.endsWith('.js')))
    const isLanguage = (name: string) => /desk-(?:\w\w|pt-br)-\w+\.js$/.test(name)
    expect(loaded.filter(isLanguage)).toHaveLength(languagesWithWords().length)
    const words = await Promise.all(loaded.filter(isLanguage).map((name) => size([name])))
    const bytes = (await size(start)) + Math.max(...words)
    expect(bytes).toBeGreaterThan(40_000)
    expect(bytes).toBeLessThan(START)
    const isOfRefusals = (name: string) => /desk-refusals-\w+\.js$/.test(name)
    // The way refusals are told is loaded with the first, and loads the words of one language.
    const telling = loaded.filter((name) => name.includes('desk-telling-'))
    expect((await later(telling)).filter(isOfRefusals)).toHaveLength(languagesWithWords().length)
    const parts = loaded.filter((name) => !isLanguage(name))
    expect(parts).toHaveLength(10)
    for (const part of parts) {
      const more = [...(await whole([part]))].filter((name) => !start.has(name))
      expect(await size(more), part).toBeLessThan(LARGEST_PART)
    }
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
    expect((await service.get('//assets/desk-0000.js')).status).toBe(404)
    await service.close()
  })
})
