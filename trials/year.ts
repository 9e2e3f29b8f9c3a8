/**
 * `npm run year`: creates a year of a choir and a year of a market at the desk, in a browser. Compares the events of the API with
 * the months and the agenda of the web calendar, with khal and calcurse, which read the .ics, with an empty service that imports it,
 * and with one that follows it while its source fails, recovers, removes events and brings them back. `-- FOLDER` writes screenshots and the .ics into that folder. Fails if anything differs.
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
    const single = await service.calendar('&expand=true&status=publish')
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

/** Follows the calendar from a source that is not always whole, and compares. */
async function compareFollowed(service: YearService): Promise<void> {
  const other = await following(await service.calendar())
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
  await compareFollowed(service)
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
