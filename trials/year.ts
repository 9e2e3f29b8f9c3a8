/**
 * `npm run trial year`: creates a year of a choir and a year of a market at the desk, in a browser. Compares the events of the API with
 * the months and the agenda of the web calendar, with khal and calcurse, which read the .ics, with an empty service that imports it,
 * and with one that follows it while its source fails, recovers, removes events and brings them back; the same with a source whose events
 * share UIDs. What is on, a festival and an exhibition, is in all of them. A date that is private is private in the service that imports
 * it, too. `-- FOLDER` writes screenshots and the .ics into that folder. Fails if anything differs.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'
import {
  daily,
  isInstalled,
  noted,
  shownByCalcurse,
  shownByKhal,
  year,
} from '../test/support/calendar-programs.ts'
import { desktop, launchChromium } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free-port.ts'
import { imageHost } from '../test/support/image-host.ts'

// A secretary at the desk in a browser: creates events and series, changes one date or all following ones, and removes one.

/** A new event: its first date, and other fields that are filled in before it is saved. */
interface NewEvent {
  readonly title: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`; undefined for all-day events. */
  readonly from?: string
  readonly to?: string
  /** The last day, if it differs from the first. */
  readonly until?: string
  /** Fills in the rule; absent for a single event. */
  repeat?(page: Page): Promise<void>
}

interface Secretary {
  create(event: NewEvent): Promise<void>
  /** Changes the event of that title and day, and chooses the scope of the change. */
  change(
    title: string,
    day: string,
    scope: 'Only this date' | 'This and the following dates',
    fields: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Moves the event of that title and day to the trash, this date alone. */
  remove(title: string, day: string): Promise<void>
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Opens the fields of the rule. `ends` is its last day, or the number of its dates. */
async function repeats(page: Page, every: string, ends: string | number): Promise<void> {
  await field(page, 'Repeats').selectOption(every)
  const isDay = typeof ends === 'string'
  await field(page, 'Ends').selectOption(isDay ? 'On a date' : 'After a number of dates')
  await field(page, isDay ? 'Last day' : 'Number of dates').fill(String(ends))
}

/** Adds a date at the start time of the series. `shown` is how the preview names it. */
async function addDate(page: Page, day: string, shown: RegExp): Promise<void> {
  await field(page, 'Add a date').fill(day)
  await page.getByRole('button', { name: 'Add the date' }).click()
  await page.locator('.dates').getByText(shown).first().waitFor()
}

/** Returns a secretary at the desk of a service. `idOf` finds an event by its title and day. */
function secretaryAt(
  base: string,
  page: Page,
  idOf: (title: string, day: string) => Promise<number>,
): Secretary {
  const open = async (title: string, day: string) => {
    await page.goto(`${base}/desk/events/${await idOf(title, day)}`)
    await page.getByRole('heading', { name: title }).waitFor()
  }
  const answer = async (scope: string, button: string) => {
    const dialog = page.getByRole('dialog')
    // The label goes on with how many dates that are.
    await dialog.getByLabel(scope).check()
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return {
    async create({ title, day, from, to, until, repeat }) {
      await page.goto(`${base}/desk/events/new`)
      await field(page, 'Title').fill(title)
      if (from === undefined) await field(page, 'All day').check()
      await field(page, 'Start').fill(day)
      if (from !== undefined) await field(page, 'Start: time').fill(from)
      if (until !== undefined) await field(page, 'End').fill(until)
      if (to !== undefined) await field(page, 'End: time').fill(to)
      if (repeat !== undefined) {
        await repeat(page)
        await page.locator('.dates ol li').first().waitFor()
      }
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.waitForURL(/\/desk\/events\/\d+$/)
    },
    async change(title, day, scope, fields) {
      await open(title, day)
      for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await answer(scope, 'Save')
      await page.getByText('Saved').or(page.getByText('is saved')).first().waitFor()
    },
    async remove(title, day) {
      await open(title, day)
      await page.getByLabel('More actions').click()
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await answer('Only this date', 'Move to trash')
      await page.getByText('is in the trash').first().waitFor()
    },
  }
}

// A year of a choir and a year of a market, as a secretary enters them.

/** Rehearsals with a skipped day, an added Saturday and a new time from autumn; meetings of the board; concerts on chosen dates. */
async function choir(desk: Secretary): Promise<void> {
  await desk.create({
    ...{ title: 'Rehearsal', day: '2027-01-12', from: '19:30', to: '22:00' },
    async repeat(page) {
      await repeats(page, 'Every week', '2027-12-21')
      await page.getByRole('button', { name: /^Skip .*26 Jan/ }).click()
      await addDate(page, '2027-03-20', /20 Mar/)
    },
  })
  await desk.create({
    ...{ title: 'Board', day: '2027-02-01', from: '18:00', to: '19:00' },
    repeat: (page) => repeats(page, 'Every month on the same weekday, such as the 2nd Tuesday', 11),
  })
  await desk.create({
    ...{ title: 'Concert', day: '2027-06-19', from: '20:00', to: '22:00' },
    async repeat(page) {
      await page.getByLabel('Repeats', { exact: true }).selectOption('On chosen dates')
      await addDate(page, '2027-06-20', /20 Jun/)
      await addDate(page, '2027-12-18', /18 Dec/)
    },
  })
  await desk.change('Rehearsal', '2027-05-04', 'Only this date', {
    Title: 'Rehearsal in the hall',
    Start: '2027-05-05',
  })
  await desk.remove('Rehearsal', '2027-08-03')
  await desk.change('Rehearsal', '2027-09-07', 'This and the following dates', {
    'Start: time': '19:00',
    'End: time': '21:30',
  })
}

/**
 * Saturdays with longer hours from April; the last Sunday of the month; two nights with clock changes; all-day events; a festival and an
 * exhibition that are on, and a night, which are single events.
 */
async function market(desk: Secretary): Promise<void> {
  await desk.create({
    ...{ title: 'Market', day: '2027-01-16', from: '08:00', to: '13:00' },
    repeat: (page) => repeats(page, 'Every week', '2027-12-18'),
  })
  await desk.change('Market', '2027-04-03', 'This and the following dates', { 'End: time': '14:00' })
  await desk.create({
    ...{ title: 'Antiques', day: '2027-01-31', from: '09:00', to: '18:00' },
    repeat: (page) => repeats(page, 'Every month on the same weekday, such as the 2nd Tuesday', '2027-12-31'),
  })
  await desk.create({
    ...{ title: 'Night of lights', day: '2027-03-27', from: '22:00', until: '2027-03-28', to: '04:00' },
    async repeat(page) {
      await page.getByLabel('Repeats', { exact: true }).selectOption('On chosen dates')
      await addDate(page, '2027-10-30', /30 Oct/)
    },
  })
  await desk.create({
    ...{ title: 'Advent', day: '2027-11-26', until: '2027-11-28' },
    repeat: (page) => repeats(page, 'Every week', 4),
  })
  await desk.create({ title: 'Festival', day: '2027-01-08', from: '18:00', until: '2027-01-12', to: '23:00' })
  await desk.create({ title: 'Exhibition', day: '2027-01-02', until: '2027-02-21' })
  await desk.create({
    title: 'Club night',
    day: '2027-02-13',
    from: '22:00',
    until: '2027-02-14',
    to: '05:00',
  })
  await desk.remove('Market', '2027-08-14')
}

/** The calendars by name. */
const calendars = { choir, market }

// A service without users in Rome, on 10 January 2027, that listens on a separate port.

const NOW = '2027-01-10T11:00:00Z'

interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly url: string
  readonly start_date: string
}

interface YearService {
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
async function yearService(env: Readonly<Record<string, string>> = {}): Promise<YearService> {
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
async function inMonths(base: string, page: Page, picture: (name: string) => Promise<void>) {
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
async function inAgenda(base: string, page: Page, picture: (name: string) => Promise<void>) {
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

// Another service that follows the calendar of a year, whose source fails, recovers, removes events and brings them back.

const FAILING = 503

/** Leaves out the events whose titles match. */
const without = (whole: string, title: RegExp) =>
  whole.replaceAll(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n/g, (event) => (title.test(event) ? '' : event))

const never = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'DTSTART:never', 'END:VEVENT', 'END:VCALENDAR', '']

/** The file that the source serves meanwhile; undefined if it fails. */
const states: Readonly<Record<string, (whole: string) => string | undefined>> = {
  fails: () => undefined,
  'is no calendar': () => '<html>Maintenance</html>',
  'is cut off': (whole) => whole.slice(0, whole.length / 2),
  'has no event that can be read': () => never.join('\r\n'),
  'ends earlier': (whole) =>
    whole.replaceAll(/COUNT=\d+/g, 'COUNT=2').replaceAll(/UNTIL=2027\d{4}/g, 'UNTIL=20270601'),
  'has lost some events': (whole) => without(whole, /SUMMARY:(?:Board|Advent|Festival|Exhibition)/),
  'has lost the exceptions': (whole) => without(whole, /\nRECURRENCE-ID/),
  'ends every series': (whole) =>
    whole.replaceAll(/\r\n(?:RRULE|RDATE|EXDATE)[^\r\n]*(?:\r\n [^\r\n]*)*/g, ''),
}

/** A service that follows a calendar. */
interface Following {
  /** Its events as lines, sorted. */
  lines(): Promise<readonly string[]>
  /** Lets the source be in each state and be whole again. Returns what it was when other events, or other ids, came back. */
  differences(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Starts a service that follows a calendar from a source, and prunes. */
async function following(whole: string): Promise<Following> {
  const source = await imageHost()
  const service = await yearService({ FASTI_IMAGE_HOSTS: new URL(source.address).host })
  let served: string | undefined = whole
  const address = source.put('/year.ics', (_request, reply) => {
    if (served === undefined) reply.writeHead(FAILING).end()
    else reply.writeHead(200, { 'Content-Type': 'text/calendar', ETag: `"${served.length}"` }).end(served)
  })
  const { id } = await service.post('/subscriptions', { address, prune: true })
  const follow = async (text: string | undefined) => {
    served = text
    await service.post(`/subscriptions/${id}/run`, {})
  }
  const shown = async () => (await service.events()).map((one) => `${one.id} ${noted(one)}`).sort()
  return {
    lines: service.lines,
    async differences() {
      const [before, found] = [await shown(), new Set<string>()]
      for (const [what, change] of Object.entries(states)) {
        await follow(change(whole))
        await follow(whole)
        if ((await shown()).join() !== before.join()) found.add(what)
      }
      return [...found]
    },
    async close() {
      await service.close()
      await source.close()
    },
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const pictures = process.argv[2] === undefined ? undefined : resolve(process.argv[2])
const programs = { khal: await isInstalled('khal'), calcurse: await isInstalled('calcurse') }
let faults = 0

/** Prints whether another program shows the same events, and which are missing or additional. */
function compare(where: string, here: readonly string[], there: readonly string[]): void {
  const missing = here.filter((one) => !there.includes(one))
  const extra = there.filter((one) => !here.includes(one))
  const isSame = missing.length + extra.length === 0
  if (!isSame) faults += 1
  const difference = `DIFFERS. Missing: ${missing.join(', ') || 'none'}. Too much: ${extra.join(', ') || 'none'}`
  say(`  ${where}: ${isSame ? `the same ${here.length}` : difference}`)
}

/** Compares with the calendar programs that are installed on this machine. */
async function compareWithPrograms(service: YearService): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-year-'))
  const here = await service.lines()
  if (programs.khal) compare('khal', here, await shownByKhal(await service.calendar(), folder))
  if (programs.calcurse) {
    const single = await service.calendar('expand=true&status=publish')
    compare('calcurse', here.flatMap(daily), await shownByCalcurse(single, folder))
  }
  for (const [program, isHere] of Object.entries(programs))
    if (!isHere) say(`  ${program}: not installed here (apt-get install ${program})`)
  await rm(folder, { recursive: true, force: true })
}

/** Imports the calendar into an empty service, and compares. */
async function compareBack(service: YearService): Promise<void> {
  const other = await yearService()
  await other.take(await service.calendar())
  compare('imported again', await service.lines(), await other.lines())
  await other.close()
}

/** A date of each year that is private. */
const privateDates = { choir: ['Rehearsal', '2027-10-05'], market: ['Market', '2027-05-15'] } as const

/** Makes a date private, imports the calendar with it into an empty service, and compares what is public and what is not. */
async function comparePrivate(service: YearService, name: keyof typeof calendars): Promise<void> {
  const [title, day] = privateDates[name]
  const id = await service.idOf(title, day)
  await service.post(`/events/${id}`, { title: 'Meeting with the lawyer', status: 'private' })
  const other = await yearService()
  await other.take(await service.calendar('status=any'))
  compare('public, imported again', await service.lines(), await other.lines())
  compare('private, imported again', await service.lines('private'), await other.lines('private'))
  await other.close()
}

/** Gives all events of one title the same UID: some programs do that with the dates of a series. */
const sharingUids = (calendar: string) =>
  calendar.replaceAll(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g, (event) => {
    const [, title] = /\nSUMMARY:(Rehearsal|Market)\r/.exec(event) ?? []
    return title === undefined ? event : event.replace(/\r\nUID:.*(?:\r\n .*)*/, `\r\nUID:shared-${title}`)
  })

/** Follows a calendar from a source that is not always whole, and compares. */
async function compareFollowed(service: YearService, calendar: string): Promise<void> {
  const other = await following(calendar)
  compare('followed', await service.lines(), await other.lines())
  const differences = await other.differences()
  faults += differences.length
  const after =
    differences.length === 0 ? 'the same events' : `DIFFERENT events after it ${differences.join(', ')}`
  say(`  followed, whatever the source was meanwhile: ${after}`)
  await other.close()
}

async function yearOf(name: keyof typeof calendars, browser: Browser): Promise<void> {
  const service = await yearService()
  const page = await browser.newPage({ ...desktop, locale: 'en-GB' })
  page.setDefaultTimeout(20_000)
  // The sections of forms are open, as a user may choose.
  await page.addInitScript(
    "if (location.protocol === 'http:') localStorage.setItem('fasti-desk-all-fields', 'on')",
  )
  const picture = async (what: string) => {
    if (pictures === undefined) return
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}-${what}.png`), fullPage: true })
  }
  await calendars[name](secretaryAt(service.base, page, service.idOf))
  await picture('desk')
  const events = await service.events()
  say(`${name}: ${events.length} events made at the desk`)
  const addresses = events.map(({ url }) => new URL(url).pathname)
  compare('months', addresses, [...(await inMonths(service.base, page, picture))])
  compare('agenda', addresses, [...(await inAgenda(service.base, page, picture))])
  await compareWithPrograms(service)
  await compareBack(service)
  await compareFollowed(service, await service.calendar())
  say('  with UIDs that several events share:')
  await compareFollowed(service, sharingUids(await service.calendar('expand=true&status=publish')))
  await comparePrivate(service, name)
  if (pictures !== undefined) await writeFile(join(pictures, `${name}.ics`), await service.calendar())
  await page.close()
  await service.close()
}

const browser = await launchChromium()
try {
  await yearOf('choir', browser)
  await yearOf('market', browser)
} finally {
  await browser.close()
}
if (faults > 0) process.exitCode = 1
