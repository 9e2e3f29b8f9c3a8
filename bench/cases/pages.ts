/** The cost of pages on a phone: bytes, requests, and the time until they are usable. */
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { chromiumPath, launchChromium, phone } from '../../test/support/chromium.ts'
import type { Case, Finding, Measured, Target } from '../case.ts'
import { median } from '../rounds.ts'
import type { Stage } from '../stage.ts'

const ROUNDS = 3
/** A mid-range phone on a mobile network: slowdown against this machine, latency and throughput. */
const SLOWER = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 2 ** 20) / 8,
  uploadThroughput: (0.75 * 2 ** 20) / 8,
}

const site = {
  month: '/calendar/',
  agenda: '/calendar/agenda/',
  event: '/event/event-7/',
  map: '/calendar/map/',
}
const desk = { 'sign-in': '/desk' }

/** Measured in the page: milliseconds and bytes. */
interface Observed {
  readonly bytes: number
  readonly shift: number
  readonly paint: number
  readonly blocked: number
}

interface Visit extends Observed {
  readonly requests: number
  readonly elsewhere: number
}

/** Runs in the page before anything else and sums up in `observed`. */
const observer = `self.observed = { shift: 0, paint: 0, blocked: 0 }
const each = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
each('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) observed.shift += value })
each('largest-contentful-paint', ({ startTime }) => { observed.paint = startTime })
each('longtask', ({ duration }) => { observed.blocked += Math.max(0, duration - 50) })`

/** Resolves to the sums once the largest paint is reported, which happens some time after it. */
const observed = `new Promise((done) => {
  const bytes = () => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
    .filter(({ name, entryType }) => entryType === 'navigation' || /\\.(css|js)$/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const look = () => (self.observed.paint > 0 ? done({ ...self.observed, bytes: bytes() }) : setTimeout(look, 50))
  look()
})`

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    const asked: URL[] = []
    page.on('request', (request) => void asked.push(new URL(request.url())))
    await page.addInitScript(observer)
    await page.goto(url, { waitUntil: 'networkidle' })
    const seen: Observed = await page.evaluate(observed)
    const { host } = new URL(url)
    return { ...seen, requests: asked.length, elsewhere: asked.filter((one) => one.host !== host).length }
  } finally {
    await context.close()
  }
}

/** The median of each number over several visits. */
async function visited(browser: Browser, url: string): Promise<Visit> {
  const visits: Visit[] = []
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, url))
  const of = (name: keyof Visit) => median(visits.map((one) => one[name]))
  return {
    ...{ bytes: of('bytes'), requests: of('requests'), elsewhere: of('elsewhere') },
    ...{ shift: of('shift'), paint: of('paint'), blocked: of('blocked') },
  }
}

const most = (value: number, of: string): Target => ({ is: 'at most', value, of })

interface Budget {
  readonly what: string
  readonly target: Target
  readonly in: (visit: Visit) => number
}

const budgets = (bytes: number, requests: number, paint: number): readonly Budget[] => [
  { what: 'page, style and script, compressed', target: most(bytes, 'kB'), in: (one) => one.bytes / 1000 },
  { what: 'requests', target: most(requests, 'requests'), in: (one) => one.requests },
  { what: 'requests to other hosts', target: most(0, 'requests'), in: (one) => one.elsewhere },
  { what: 'cumulative layout shift', target: most(0.1, 'shift'), in: (one) => one.shift },
  // Most of it is the network.
  {
    what: 'largest contentful paint',
    target: most(paint, 's with the network'),
    in: (one) => one.paint / 1000,
  },
  { what: 'total blocking time', target: most(0.2, 's'), in: (one) => one.blocked / 1000 },
]

const kinds = [
  { name: 'pages of the calendar', pages: site, budgets: budgets(60, 4, 1.2) },
  { name: 'the desk, signing in', pages: desk, budgets: budgets(250, 8, 2.5) },
]

/** The worst page of a kind against each budget; "not measured" without visits. */
const findingsOf = (name: string, of: readonly Budget[], visits: readonly Visit[]): readonly Finding[] =>
  of.map((budget) => ({
    what: `${name}: ${budget.what}`,
    target: budget.target,
    ...(visits.length > 0
      ? { measured: Math.max(...visits.map(budget.in)) }
      : { measured: undefined, because: `there is no Chromium at ${chromiumPath}` }),
  }))

const noteOf = (name: string, { bytes, requests, shift, paint, blocked }: Visit) =>
  `Page "${name}": ${(bytes / 1000).toFixed(1)} kB of page, style and script, ${requests} requests, layout shift ${shift.toFixed(3)}, largest paint after ${Math.round(paint)} ms, blocked for ${Math.round(blocked)} ms.`

async function run(stage: Stage): Promise<Measured> {
  if (!existsSync(chromiumPath)) {
    stage.say(
      `  *** ${chromiumPath} IS MISSING: pages are not measured. Install chromium or set CHROMIUM_PATH. ***`,
    )
    return { findings: kinds.flatMap((kind) => findingsOf(kind.name, kind.budgets, [])), figures: [] }
  }
  const server = await stage.serve(stage.small())
  const browser = await launchChromium()
  try {
    const [findings, notes]: [Finding[], string[]] = [[], []]
    for (const { name, pages, budgets: of } of kinds) {
      const visits: Visit[] = []
      for (const [page, path] of Object.entries(pages)) {
        const seen = await visited(browser, `http://127.0.0.1:${server.port}${path}`)
        visits.push(seen)
        notes.push(noteOf(page, seen))
      }
      findings.push(...findingsOf(name, of, visits))
    }
    return { findings, figures: [], notes }
  } finally {
    await browser.close()
  }
}

export const pages: Case = {
  name: 'pages',
  method: `Month, agenda, event and map, and the desk before sign-in, in Chromium at the size of a phone, ${SLOWER} times slower than
the machine, over a network of 1.6 Mbit/s with 150 ms latency and an empty browser cache. The median of ${ROUNDS} visits; the worst page of each kind.`,
  run,
}
