/**
 * `npm run screenshots`: takes the pictures in docs/images: some pages of the town of the demo at a fixed moment, and contact sheets of
 * every view, in the Chromium of the tests. With a folder as argument it writes each view of the sheets there in its whole size; with the
 * beginning of a name behind it (`sheet-phone`), these sheets alone.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { contactSheet, type SheetPicture } from './contact-sheet.ts'
import { type Shot, screens, sheets, townShot } from './shots.ts'
import { NOW, ZONE } from './town.ts'
import { type TownContent, type TownService, townService } from './town-service.ts'

const [folder, names = ''] = process.argv.slice(2)
const to = resolve(folder ?? join(import.meta.dirname, '../docs/images'))
const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb']
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

const documented: readonly (Shot & { readonly file: string })[] = [
  ...['month', 'week', 'agenda', 'cards', 'map', 'event', 'series', 'desk', 'desk-event'].map((name) => ({
    ...townShot(name, 'desktop', 'light'),
    file: name,
  })),
  { ...townShot('desk-events', 'phone', 'dark'), file: 'desk-events-phone' },
  { ...townShot('agenda', 'phone', 'dark'), file: 'agenda-phone' },
  { ...townShot('month', 'phone', 'light'), file: 'month-phone' },
]

/** Resolves once the desk has its data and the visible images are decoded. A busy machine may pause longer than `networkidle` waits. */
async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  const decoded = `Promise.all([...document.images]
    .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight).map((image) => image.decode()))`
  // A lazy image outside the view is never decoded.
  await page.evaluate(`Promise.race([${decoded}, new Promise((done) => setTimeout(done, 5000))])`)
}

/** Resolves once the desk shows a view with its data: on a busy machine its parts come late. */
async function deskShown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main h1').waitFor()
  await page.waitForFunction('document.querySelector("main .loading") === null')
  await page.waitForLoadState('networkidle')
}

/** Takes a picture of a view in its window. */
async function taken(browser: Browser, { url }: TownService, shot: Shot): Promise<Buffer> {
  const { path, screen, colorScheme } = shot
  const page = await browser.newPage({
    viewport: screens[screen],
    colorScheme,
    timezoneId: ZONE,
    locale: 'en-GB',
  })
  try {
    // The desk takes the day from the browser.
    await page.clock.setFixedTime(NOW)
    await page.goto(url + path, { waitUntil: 'load' })
    if (/^(?:\/[a-z]{2})?\/desk/.test(path)) await deskShown(page)
    await settled(page)
    return await page.screenshot()
  } finally {
    await page.close()
  }
}

const services = new Map<TownContent, TownService>()
const browser = await chromium.launch({ executablePath, headless: true, args })

/** Takes a picture of a view in its theme, from a service that starts with its first view. */
async function pictureOf(shot: Shot): Promise<Buffer> {
  const { content, theme } = shot
  const service = services.get(content) ?? (await townService(content))
  services.set(content, service)
  await service.useTheme(theme)
  return taken(browser, service, shot)
}

mkdirSync(to, { recursive: true })
try {
  for (const shot of folder === undefined ? documented : []) {
    const bytes = await sharp(await pictureOf(shot))
      .png({ palette: true })
      .toBuffer()
    writeFileSync(join(to, `${shot.file}.png`), bytes)
  }
  for (const { name, shots, layout } of sheets.filter((one) => one.name.startsWith(names))) {
    const pictures: SheetPicture[] = []
    for (const shot of shots) {
      const png = await pictureOf(shot)
      pictures.push({ name: shot.name, png })
      if (folder !== undefined) writeFileSync(join(to, `${name}-${shot.name.replace(/\W+/g, '-')}.png`), png)
    }
    writeFileSync(join(to, `${name}.webp`), await contactSheet(pictures, layout))
  }
} finally {
  await browser.close()
  for (const service of services.values()) await service.close()
}
