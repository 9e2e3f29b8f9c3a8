/** A service without users in Rome, on 10 January 2027, that listens on a separate port. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { noted, year } from '../../test/support/calendar-programs.ts'
import { freePort } from '../../test/support/free-port.ts'

const NOW = '2027-01-10T11:00:00Z'

interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly url: string
  readonly start_date: string
}

export interface YearService {
  readonly base: string
  /** Everything of the year. */
  events(): Promise<readonly Shown[]>
  /** Everything of the year that has a status, by default what is public: a line an event, sorted. */
  lines(status?: string): Promise<readonly string[]>
  idOf(title: string, day: string): Promise<number>
  /** The calendar as .ics, as programs subscribe to it: what is on, and all that is to come. */
  calendar(query?: string): Promise<string>
  /** Imports a calendar. Throws if an event is refused. */
  take(text: string): Promise<void>
  /** Sends a POST below the namespace; returns the answer. Throws if it is refused. */
  post(path: string, body: object): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

/** Starts a service on an empty database in memory. */
export async function yearService(env: Readonly<Record<string, string>> = {}): Promise<YearService> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    FASTI_BASE_URL: base,
    FASTI_TIME_ZONE: 'Europe/Rome',
    FASTI_LOG_LEVEL: 'error',
    ...env,
  })
  const service = await createService(config, { now: () => Temporal.Instant.from(NOW) })
  await service.app.listen({ port, host: '127.0.0.1' })
  const root = `${base}/cal/events/v1`
  const asked = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${root}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
    return text
  }
  const listed = async (query: string) => {
    const found: Shown[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const body = JSON.parse(await asked(`/events?${query}&per_page=100&page=${page}`))
      pages = body.total_pages
      found.push(...body.events)
    }
    return found
  }
  return {
    base,
    events: () => listed(year),
    lines: async (status = 'publish') => (await listed(`${year}&status=${status}`)).map(noted).sort(),
    async idOf(title, day) {
      const [found] = await listed(`start_date=${day}&end_date=${day}&search=${encodeURIComponent(title)}`)
      if (found === undefined) throw new Error(`there is no ${title} on ${day}`)
      return found.id
    },
    calendar: (query = '') => asked(`/events.ics?${query}`),
    async take(text) {
      const headers = { 'Content-Type': 'text/calendar' }
      const tally = JSON.parse(await asked('/import', { method: 'POST', headers, body: text }))
      if (tally.refused > 0) throw new Error(JSON.stringify(tally))
    },
    async post(path, body) {
      const headers = { 'Content-Type': 'application/json' }
      return JSON.parse(await asked(path, { method: 'POST', headers, body: JSON.stringify(body) }))
    },
    close: () => service.close(),
  }
}

/** The paths of the events that a page links to. */
async function addressesOn(page: Page): Promise<readonly string[]> {
  const links = page.locator('main a[href*="/event/"]')
  const found = await links.evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))))
  return found.map((address) => new URL(address, page.url()).pathname)
}

/** The addresses of the events that the twelve months show. */
export async function inMonths(base: string, page: Page, picture: (name: string) => Promise<void>) {
  const found = new Set<string>()
  for (
    let month = Temporal.PlainYearMonth.from('2027-01');
    month.year < 2028;
    month = month.add({ months: 1 })
  ) {
    await page.goto(`${base}/calendar/${month}/`)
    for (const address of await addressesOn(page)) found.add(address)
    if (month.month === 3) await picture('month')
  }
  return found
}

/** The addresses of the events that all pages of the agenda show. */
export async function inAgenda(base: string, page: Page, picture: (name: string) => Promise<void>) {
  const found = new Set<string>()
  await page.goto(`${base}/calendar/agenda/`)
  await picture('agenda')
  for (;;) {
    for (const address of await addressesOn(page)) found.add(address)
    const next = page.locator('a[rel="next"]').first()
    if ((await next.count()) === 0) return found
    await Promise.all([page.waitForEvent('load'), next.click()])
  }
}
