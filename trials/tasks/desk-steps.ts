/** The daily tasks of editors: the shortest path of each and, if there is one, the path through the editor of events alone. */

import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { translated, translationServer } from '../../test/support/translation-server.ts'
import { type ActionCounts, type CountingUser, countingUser } from './steps.ts'

/** A path through a task: the page where it begins, its steps, and a text that the page shows at the end. */
export interface Path {
  readonly from: string
  readonly steps: (user: CountingUser) => Promise<void>
  readonly seen: string
}

interface DeskTask {
  readonly what: string
  readonly short: Path
  /** The path without the feature. */
  readonly plain?: Path
}

const press = (user: CountingUser, name: string) =>
  user.click(user.page.getByRole('button', { name, exact: true }).filter({ visible: true }).last())

/** Presses one of the further actions on an event. */
async function pressInMenu(user: CountingUser, name: string): Promise<void> {
  await user.click(user.page.getByLabel('More actions', { exact: true }).first())
  await press(user, name)
}

/** Fills the form of a new event, and publishes it. */
async function newEvent(user: CountingUser, title: string, day: string, hour: string): Promise<void> {
  await user.click(user.page.getByRole('link', { name: 'New event' }).first())
  await user.type(user.page.getByLabel('Title'), title)
  await user.type(user.page.getByLabel('Start', { exact: true }), day)
  await user.type(user.page.getByLabel('Start: time'), hour)
  await press(user, 'Publish')
  await user.page.getByRole('heading', { name: title }).waitFor()
}

const open = (user: CountingUser, title: string) =>
  user.click(user.page.getByRole('link', { name: title, exact: true }).first())

async function saved(user: CountingUser): Promise<void> {
  const response = user.page.waitForResponse((one) => one.request().method() === 'PATCH')
  await press(user, 'Save')
  await response
  await user.page.getByText('Nothing to save').waitFor()
}

/** Goes to the next row of a list, which is the one with a title. */
async function focusedRow(user: CountingUser, title: string): Promise<void> {
  const link = user.page.getByRole('link', { name: title, exact: true }).first()
  await link.waitFor()
  await user.press('j')
  await link.and(user.page.locator(':focus')).waitFor()
}

/** Selects the next row of a list. */
async function chosenRow(user: CountingUser, title: string): Promise<void> {
  await focusedRow(user, title)
  await user.press('x')
}

const dates = ['2026-12-05', '2026-12-12', '2026-12-19']
/** The titles of the ten events of one task. */
export const rows: readonly string[] = Array.from({ length: 10 }, (_, number) => `Row ${number}`)

export const deskTasks: readonly DeskTask[] = [
  {
    what: 'repeat an event on three dates',
    short: {
      from: '/events?q=Flea',
      async steps(user) {
        await chosenRow(user, 'Flea market')
        await user.press('d')
        const dialog = user.page.getByRole('dialog')
        await user.keys('12052026')
        for (const at of [2, 3]) {
          await user.click(dialog.getByRole('button', { name: 'Add a date' }))
          await dialog.getByLabel(`Date ${at}`).waitFor()
        }
        await user.click(dialog.getByRole('button', { name: 'Create copies' }))
      },
      seen: '3 copies created.',
    },
    plain: {
      from: '/events',
      async steps(user) {
        for (const day of dates) await newEvent(user, 'Flea fair', day, '09:00')
      },
      seen: 'Flea fair',
    },
  },
  {
    what: 'add a concert after a telephone call',
    short: {
      from: '/',
      async steps(user) {
        await user.page.getByRole('heading', { name: 'Overview' }).waitFor()
        await user.press('q')
        await user.page.getByRole('dialog').waitFor()
        await user.keys('Concert Friday 8pm at Komedia')
        await user.press('Enter')
        await user.page.getByRole('button', { name: 'Create the event' }).waitFor()
        await user.press('Enter')
        await user.page.getByRole('heading', { name: 'Concert', exact: true }).waitFor()
      },
      seen: 'Concert',
    },
    plain: {
      from: '/',
      async steps(user) {
        await user.click(user.page.getByRole('link', { name: 'Events', exact: true }).first())
        await newEvent(user, 'Concerto', '2026-11-20', '20:00')
        await user.type(user.page.getByRole('combobox', { name: 'Venue' }), 'Komedia')
        await user.click(user.page.getByRole('option', { name: 'Komedia' }).first())
        await saved(user)
      },
      seen: 'Concerto',
    },
  },
  {
    what: 'add a concert with its place and its category',
    short: {
      from: '/events',
      async steps(user) {
        await user.page.locator('.events tbody tr').first().waitFor()
        await user.press('n')
        await user.page.locator('[name=title]:focus').waitFor()
        await user.page.getByRole('checkbox', { name: 'Families' }).waitFor()
        await user.keys('Evensong')
        await user.press('Tab')
        await user.keys('12052026')
        await user.press('Tab')
        await user.keys('0730PM')
        for (const _ of ['the end', 'its choices', 'the venue']) await user.press('Tab')
        await user.keys('Komed')
        await user.page.getByRole('option', { name: 'Komedia' }).first().waitFor()
        await user.press('Enter')
        await user.press('Tab')
        await user.press('Space')
        await user.press('Control+s')
      },
      seen: '“Evensong” is published.',
    },
    plain: {
      from: '/events',
      async steps(user) {
        await user.click(user.page.getByRole('link', { name: 'New event' }).first())
        await user.type(user.page.getByLabel('Title'), 'Evening song')
        await user.type(user.page.getByLabel('Start', { exact: true }), '2026-12-05')
        await user.type(user.page.getByLabel('Start: time'), '19:30')
        await user.type(user.page.getByRole('combobox', { name: 'Venue' }), 'Komed')
        await user.click(user.page.getByRole('option', { name: 'Komedia' }).first())
        await user.click(user.page.getByRole('checkbox', { name: 'Families' }))
        await press(user, 'Publish')
      },
      seen: '“Evening song” is published.',
    },
  },
  {
    what: 'move an event by a day',
    short: {
      from: '/events?q=Herons',
      async steps(user) {
        await focusedRow(user, 'The Herons')
        await user.press('Shift+ArrowRight')
      },
      seen: '“The Herons” now starts',
    },
    plain: {
      from: '/events?q=Herons',
      async steps(user) {
        await open(user, 'The Herons')
        await user.type(user.page.getByLabel('Start', { exact: true }), '2026-11-24')
        await user.type(user.page.getByLabel('End', { exact: true }), '2026-11-24')
        await saved(user)
      },
      seen: 'The Herons',
    },
  },
  {
    what: 'put ten events into a category',
    short: {
      from: '/events?q=Row',
      async steps(user) {
        await user.page.getByRole('link', { name: 'Row 9' }).waitFor()
        await user.press('a')
        await user.press('Control+k')
        await user.keys('sport')
        await user.page.getByRole('option', { name: 'Add category: Sport' }).waitFor()
        await user.press('Enter')
      },
      seen: '10 events changed.',
    },
    plain: {
      from: '/events?q=Row',
      async steps(user) {
        for (const title of rows) {
          await open(user, title)
          await user.click(user.page.getByLabel('Talks'))
          await saved(user)
          // Returning to the list is not counted.
          await user.page.goto(new URL('/desk/events?q=Row', user.page.url()).href)
        }
      },
      seen: 'Row 0',
    },
  },
  {
    what: 'make one of two entries of the same venue',
    short: {
      from: '/venues',
      async steps(user) {
        await user.page.getByRole('link', { name: 'Dome' }).waitFor()
        await user.press('/')
        await user.keys('komed')
        await user.page.getByRole('link', { name: 'Dome' }).waitFor({ state: 'detached' })
        await user.press('Escape')
        for (const name of ['Komedia', 'Komedia Club']) await chosenRow(user, name)
        await user.press('m')
        await user.page.getByRole('dialog').getByRole('radio').first().waitFor()
        await user.press('Enter')
      },
      seen: '1 entry is merged',
    },
  },
  {
    what: 'move an event to the trash',
    short: {
      from: '/events?q=Late%20show',
      async steps(user) {
        await chosenRow(user, 'Late show')
        await user.press('Delete')
      },
      seen: '1 event is in the trash.',
    },
    plain: {
      from: '/events?q=Paper',
      async steps(user) {
        await open(user, 'Paper boats')
        await pressInMenu(user, 'Move to trash')
      },
      seen: '1 event is in the trash.',
    },
  },
  {
    what: 'cancel everything on Saturday because of a storm',
    short: {
      from: '/events?when=between&from=2026-11-28&to=2026-11-28&dates=each',
      async steps(user) {
        await user.page.locator('.events tbody tr').nth(3).waitFor()
        await user.press('a')
        await user.press('o')
        await user.press('Tab')
        await user.keys('Storm')
        await user.press('Enter')
      },
      seen: 'events changed.',
    },
    plain: {
      from: '/events?when=between&from=2026-11-27&to=2026-11-27&dates=each',
      async steps(user) {
        await user.page.locator('.events tbody tr').nth(3).waitFor()
        const titles = await user.page.locator('.events tbody th a').allTextContents()
        for (const title of titles) {
          await open(user, title)
          await pressInMenu(user, 'Cancel or postpone…')
          await user.page.getByRole('dialog').waitFor()
          await user.press('Tab')
          await user.keys('Storm')
          await user.press('Enter')
          await user.page.getByText('is marked: Cancelled').waitFor()
          // Returning to the list is not counted.
          await user.page.goto(
            new URL('/desk/events?when=between&from=2026-11-27&to=2026-11-27&dates=each', user.page.url())
              .href,
          )
        }
      },
      seen: 'Event',
    },
  },
]

// The tasks of translators at the desk, with a machine that drafts: translating ten events, finding what is outdated, publishing.

/** The titles of ten events, as the machine translates them. */
const titles: Readonly<Record<string, string>> = {
  'Night of the lanterns': 'La notte delle lanterne',
  'Saturday market': 'Mercato del sabato',
  'Organ concert': "Concerto d'organo",
  'Harbour tour by boat': 'Giro del porto in barca',
  'Open-air cinema': 'Cinema all’aperto',
  'Puppet theatre': 'Teatro delle marionette',
  'Poetry evening': 'Serata di poesia',
  'Bicycle workshop': 'Officina delle biciclette',
  'Brass band in the park': 'Banda di ottoni nel parco',
  'Winter swimming': 'Nuoto d’inverno',
}

const on = (day: number) => ({
  start_date: `2026-12-${String(day).padStart(2, '0')} 18:00`,
  end_date: `2026-12-${String(day).padStart(2, '0')} 20:00`,
})

/** A service whose events are to be translated, its machine, and what changes in it between the tasks. */
interface TranslatorsService {
  readonly url: string
  /** Changes the original of two events, and leaves drafts of three others. */
  change(): Promise<void>
  close(): Promise<void>
}

/** Starts the service with ten events in English, to be translated into Italian. */
async function translatorsService(): Promise<TranslatorsService> {
  const machine = await translationServer()
  machine.answer(translated((text) => titles[text] ?? `${text} (it)`))
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    FASTI_NAME: 'Alderhaven',
    FASTI_TIME_ZONE: 'UTC',
    FASTI_LOG_LEVEL: 'error',
    FASTI_CONTENT_LANGUAGES: 'en,it',
    FASTI_TRANSLATE_URL: machine.url,
  })
  const service = await createService(config, { now: () => Temporal.Instant.from('2026-11-18T09:00:00Z') })
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const response = await service.app.inject({ method, url: `/${config.namespace}${path}`, payload })
    if (response.statusCode >= 300) throw new Error(response.body)
  }
  for (const [at, title] of Object.keys(titles).entries())
    await send('POST', '/events', { title, ...on(at + 1) })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async change() {
      await send('PATCH', '/events/2', { title: 'Saturday market in the square' })
      await send('PATCH', '/events/7', { title: 'Evening of poetry and music' })
      for (const id of [4, 5, 9])
        await send('PATCH', `/events/${id}`, { translations: { it: { state: 'draft' } } })
    },
    async close() {
      await service.close()
      await machine.close()
    },
  }
}

/** Called with a page each time that it shows something else. */
export type OnShown = (page: Page) => Promise<void>

interface TranslatorsTask {
  readonly what: string
  readonly from: string
  readonly steps: (user: CountingUser, onShown: OnShown) => Promise<void>
}

const form = ({ page }: CountingUser) => page.locator('form.translating')

/** Opens the first of the list. */
async function openFirst(user: CountingUser, onShown: OnShown): Promise<void> {
  const first = user.page.locator('.translations a').first()
  await first.waitFor()
  await onShown(user.page)
  await user.click(first)
  await form(user).waitFor()
  await onShown(user.page)
}

/** Presses keys that lead on, and waits until another original or the list is there. */
async function onwards(user: CountingUser, keys: string, onShown: OnShown): Promise<void> {
  const before = await form(user).locator('.original').first().innerText()
  await user.press(keys)
  await user.page.locator('.original', { hasText: before }).waitFor({ state: 'detached' })
  await user.page.locator('form.translating, main > p, .loaded p').first().waitFor()
  await onShown(user.page)
}

/** Resolves once the last of the list led back to it. */
const done = ({ page }: CountingUser) =>
  page.getByRole('heading', { name: 'Translations', exact: true }).waitFor()

/** The tasks, in their order. */
const translatorsTasks: readonly TranslatorsTask[] = [
  {
    what: 'translate ten events by drafts of the machine, and publish each',
    from: '/translations?language=it&state=missing',
    async steps(user, onShown) {
      await openFirst(user, onShown)
      for (const _ of Object.keys(titles)) {
        await user.press('Alt+m')
        await form(user).locator('.publish').waitFor()
        await onShown(user.page)
        await onwards(user, 'Control+Enter', onShown)
      }
      await done(user)
    },
  },
  {
    what: 'find the two translations that are outdated, and correct them',
    from: '/translations?language=it',
    async steps(user, onShown) {
      await user.choose(user.page.locator('[name=state]'), 'Outdated')
      await openFirst(user, onShown)
      for (const title of ['Mercato del sabato in piazza', 'Serata di poesia e musica']) {
        await user.type(form(user).locator('[name=title]'), title)
        await onShown(user.page)
        await onwards(user, 'Control+s', onShown)
      }
      await done(user)
    },
  },
  {
    what: 'publish three drafts',
    from: '/translations?language=it',
    async steps(user, onShown) {
      await user.choose(user.page.locator('[name=state]'), 'Draft')
      await openFirst(user, onShown)
      for (let left = 3; left > 0; left--) await onwards(user, 'Control+Enter', onShown)
      await done(user)
    },
  },
]

/** A task, and what it took. */
interface DoneTask {
  readonly what: string
  readonly counts: ActionCounts
}

/** Does the tasks in a browser, and returns what each took. Calls `onShown` as the page changes. */
export async function translatorsTasksDone(browser: Browser, onShown: OnShown): Promise<readonly DoneTask[]> {
  const { url, change, close } = await translatorsService()
  const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, colorScheme: 'light' })
  const done: DoneTask[] = []
  try {
    for (const [at, { what, from, steps }] of translatorsTasks.entries()) {
      if (at === 1) await change()
      await page.goto(`${url}/desk${from}`)
      const user = countingUser(page)
      await steps(user, onShown)
      done.push({ what, counts: user.counts() })
    }
  } finally {
    await page.close()
    await close()
  }
  return done
}
