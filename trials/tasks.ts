/**
 * `npm run trial tasks`: does thirteen tasks of readers on a telephone, at four hours of a week, eight of editors and three of translators in a
 * browser, in a town with 160 events a month. It prints the taps, the swipes, the keys and the seconds by the keystroke-level model of each, and
 * the time in which the desk saves an event. Fails where a reader needs more than the design allows, or finds what is over. `-- --clip FILE`
 * does the tasks of translators alone, and writes a clip of them as an animated WebP; `-- --hour night` does those of readers at one hour alone.
 */
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { launchChromium, phone } from '../test/support/chromium.ts'
import { deskTasks, type OnShown, type Path, rows, translatorsTasksDone } from './tasks/desk-steps.ts'
import {
  type ActionCounts,
  countingUser,
  type Hour,
  hours,
  isHour,
  newClip,
  type Task,
  tasks,
  textAtHour,
} from './tasks/steps.ts'

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

const dome = { venue: 'Dome', address: 'Church Street 1', city: 'Brighton' }

const wanted = [
  { ...at(18, 20), title: 'Lantern walk', categories: ['Families'] },
  { ...at(21, 20), title: 'The Herons', categories: ['Music'], venue: dome, cost: '€20' },
  { ...at(22, 11), title: 'Paper boats', categories: ['Families'], tags: ['children'], cost: 'free' },
  { ...at(22, 15), title: 'Puppets', categories: ['Families'], tags: ['children'], cost: '€6' },
  { ...at(23, 20), title: 'Late show', categories: ['Theatre'], venue: { venue: 'Komedia' }, cost: '€12' },
  { ...at(28, 9), title: 'Flea market', categories: ['Markets'], event_status: 'cancelled' },
  // A reader who comes to the date of 15 October has missed it and four more.
  {
    start_date: '2026-10-01 09:00',
    end_date: '2026-10-01 10:30',
    title: 'Yoga',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=15',
    categories: ['Sport'],
  },
  { ...at(18, 22), title: 'Night swim', categories: ['Sport'] },
  { ...at(22, 20), title: 'Shadow play', categories: ['Families'], tags: ['children'], cost: 'free' },
  { ...at(22, 21), title: 'Last waltz', categories: ['Music'] },
  { ...at(29, 20), title: 'Choir night', venue: dome },
]

async function town(hour: Hour) {
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    FASTI_TIME_ZONE: 'UTC',
    FASTI_LOG_LEVEL: 'error',
    FASTI_SUBMISSIONS: 'open',
  })
  const service = await createService(config, { now: () => Temporal.Instant.from(hours[hour]) })
  for (const payload of [...others, ...wanted, ...days, twice]) {
    const response = await service.app.inject({ method: 'POST', url: `/${config.namespace}/events`, payload })
    if (response.statusCode !== 201) throw new Error(response.body)
  }
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => service.close() }
}

/** Follows a path, and returns the number of its actions. Throws if the expected text does not appear. */
async function taken(page: Page, { from, steps, seen }: Path, url: string): Promise<ActionCounts> {
  await page.goto(`${url}${from}`)
  const user = countingUser(page)
  await steps(user)
  const found = page.getByText(seen).filter({ visible: true }).first()
  await found.waitFor()
  await user.find(found)
  return user.counts()
}

const row = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const cells = ({ clicks, keys, seconds }: ActionCounts) => [clicks, keys, seconds.toFixed(1)]

/** Whether a task took no more than its goal allows. */
const isWithin = ({ goal }: Task, { clicks, swipes, seconds }: ActionCounts) =>
  clicks <= goal.taps && swipes <= (goal.swipes ?? 1) && seconds <= (goal.seconds ?? Number.POSITIVE_INFINITY)

/** Does the tasks of readers at an hour. Returns whether each kept its goal. */
async function readersAt(hour: Hour, browser: Browser): Promise<boolean> {
  const { url, close } = await town(hour)
  try {
    return await readers(hour, browser, url)
  } finally {
    await close()
  }
}

async function readers(hour: Hour, browser: Browser, url: string): Promise<boolean> {
  process.stdout.write(
    `\n| Task at ${hours[hour]} | Taps | Swipes | Keys | Seconds | Goal, taps |\n|---|---|---|---|---|---|\n`,
  )
  let isMet = true
  for (const task of tasks) {
    // The script of pages takes the moment from the browser.
    const page = await browser.newPage({ ...phone, acceptDownloads: true, timezoneId: 'UTC' })
    await page.clock.setFixedTime(hours[hour])
    // Other sites are not there: their addresses count as reached.
    await page.route(
      (address) => address.hostname !== '127.0.0.1',
      (route) => route.fulfill({ body: 'there' }),
    )
    const counted = await taken(page, { from: '/', ...task, seen: textAtHour(task.seen, hour) }, url)
    if (task.unseen !== undefined)
      await page.locator('main').getByText(task.unseen).first().waitFor({ state: 'detached' })
    if (task.first !== undefined) await page.locator(textAtHour(task.first, hour)).first().waitFor()
    const [clicks, ...others] = cells(counted)
    const isKept = isWithin(task, counted)
    row(
      task.what,
      clicks ?? 0,
      counted.swipes,
      ...others,
      isKept ? task.goal.taps : `${task.goal.taps}: missed`,
    )
    isMet &&= isKept
    await page.close()
  }
  return isMet
}

async function editors(browser: Browser, url: string): Promise<void> {
  process.stdout.write(
    '\n| Task at the desk | Clicks | Keys | Seconds | in the editor of events: Clicks | Keys | Seconds |\n',
  )
  process.stdout.write('|---|---|---|---|---|---|---|\n')
  for (const { what, short, plain } of deskTasks) {
    const page = await browser.newPage()
    const counted = await taken(page, short, `${url}/desk`)
    const before = plain && cells(await taken(page, plain, `${url}/desk`))
    row(what, ...cells(counted), ...(before ?? ['–', '–', '–']))
    await page.close()
  }
}

/** Does the tasks of translators, one after the other. Calls `onShown` as their page changes. */
async function translators(browser: Browser, onShown: OnShown): Promise<void> {
  process.stdout.write('\n| Task of translators | Clicks | Keys | Seconds |\n|---|---|---|---|\n')
  for (const { what, counts } of await translatorsTasksDone(browser, onShown)) row(what, ...cells(counts))
}

/** Writes a clip of the tasks of translators into a file. */
async function filmed(browser: Browser, file: string): Promise<void> {
  const clip = newClip()
  await translators(browser, clip.add)
  await writeFile(file, await clip.webp())
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

/** Measures the time in the browser from pressing Save to “Nothing to save”, and the time of the request alone. */
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
    const responding = page.waitForResponse((one) => one.request().method() === 'PATCH')
    whole.push(await timed)
    const response = await responding
    await response.finished()
    bare.push(response.request().timing().responseEnd)
  }
  const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0
  const [all, request] = [median(whole), median(bare)]
  process.stdout.write(
    `\nSaving an event: ${all.toFixed(0)} ms, ${request.toFixed(0)} ms of them the request (median of ${SAVES}).\n`,
  )
}

/** Does all tasks, or those of readers at one hour alone, and measures how long the desk takes to save. */
async function all(browser: Browser, only: string | undefined): Promise<void> {
  for (const hour of Object.keys(hours).filter(isHour))
    if ((only ?? hour) === hour && !(await readersAt(hour, browser))) process.exitCode = 1
  if (only !== undefined) return
  const { url, close } = await town('morning')
  try {
    await editors(browser, url)
    await translators(browser, async () => {})
    await saving(browser, url)
  } finally {
    await close()
  }
}

const { clip, hour } = parseArgs({ options: { clip: { type: 'string' }, hour: { type: 'string' } } }).values
const browser = await launchChromium()
try {
  await (clip === undefined ? all(browser, hour) : filmed(browser, clip))
} finally {
  await browser.close()
}
