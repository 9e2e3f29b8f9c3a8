/** The tasks of translators at the desk, with a machine that drafts: translating ten events, finding what is outdated, publishing. */
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { translated, translationServer } from '../../test/support/translation-server.ts'
import { type ActionCounts, type CountingUser, countingUser } from './counting-user.ts'

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
