/**
 * `npm run trial vitals`: opens the views of the demo on a slow telephone (a quarter of the processor, 1.6 Mbit/s, 150 ms away), and prints the
 * largest contentful paint, layout shifts, the slowest interaction, the bytes and the findings of axe of each. Fails above the bounds of
 * the design. `-- --runs N` takes the median of N visits, by default three.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { violations } from '../test/support/axe.ts'
import { launchChromium, phone } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free-port.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = numberOf(values, 'runs')

/** The bounds: milliseconds, layout shift, milliseconds, bytes besides pictures. */
const bounds = { lcp: 1200, cls: 0, inp: 200, bytes: 80_000 } as const

const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const CPU_SLOWDOWN = 4

const views = [
  '/',
  '/calendar/',
  '/calendar/week/',
  '/calendar/day/',
  '/calendar/agenda/',
  '/calendar/agenda/?as=cards',
  '/calendar/weekend/',
  '/calendar/map/',
  '/calendar/search/?search=concert',
  '/event/',
  '/favourites/',
  '/submit/',
] as const

interface Vitals {
  readonly lcp: number
  readonly cls: number
  readonly inp: number
  readonly bytes: number
  readonly pictures: number
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Records what the browser measures, from the start of the document. */
const recording = `
  self.vitals = { lcp: 0, cls: 0, inp: 0 }
  const observe = (type, note, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.cls += value })
  observe('event', ({ interactionId, duration }) => { if (interactionId) vitals.inp = Math.max(vitals.inp, duration) }, { durationThreshold: 16 })
`

/** Opens menus and folded parts, marks a favourite, and types. */
async function interact(page: Page): Promise<void> {
  for (const what of ['summary', '.star', 'main input[type=search]']) {
    const found = page.locator(what).filter({ visible: true }).first()
    if ((await found.count()) === 0) continue
    await found.tap()
    if (what.includes('input')) await page.keyboard.type('jazz')
    // A menu that is open would lie above what comes next.
    if (what === 'summary') await found.tap()
    await page.waitForTimeout(300)
  }
}

/** Counts the bytes that arrive, pictures apart. */
function countBytes(session: CDPSession) {
  const counted = { bytes: 0, pictures: 0 }
  const types = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type === 'Image' && !response.url.endsWith('.svg') ? 'pictures' : 'bytes')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted[types.get(requestId) === 'pictures' ? 'pictures' : 'bytes'] += encodedDataLength
  })
  return counted
}

/** Visits a page once, with nothing in the cache. */
async function visit(browser: Browser, address: string): Promise<Vitals & { readonly findings: number }> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(recording)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const counted = countBytes(session)
  await page.goto(address, { waitUntil: 'networkidle' })
  const loaded = { ...counted }
  await interact(page)
  const measured = await page.evaluate<Pick<Vitals, 'lcp' | 'cls' | 'inp'>>('vitals')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(address)
  const findings = await violations(page)
  for (const finding of findings) process.stdout.write(`  ${finding}\n`)
  await context.close()
  return { ...measured, ...loaded, findings: findings.length }
}

/** Starts the built program with the demo in a folder. */
async function startDemo(folder: string) {
  const port = String(await freePort())
  const env = {
    ...process.env,
    FASTI_DATA_DIR: folder,
    PORT: port,
    FASTI_LOG_LEVEL: 'error',
    FASTI_SUBMISSIONS: 'open',
  }
  spawnSync(process.execPath, ['dist/main.js', 'demo'], { env })
  const program = spawn(process.execPath, ['dist/main.js', 'serve'], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
  return { url, program }
}

/** Returns the path of the first event of the front page. */
async function pathOfEvent(url: string): Promise<string> {
  const page = await (await fetch(url, { headers: { Accept: 'text/html' } })).text()
  return /href="([^"]*\/event\/[^"]+\/)"/.exec(page)?.[1] ?? '/'
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-vitals-'))
const { url, program } = await startDemo(folder)
const browser = await launchChromium()
let isAbove = false
try {
  const event = await pathOfEvent(url)
  process.stdout.write(
    '| View | LCP ms | CLS | INP ms | kB | pictures kB | axe |\n|---|---|---|---|---|---|---|\n',
  )
  for (const view of views) {
    const path = view === '/event/' ? event : view
    // The service has read its events once.
    await fetch(url + path, { headers: { Accept: 'text/html' } }).then((response) => response.text())
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, url + path))
    const of = (name: keyof Vitals | 'findings') => median(visits.map((one) => one[name]))
    const cells = [
      of('lcp').toFixed(0),
      of('cls').toFixed(3),
      of('inp').toFixed(0),
      (of('bytes') / 1000).toFixed(0),
    ]
    process.stdout.write(
      `| ${[view, ...cells, (of('pictures') / 1000).toFixed(0), of('findings')].join(' | ')} |\n`,
    )
    isAbove ||= of('findings') > 0 || of('lcp') >= bounds.lcp || of('cls') > bounds.cls
    isAbove ||= of('inp') >= bounds.inp || of('bytes') > bounds.bytes
  }
} finally {
  await browser.close()
  program.kill()
  await rm(folder, { recursive: true })
}
if (isAbove) process.exitCode = 1
