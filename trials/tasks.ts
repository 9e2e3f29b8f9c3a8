/**
 * `npm run tasks`: performs five tasks of readers and five of editors in a browser, in a town with 160 events a month. It prints the
 * clicks and keys of each, the seconds by the keystroke-level model, and how long the desk takes to save.
 */
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { deskTasks, rows, type Way } from './tasks/desk-steps.ts'
import { type Counted, handOn } from './tasks/hand.ts'
import { tasks } from './tasks/steps.ts'

const NOW = '2026-11-18T09:00:00Z'
const EVENTS = 160
const VENUES = 60
const SAVES = 15

const at = (day: number, hour: number) => ({
  start_date: `2026-11-${String(day).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00`,
  end_date: `2026-11-${String(day).padStart(2, '0')} ${String(hour + 1).padStart(2, '0')}:30`,
})

const days = rows.map((title, number) => ({ ...at(19 + number, 18), title }))
const twice = { ...at(28, 20), title: 'Stand-up', venue: { venue: 'Komedia Club' } }

const others = Array.from({ length: EVENTS }, (_, number) => ({
  ...at(1 + ((number * 7) % 30), 9 + ((number * 5) % 13)),
  title: `Event ${number}`,
  categories: [['Theatre', 'Markets', 'Jazz', 'Talks', 'Sport'][number % 5]],
  venue: { venue: `Venue ${number % VENUES}` },
  cost: number % 3 === 0 ? 'free' : '€8',
}))

const wanted = [
  { ...at(21, 20), title: 'The Herons', categories: ['Music'], venue: { venue: 'Dome' }, cost: '€20' },
  { ...at(22, 11), title: 'Paper boats', categories: ['Families'], tags: ['children'], cost: 'free' },
  { ...at(22, 15), title: 'Puppets', categories: ['Families'], tags: ['children'], cost: '€6' },
  { ...at(23, 20), title: 'Late show', categories: ['Theatre'], venue: { venue: 'Komedia' }, cost: '€12' },
  { ...at(21, 9), title: 'Flea market', categories: ['Markets'], event_status: 'cancelled' },
]

async function town() {
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    FASTI_TIME_ZONE: 'UTC',
    FASTI_LOG_LEVEL: 'error',
  })
  const service = await createService(config, { now: () => Temporal.Instant.from(NOW) })
  for (const payload of [...others, ...wanted, ...days, twice]) {
    const answer = await service.app.inject({ method: 'POST', url: `/${config.namespace}/events`, payload })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => service.close() }
}

/** Goes one way, and returns what it took. Throws if what is to be seen does not come. */
async function gone(page: Page, { from, steps, seen }: Way, url: string): Promise<Counted> {
  await page.goto(`${url}${from}`)
  const hand = handOn(page)
  await steps(hand)
  await page.getByText(seen).filter({ visible: true }).first().waitFor()
  return hand.counted()
}

const row = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const cells = ({ clicks, keys, seconds }: Counted) => [clicks, keys, seconds.toFixed(1)]

async function readers(browser: Browser, url: string): Promise<void> {
  process.stdout.write('| Task | Clicks | Keys | Seconds |\n|---|---|---|---|\n')
  for (const { unseen, ...task } of tasks) {
    const page = await browser.newPage()
    const counted = await gone(page, { ...task, from: '/calendar/' }, url)
    if (unseen !== undefined)
      await page.locator('main').getByText(unseen).first().waitFor({ state: 'detached' })
    row(task.what, ...cells(counted))
    await page.close()
  }
}

async function editors(browser: Browser, url: string): Promise<void> {
  process.stdout.write(
    '\n| Task at the desk | Clicks | Keys | Seconds | in the editor of events: Clicks | Keys | Seconds |\n',
  )
  process.stdout.write('|---|---|---|---|---|---|---|\n')
  for (const { what, short, plain } of deskTasks) {
    const page = await browser.newPage()
    const counted = await gone(page, short, `${url}/desk`)
    const before = plain && cells(await gone(page, plain, `${url}/desk`))
    row(what, ...cells(counted), ...(before ?? ['–', '–', '–']))
    await page.close()
  }
}

/** Presses Save, and resolves to the milliseconds until the page shows that nothing is left to save. */
const SAVED = `new Promise((resolve) => {
  const start = performance.now()
  const isSaved = () =>
    [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'Nothing to save')
  const look = () => requestAnimationFrame(() => (isSaved() ? resolve(performance.now() - start) : look()))
  ;[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Save').click()
  look()
})`

/** How long it takes in the browser from pressing Save to “Saved”, beside the bare request. */
async function saving(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${url}/desk/events?q=Row`)
  await page.getByRole('link', { name: 'Row 0', exact: true }).first().click()
  await page.getByLabel('Title').waitFor()
  const whole: number[] = []
  const bare: number[] = []
  for (let count = 0; count < SAVES; count++) {
    await page.getByLabel('Title').fill(`Row 0 ${count}`)
    const timed = page.evaluate<number>(SAVED)
    const answered = page.waitForResponse((one) => one.request().method() === 'PATCH')
    whole.push(await timed)
    const answer = await answered
    await answer.finished()
    bare.push(answer.request().timing().responseEnd)
  }
  const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0
  const [all, request] = [median(whole), median(bare)]
  process.stdout.write(
    `\nSaving an event: ${all.toFixed(0)} ms, ${request.toFixed(0)} ms of them the request (median of ${SAVES}).\n`,
  )
}

const { url, close } = await town()
const browser = await launchChromium()
try {
  await readers(browser, url)
  await editors(browser, url)
  await saving(browser, url)
} finally {
  await browser.close()
  await close()
}
