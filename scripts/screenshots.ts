/**
 * `npm run screenshots`: takes the screenshots in docs/images. They show the pages of a fictional town at a fixed moment, in the
 * Chromium of the tests. With a folder as argument it writes every kind of page there, in every size and both colour schemes; with the
 * beginning of a name behind it, these pages alone; `FASTI_THEME` chooses the theme.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import { happenings, NOW, poster, ZONE } from './town.ts'

const [folder, names = ''] = process.argv.slice(2)
const to = resolve(folder ?? join(import.meta.dirname, '../docs/images'))
const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb']
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

interface Shot {
  readonly name: string
  readonly path: string
  readonly viewport: typeof phone
  readonly colorScheme: 'light' | 'dark'
}

const pages: Readonly<Record<string, string>> = {
  front: '/',
  month: '/calendar/',
  week: '/calendar/week/',
  day: '/calendar/day/2026-11-21/',
  agenda: '/calendar/agenda/',
  map: '/calendar/map/',
  search: '/calendar/search/?categories=festivals',
  cards: '/calendar/agenda/?as=cards',
  event: '/event/night-of-the-lanterns/',
  series: '/event/saturday-market-2026-11-21/',
  theatre: '/event/the-lighthouse-keeper-s-daughter/',
  venue: '/venue/harbour-library/',
  organizer: '/organizer/town-of-alderhaven/',
  category: '/category/music/',
  missing: '/event/nothing/',
  german: '/de/calendar/',
  japanese: '/ja/event/night-of-the-lanterns/',
  desk: '/desk',
  'desk-events': '/desk/events',
  'desk-event': '/desk/events/1',
}

const every = Object.entries(pages).flatMap(([name, path]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) => [
    { name: `${name}-phone-${colorScheme}`, path, viewport: phone, colorScheme },
    { name: `${name}-desktop-${colorScheme}`, path, viewport: desktop, colorScheme },
  ]),
)

const all = every.filter(({ name }) => name.startsWith(names))

const shot = (name: string, size: typeof phone, colorScheme: 'light' | 'dark', page = name): Shot => ({
  ...{ name, colorScheme, viewport: size },
  path: pages[page] ?? '/',
})

const documented: readonly Shot[] = [
  ...['month', 'week', 'agenda', 'cards', 'map', 'event', 'series', 'desk', 'desk-event'].map((name) =>
    shot(name, desktop, 'light'),
  ),
  shot('desk-events-phone', phone, 'dark', 'desk-events'),
  shot('agenda-phone', phone, 'dark', 'agenda'),
  shot('month-phone', phone, 'light', 'month'),
]

/** Starts a service on a new database with the events of the town. Returns its address and a function that stops it. */
async function town() {
  const dataDir = join(tmpdir(), `fasti-town-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const port = String(20000 + (process.pid % 20000))
  const env = {
    ...{ DATABASE_URL: 'sqlite::memory:', FASTI_DATA_DIR: dataDir, FASTI_TIME_ZONE: ZONE },
    ...{ FASTI_THEME: process.env.FASTI_THEME ?? 'fasti', FASTI_SUBMISSIONS: 'open' },
    ...{ FASTI_NAME: 'Alderhaven', FASTI_REGION: '150', FASTI_LOG_LEVEL: 'warn', PORT: port },
  }
  const config = readConfig(env)
  const now = Temporal.Instant.from(NOW)
  const service = await createService(config, { now: () => now })
  const images = new Map<string, number>()
  const post = async (path: string, payload: object, headers: object = {}) => {
    const response = await service.app.inject({
      ...{ method: 'POST', url: `/${config.namespace}${path}`, payload },
      headers: { ...headers },
    })
    if (response.statusCode !== 201) throw new Error(`${path}: ${response.body}`)
    return response.json()
  }
  for (const { poster: name, ...fields } of happenings) {
    if (name !== undefined && !images.has(name)) {
      const headers = {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}.png"`,
      }
      images.set(name, (await post('/media', await poster(name), headers)).id)
    }
    const image = name === undefined ? {} : { image: images.get(name) }
    await post('/events', { ...fields, ...image })
  }
  await service.app.listen({ port: config.port, host: '127.0.0.1' })
  const { port: heard } = service.app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${heard}`, close: () => service.close() }
}

/** Resolves once the desk has its data and the visible images are decoded. A busy machine may pause longer than `networkidle` waits. */
async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  const decoded = `Promise.all([...document.images]
    .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight).map((image) => image.decode()))`
  // A lazy image outside the view is never decoded.
  await page.evaluate(`Promise.race([${decoded}, new Promise((done) => setTimeout(done, 5000))])`)
}

const { url, close } = await town()
const browser = await chromium.launch({ executablePath, headless: true, args })
mkdirSync(to, { recursive: true })
try {
  for (const { name, path, viewport, colorScheme } of folder === undefined ? documented : all) {
    const page = await browser.newPage({ viewport, colorScheme, timezoneId: ZONE, locale: 'en-GB' })
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await settled(page)
    const picture = await page.screenshot({ fullPage: folder !== undefined && viewport === phone })
    writeFileSync(join(to, `${name}.png`), await sharp(picture).png({ palette: true }).toBuffer())
    await page.close()
  }
} finally {
  await browser.close()
  await close()
}
