/** Other calendar programs that read calendars of the service: khal and calcurse. The year is 2027, in Rome. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { hasProgram, runProgram } from './programs.ts'

/** The compared window, for lists of the API: a year and a month. */
export const year = 'start_date=2027-01-01&end_date=2028-01-31'
const FROM = '2027-01-01'
const DAYS = 396

/** Whether a calendar program is installed here. */
export const isInstalled = (program: 'khal' | 'calcurse'): Promise<boolean> => hasProgram(program)

/** An event as one line of the programs: title, start and end; for whole days, the first and the last day. */
export function noted({ title, start_date, end_date, all_day }: Readonly<Record<string, unknown>>): string {
  const length = all_day === true ? 10 : 16
  return `${title} ${String(start_date).slice(0, length)} ${String(end_date).slice(0, length)}`
}

const settings = (folder: string) => `[calendars]
[[all]]
path = ${folder}/calendar
type = calendar
[locale]
local_timezone = Europe/Rome
default_timezone = Europe/Rome
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = all
[sqlite]
path = ${folder}/khal.db
`

/** The lines of khal for a calendar in that year, sorted. Its files are written to `folder`. */
export async function shownByKhal(text: string, folder: string): Promise<readonly string[]> {
  const config = join(folder, 'khal.conf')
  await writeFile(config, settings(folder))
  await writeFile(join(folder, 'all.ics'), text)
  const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' }
  const khal = (...args: readonly string[]) => runProgram('khal', ['--config', config, ...args], { env })
  await khal('import', '--batch', '-a', 'all', join(folder, 'all.ics'))
  const format = '{title} {start-long} {end-long}'
  const listed = await khal(...['list', '--day-format', '', '--format', format, FROM, `${DAYS}d`])
  // Events of several days are listed on each day.
  const lines = listed.stdout.split('\n').filter((line) => line !== '')
  return [...new Set(lines)].sort()
}

/** Whole days of several days as one line a day, as calcurse shows them. */
export function daily(line: string): readonly string[] {
  const [, title, first = '', last = ''] = /^(.*) (\d{4}-\d\d-\d\d) (\d{4}-\d\d-\d\d)$/.exec(line) ?? []
  if (title === undefined) return [line]
  const start = Temporal.PlainDate.from(first)
  const days = start.until(last).days + 1
  return Array.from({ length: days }, (_, at) => `${title} ${start.add({ days: at })}`)
}

const DAY = /^(\d{4}-\d\d-\d\d):$/

/**
 * The lines of calcurse for a calendar in that year: appointments with their times, whole days by day. Sorted. Its files are
 * written to `folder`.
 */
export async function shownByCalcurse(text: string, folder: string): Promise<readonly string[]> {
  const [data, config, file] = [join(folder, 'data'), join(folder, 'config'), join(folder, 'all.ics')]
  await rm(data, { recursive: true, force: true })
  await mkdir(data)
  await mkdir(config, { recursive: true })
  await writeFile(join(config, 'conf'), 'format.outputdate=%Y-%m-%d\nformat.inputdate=4\n')
  await writeFile(file, text)
  const env = { ...process.env, TZ: 'Europe/Rome', LC_ALL: 'C.UTF-8' }
  const calcurse = (...args: readonly string[]) =>
    runProgram('calcurse', ['-D', data, '-C', config, ...args], { env })
  await calcurse('-q', '-i', file)
  const appointment = '%m %(start:%Y-%m-%d %H:%M) %(end:%Y-%m-%d %H:%M)\\n'
  const formats = [
    ...['--format-apt', appointment, '--format-recur-apt', appointment],
    ...['--format-event', '%m all day\\n', '--format-recur-event', '%m all day\\n'],
  ]
  const { stdout } = await calcurse('-Q', '--from', FROM, '--days', String(DAYS), ...formats)
  // Events past midnight are listed on each day.
  const lines = new Set<string>()
  let day = ''
  for (const line of stdout.split('\n')) {
    const named = DAY.exec(line)?.[1]
    if (named !== undefined) day = named
    else if (line !== '') lines.add(line.replace(/all day$/, day))
  }
  return [...lines].sort()
}
