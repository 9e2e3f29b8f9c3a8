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
import type { Browser } from 'playwright-core'
import { daily, isInstalled, shownByCalcurse, shownByKhal } from '../test/support/calendar-programs.ts'
import { desktop, launchChromium } from '../test/support/chromium.ts'
import { calendars } from './year/calendars.ts'
import { secretaryAt } from './year/desk.ts'
import { following } from './year/following.ts'
import { inAgenda, inMonths, type YearService, yearService } from './year/service.ts'

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
