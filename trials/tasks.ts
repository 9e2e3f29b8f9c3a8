/**
 * `npm run tasks`: does five tasks in the web calendar of a town with 160 events a month, in a browser, and says how many
 * clicks and keys each takes, and how many seconds by the keystroke-level model.
 */
import type { AddressInfo } from 'node:net'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { handOn } from './tasks/hand.ts'
import { tasks } from './tasks/steps.ts'

const NOW = '2026-11-18T09:00:00Z'
const EVENTS = 160
const VENUES = 60

const at = (day: number, hour: number) => ({
  start_date: `2026-11-${String(day).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00`,
  end_date: `2026-11-${String(day).padStart(2, '0')} ${String(hour + 1).padStart(2, '0')}:30`,
})

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
  for (const payload of [...others, ...wanted]) {
    const answer = await service.app.inject({ method: 'POST', url: `/${config.namespace}/events`, payload })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => service.close() }
}

const { url, close } = await town()
const browser = await launchChromium()
try {
  process.stdout.write('| Task | Clicks | Keys | Seconds |\n|---|---|---|---|\n')
  for (const { what, steps, seen, unseen } of tasks) {
    const page = await browser.newPage()
    await page.goto(`${url}/calendar/`)
    const hand = handOn(page)
    await steps(hand)
    await page.locator('main').getByText(seen).filter({ visible: true }).first().waitFor()
    if (unseen !== undefined)
      await page.locator('main').getByText(unseen).first().waitFor({ state: 'detached' })
    const { clicks, keys, seconds } = hand.counted()
    process.stdout.write(`| ${what} | ${clicks} | ${keys} | ${seconds.toFixed(1)} |\n`)
    await page.close()
  }
} finally {
  await browser.close()
  await close()
}
