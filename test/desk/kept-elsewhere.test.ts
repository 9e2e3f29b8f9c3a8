import type { Dialog, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DeskService,
  deskService,
  eveningEvent,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

/** A form, the field that is typed into, a text that the service refuses, the button that sends it, and the label of the field. */
interface RefusedForm {
  readonly path: string
  /** The button that opens the form. */
  readonly press?: string
  readonly name: string
  readonly text: string
  readonly send: string
  readonly label: string
}

const forms: Readonly<Record<string, RefusedForm>> = {
  'whom the calendar follows': {
    path: '/federation',
    name: 'actor',
    text: 'nobody',
    send: 'Follow',
    label: 'Address, such as @calendar@example.org',
  },
  'a domain to block': {
    path: '/federation',
    name: 'domain',
    text: 'no domain',
    send: 'Block',
    label: 'Domain',
  },
  'the rules of an organisation': {
    path: '/users',
    name: 'rules',
    text: 'anybody',
    send: 'Save',
    label: 'Further rules, one a line',
  },
  'whose account of the organisation it is': {
    path: '/users',
    press: 'Edit ada',
    name: 'subject',
    text: 'ada '.repeat(200),
    send: 'Link account',
    label: 'Name at the organisation',
  },
  'a translation': {
    path: '/translate/events/1?language=fr',
    name: 'title',
    text: 'la '.repeat(2000),
    send: 'Save',
    label: 'Title',
  },
  'a token': {
    path: '/account',
    press: 'New token',
    name: 'name',
    text: ' ',
    send: 'Create the token',
    label: 'Purpose',
  },
  'a secret feed': {
    path: '/account',
    press: 'New secret feed',
    name: 'name',
    text: ' ',
    send: 'Create the feed',
    label: 'Purpose of the feed',
  },
}

const languages = { FASTI_CONTENT_LANGUAGES: 'en,fr' }
const federation = { FASTI_FEDERATION: 'on', FASTI_FEDERATION_HOSTS: '127.0.0.1' }
const organisation = { FASTI_OIDC_ISSUER: 'http://127.0.0.1:9', FASTI_OIDC_CLIENT_ID: 'fasti' }

describeInBrowser('forms that need more than a calendar', (open) => {
  let service: DeskService
  beforeAll(async () => {
    const desk = await signedDesk({ ...languages, ...federation, ...organisation })
    service = desk.service
    await eveningEvent(service, { title: 'Regatta' }, desk.headers)
  })
  afterAll(() => service.close())

  const cookies = async () => {
    const [, name = '', value = ''] =
      /^([^=]+)=(.*)$/.exec((await service.session('ada')).cookie.cookie ?? '') ?? []
    return [{ name, value, url: service.base, httpOnly: true, sameSite: 'Lax' as const }]
  }
  const field = (page: Page, { name }: RefusedForm) => page.locator(`[name="${name}"]`)
  const send = async (page: Page, { name, send: button }: RefusedForm) => {
    const form = page.locator('form', { has: page.locator(`[name="${name}"]`) })
    await form.getByRole('button', { name: button, exact: true }).click()
    if (button === 'Block')
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  }

  const show = async (page: Page, { press }: RefusedForm) => {
    if (press !== undefined) await page.getByRole('button', { name: press }).click()
  }

  for (const [what, form] of Object.entries(forms)) {
    it(`keep ${what} without a network, after the end of the session and a reload`, async () => {
      const page = await service.desk(open, form.path)
      await show(page, form)
      const typed = form.text.trim() === '' ? 'Sync' : form.text
      const leave = (dialog: Dialog) => void dialog.accept()
      page.on('dialog', leave)
      await field(page, form).fill(typed)
      await page.context().setOffline(true)
      await send(page, form)
      await page.getByText('The service can’t be reached').first().waitFor()
      expect(await field(page, form).inputValue()).toBe(typed)
      await page.context().setOffline(false)
      await page.context().clearCookies()
      await send(page, form)
      await page.getByText('Sign in again').first().waitFor()
      expect(await field(page, form).inputValue()).toBe(typed)
      await page.context().addCookies(await cookies())
      await page.reload()
      await show(page, form)
      await page.getByRole('button', { name: 'Restore them' }).click()
      expect(await field(page, form).inputValue()).toBe(typed)
      page.off('dialog', leave)
    })

    it(`name the label of the field in which ${what} is refused, and mark it`, async () => {
      const page = await service.desk(open, form.path)
      await show(page, form)
      await field(page, form).fill(form.text)
      await send(page, form)
      const around = page.locator('form', { has: field(page, form) })
      await around.getByRole('alert').first().waitFor()
      expect(await around.getByRole('alert').first().innerText()).toContain(form.label)
      expect(await field(page, form).getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator(`[data-field="${form.name}"] .wrong`).count()).toBe(1)
      expect(await violationsInView(page)).toEqual([])
    })
  }
})

describeInBrowser('the set-up', (open) => {
  it('names the labels of what is refused, keeps the rest, and merges what others saved', async () => {
    const service = await deskService(true)
    const page = await service.desk(open, '/start')
    const step = page.locator('form', { has: page.locator('[name=region]') })
    await step.getByLabel('Region').selectOption({ label: '–' })
    await step.locator('[name=name]').fill('Alder'.repeat(100))
    await step.getByRole('button', { name: 'Save and continue' }).click()
    await step.getByRole('alert').first().waitFor()
    expect(await step.getByRole('alert').first().innerText()).toContain('Name of the calendar')
    expect(await step.locator('[name=name]').getAttribute('aria-invalid')).toBe('true')
    await service.patch('/settings', { description: 'What is on' })
    await step.locator('[name=name]').fill('Alderhaven')
    await step.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect((await service.get('/settings')).body).toMatchObject({
      name: 'Alderhaven',
      description: 'What is on',
    })
    const user = page.locator('form', { has: page.locator('[name=login]') })
    await user.locator('[name=login]').fill('a b')
    await user.locator('[name=password]').fill('short')
    await user.getByRole('button', { name: 'Add the user' }).click()
    await user.getByRole('alert').first().waitFor()
    const told = await user.getByRole('alert').first().innerText()
    expect(told).toContain('Login: ')
    await service.close()
  })
})
