import { readdirSync, readFileSync } from 'node:fs'
import type { Dialog, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import { anEvent } from '../support/service.ts'
import { NO_EVENTS } from '../support/stage.ts'

/** A form of the desk, and a text for one of its fields. */
interface TypedForm {
  /** The source of the form, below src/web/desk. */
  readonly file: string
  readonly path: string
  /** Names of what is pressed in the view to open the form. */
  readonly press?: readonly string[]
  readonly name: string
  readonly text: string
  /** The button that sends it, if Ctrl+S does not. */
  readonly send?: string
  /** Why it needs no connection. */
  readonly isOffline?: string
  /** Whether the text is there without being offered. */
  readonly isThere?: boolean
}

/** One form for each component; for those that make and edit, both. The ids are of the first of each kind. */
const forms: Readonly<Record<string, TypedForm>> = {
  'a new event': { file: 'events/editor', path: '/events/new', name: 'title', text: 'Tides' },
  'an event': { file: 'events/editor', path: '/events/1', name: 'title', text: 'Regatta 2' },
  'a place that is not chosen': {
    file: 'events/editor',
    path: '/events/new',
    name: 'venue',
    text: 'Komed',
    isOffline: 'saving asks which place is meant, before anything is sent',
  },
  'a new venue': { file: 'items/item-page', path: '/venues/new', name: 'venue', text: 'Mill' },
  'a venue': { file: 'items/item-page', path: '/venues/1', name: 'city', text: 'Kiel' },
  'an organizer': {
    file: 'items/item-page',
    path: '/organizers/1',
    name: 'phone',
    text: '+49 431 1',
  },
  'a new page': { file: 'items/item-page', path: '/pages/new', name: 'title', text: 'Imprint' },
  'a page': { file: 'items/item-page', path: '/pages/1', name: 'slug', text: 'imprint' },
  'a new group': { file: 'items/item-page', path: '/groups/new', name: 'name', text: 'Rowers' },
  'a group': { file: 'items/item-page', path: '/groups/1', name: 'name', text: 'Old friends' },
  'a new member': {
    file: 'groups/editor',
    path: '/groups/1',
    name: 'member_login',
    text: 'cora',
    send: 'Add a member',
  },
  'a new category': {
    file: 'terms/view',
    path: '/categories',
    press: ['New category'],
    name: 'name',
    text: 'Readings',
  },
  'a category': {
    file: 'terms/view',
    path: '/categories',
    press: ['Edit Music'],
    name: 'name',
    text: 'Concerts',
  },
  'a tag': { file: 'terms/view', path: '/tags', press: ['Edit late'], name: 'name', text: 'later' },
  'the settings': { file: 'settings/view', path: '/settings', name: 'description', text: 'What is on' },
  'the account': { file: 'accounts/profile', path: '/account', name: 'display_name', text: 'Ada L.' },
  'a new token': {
    file: 'accounts/tokens',
    path: '/account',
    press: ['New token'],
    name: 'name',
    text: 'Sync',
  },
  'a new secret feed': {
    file: 'accounts/tokens',
    path: '/account',
    press: ['New secret feed'],
    name: 'name',
    text: 'At home',
  },
  'a new user': {
    file: 'accounts/user',
    path: '/users',
    press: ['New user'],
    name: 'login',
    text: 'grace',
  },
  'a user': {
    file: 'accounts/profile',
    path: '/users',
    press: ['Edit cora'],
    name: 'display_name',
    text: 'Cora C.',
  },
  'a new subscription': {
    file: 'subscriptions',
    path: '/subscriptions',
    press: ['Subscribe to a calendar'],
    name: 'address',
    text: 'https://example.org/a.ics',
  },
  'a subscription': {
    file: 'subscriptions',
    path: '/subscriptions',
    press: ['Edit 127.0.0.1'],
    name: 'address',
    text: 'https://example.org/b.ics',
  },
  'a new webhook': {
    file: 'webhooks',
    path: '/webhooks',
    press: ['Add a webhook'],
    name: 'url',
    text: 'https://example.org/b',
  },
  'a webhook': {
    file: 'webhooks',
    path: '/webhooks',
    press: ['Edit example.org'],
    name: 'url',
    text: 'https://example.org/c',
  },
  'an image': { file: 'media/library', path: '/media', press: ['boat'], name: 'credit', text: 'Grace' },
  'a translation': {
    file: 'translating/editor',
    path: '/translate/events/1?language=fr',
    name: 'title',
    text: 'La régate',
  },
  'a message of the review': {
    file: 'review/view',
    path: '/review',
    name: 'message',
    text: 'Which door?',
    send: 'Reject',
    isThere: true,
  },
  'a change of many events': {
    file: 'bulk/change',
    path: '/events?q=regatta',
    press: ['Select Regatta', 'Change…'],
    name: 'shift',
    text: '+7',
  },
  'the reason of many events': {
    file: 'bulk/outcome',
    path: '/events?q=regatta',
    press: ['Select Regatta', 'Cancel or postpone…'],
    name: 'status_reason',
    text: 'Storm: everything outdoors',
  },
  'the dates of copies': {
    file: 'bulk/duplicate',
    path: '/events?q=regatta',
    press: ['Select Regatta', 'Duplicate'],
    name: 'date-1',
    text: '03/02/2031',
  },
  'a title in the list': {
    file: 'events/list/table',
    path: '/events?q=regatta',
    press: ['Edit Title: Regatta'],
    name: 'inline-title',
    text: 'Regatta 3',
  },
  'a named view': {
    file: 'lists/named-views',
    path: '/events?q=regatta',
    press: ['Save as a view'],
    name: 'view-name',
    text: 'Boats',
    isOffline: 'it is stored in the browser',
  },
  'a new template': {
    file: 'events/templates',
    path: '/events/1',
    press: ['More actions', 'Save as a template'],
    name: 'template_name',
    text: 'Races',
  },
  'a template': {
    file: 'events/templates',
    path: '/events/new',
    press: ['Edit the templates'],
    name: 'template-1',
    text: 'Fair',
    send: 'Rename',
  },
  'a line of the quick add': {
    file: 'quick/dialog',
    path: '/venues',
    press: ['Quick add'],
    name: 'quick',
    text: 'Concert Friday 8pm',
    isThere: true,
  },
  'the set-up': {
    file: 'start/view',
    path: '/start',
    name: 'name',
    text: 'Alderhaven',
    send: 'Save and continue',
  },
}

const choose = inRotation(4)

const isDay = (text: string) => /^\d\d\/\d\d\/\d{4}$/.test(text)

describeInBrowser('a form keeps what is typed into it', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let host: ImageHost
  beforeAll(async () => {
    host = await imageHost()
    ;({ service, headers } = await signedDesk({ FASTI_CONTENT_LANGUAGES: 'en,fr' }))
    const post = async (path: string, body: object): Promise<number> =>
      (await service.post(path, body, headers)).body.id
    await eveningEvent(service, { title: 'Regatta' }, headers)
    await post('/venues', { venue: 'Quay' })
    await post('/organizers', { organizer: 'Sailors' })
    await post('/groups', { name: 'Friends' })
    await post('/pages', { title: 'Contact' })
    await post('/categories', { name: 'Music' })
    await post('/tags', { name: 'late' })
    await post('/subscriptions', { address: host.put('/season.ics', Buffer.from(NO_EVENTS)) })
    await post('/webhooks', { url: 'https://example.org/hook' })
    await post('/templates', { name: 'Market', fields: { title: 'Market' } })
    await service.ask('POST', '/media', await anImage(60, 40), {
      ...headers,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="boat.png"',
    })
    await service.person('cora', 'contributor')
    const { cookie, csrf } = await service.session('cora')
    await service.post('/events', anEvent({ title: 'Asked', status: 'pending' }), { ...cookie, ...csrf })
  })
  afterAll(() => Promise.all([service.close(), host.close()]))

  const main = (page: Page) => page.locator('body')
  const show = async (page: Page, { press = [], name }: TypedForm) => {
    for (const one of press) {
      const pressed = main(page).locator(
        `button:has-text("${one}"), summary:has-text("${one}"), [aria-label^="${one}"]`,
      )
      await pressed.first().click()
    }
    await page.locator(`[name="${name}"]`).first().waitFor()
  }
  const field = (page: Page, { name }: TypedForm) => page.locator(`[name="${name}"]`).first()
  const type = async (page: Page, form: TypedForm, text: string) => {
    await field(page, form).fill(text)
    await field(page, form).focus()
  }
  const send = async (page: Page, { send: button }: TypedForm) => {
    if (button === undefined) await page.keyboard.press('ControlOrMeta+s')
    else await page.getByRole('button', { name: button, exact: true }).last().click()
  }
  const sessionOf = async () => {
    const [, name = '', value = ''] =
      /^([^=]+)=(.*)$/.exec((await service.session('ada')).cookie.cookie ?? '') ?? []
    return [{ name, value, url: service.base, httpOnly: true, sameSite: 'Lax' as const }]
  }
  const offer = (page: Page) => page.getByRole('button', { name: 'Restore them' })

  /** Types into a form, and returns what happened to the text in each situation. */
  const losses = async (page: Page, form: TypedForm): Promise<readonly string[]> => {
    const lost: string[] = []
    const hold = async (at: string, where: Page, text: string) => {
      const found = await field(where, form)
        .inputValue({ timeout: 30_000 })
        .catch(() => 'no field')
      if (found !== text) lost.push(`${at}: ${found}`)
    }
    await show(page, form)
    await type(page, form, form.text)
    if (form.isOffline === undefined) {
      await page.context().setOffline(true)
      await send(page, form)
      await page.getByText('The service can’t be reached').first().waitFor()
      await hold('network gone', page, form.text)
      await page.context().setOffline(false)
      await page.context().clearCookies()
      await send(page, form)
      await page.getByText('Sign in again').first().waitFor()
      await hold('session ended', page, form.text)
      await page.context().addCookies(await sessionOf())
    }
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await show(tab, form)
    const other = isDay(form.text) ? '05/04/2031' : `${form.text}5`
    await type(tab, form, other)
    await page.reload()
    await show(page, form)
    if (form.isThere !== true) {
      await offer(page)
        .first()
        .waitFor({ timeout: 30_000 })
        .catch(() => lost.push('reload: no offer'))
      if ((await offer(page).count()) > 1) lost.push('other tab: its text is offered too')
      await offer(page)
        .first()
        .click({ timeout: 30_000 })
        .catch(() => undefined)
    }
    await hold('reload', page, form.text)
    await hold('other tab', tab, other)
    await tab.close({ runBeforeUnload: false })
    return lost
  }

  it('without a connection, after the end of the session, after a reload, and beside another tab', async () => {
    const all: Record<string, readonly string[]> = {}
    for (const [name, form] of choose(Object.entries(forms))) {
      const page = await service.desk(open, form.path)
      const leave = (dialog: Dialog) => void dialog.accept()
      page.on('dialog', leave)
      all[name] = await losses(page, form).catch((error: unknown) => [String(error).slice(0, 600)])
      await page.evaluate('localStorage.clear()')
      await page.context().setOffline(false)
      await page.context().addCookies(await sessionOf())
      await page.goto('about:blank')
      page.off('dialog', leave)
    }
    expect(Object.fromEntries(Object.entries(all).filter(([, lost]) => lost.length > 0))).toEqual({})
  }, 600_000)
})

const folder = new URL('../../src/web/desk/', import.meta.url)

/** Forms that the walk leaves out, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'federation/view.tsx': 'kept-elsewhere.test.ts: it needs a calendar that federates',
  'accounts/account.tsx': 'it has nothing but secrets',
  'lists/merging.tsx': 'nothing is typed into it',
  'accounts/users.tsx': 'kept-elsewhere.test.ts: it needs an organisation that signs people in',
}

it('the walk types into every form that keeps something, and the desk has no other forms', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const)
  const withForm = (form: RegExp) => sources.filter(([, text]) => form.test(text)).map(([file]) => file)
  // Quick add keeps its line itself, of signing in nothing is kept but the login, and nothing is typed where dates of a series are chosen.
  expect(withForm(/<form\b/).sort()).toEqual([
    'accounts/sign-in.tsx',
    'edited/form.tsx',
    'quick/dialog.tsx',
    'series/scope-dialog.tsx',
  ])
  const walked = new Set(Object.values(forms).map(({ file }) => `${file}.tsx`))
  const kept = withForm(/<(?:Edited|Rows)Form\s+state=/)
  expect(kept.length).toBeGreaterThan(15)
  expect(kept.filter((file) => !walked.has(file) && !(file in elsewhere))).toEqual([])
})
