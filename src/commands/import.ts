/** `fasti import`: imports JSON lines, iCalendar, CSV, or the content of another server. */
import { realpath } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { commandActor } from '../api/policy.ts'
import {
  importCalendar,
  incompleteReadReason,
  trashEventsGoneFromSource,
} from '../calendars/import/calendar.ts'
import type { ImportSetup, ImportTally } from '../calendars/import/importer.ts'
import { importJsonLinesFile } from '../calendars/import/json-lines.ts'
import { importTable } from '../calendars/import/table.ts'
import {
  decideWhetherToKeepIds,
  moveCalendarFrom,
  type SiteResponse,
  type SourceSite,
} from '../calendars/moving.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { charsetOfMediaType, fileCharsets, textDecodedFromBytes } from '../domain/text/decoded-text.ts'
import { calendarAddressOfPage, eventsOfPage, isPage } from '../domain/text/page-events.ts'
import { type ColumnMap, parseColumnMap } from '../formats/csv/mapping.ts'
import type { ImportNotes } from '../formats/format.ts'
import { jsonLinesOfText } from '../formats/jsonl/lines.ts'
import { type FetchedResponse, type FetchOptions, fetchPublic } from '../media/fetching/guarded-fetch.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { because, Problem } from '../problem.ts'
import { globalId, makeRootPartForSiteLanguage } from '../representations/urls.ts'
import { refuseMissingSqliteFile } from '../store/check/existing-database.ts'
import { isUnavailableError } from '../store/database/dialects.ts'
import type { Store } from '../store/store.ts'
import { type Command, countWithNoun, parseOptions, say, UsageError } from './command.ts'
import { openFile, readTextAndCloseFileHandle } from './files.ts'
import { currentMoment, groupIdOfOption, withStore, withStoreOrNew } from './opened-store.ts'

// Reads the address of `fasti import`: a calendar, or another server with this API.

const MAX_BYTES = 50 * 1024 * 1024
const ATTEMPTS = 4
const SECONDS = 1000

/** The content of an address: the text of a calendar, or a server. */
type AddressContent = { readonly calendar: string } | { readonly site: SourceSite }

/** Called before each wait for a retry. */
type OnWait = (address: string, why: string, seconds: number) => void

/** Creates a fetch function with retries. The host of `named` may be private; the hosts that it redirects to may not. */
function fetcher(named: URL, authorization: string | undefined, onWait: OnWait) {
  const limits = { bytes: MAX_BYTES, milliseconds: 60 * SECONDS, redirects: 3, allowedHosts: [named.host] }
  const isBusy = (status: number) => status === 429 || status >= 500
  const statuses = Array.from({ length: 600 }, (_, status) => status).filter((status) => status >= 200)
  const isPassing = (error: unknown) =>
    error instanceof Error && /^(?:there was no response|it took longer)/.test(error.message)
  return async (address: string, accept: string, attempts = ATTEMPTS): Promise<FetchedResponse> => {
    const isTheirs = new URL(address).origin === named.origin
    const headers = {
      Accept: accept,
      ...(isTheirs && authorization !== undefined && { Authorization: authorization }),
    }
    const manner: FetchOptions = { headers, statuses }
    for (let attempt = 1; ; attempt += 1) {
      let why: string
      let wait = 4 ** (attempt - 1)
      try {
        const response = await fetchPublic(address, limits, manner)
        if (!isBusy(response.status) || attempt >= attempts) return response
        why = `it returned ${response.status}`
        const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN)
        if (retryAfter >= 0) wait = Math.min(60, retryAfter)
      } catch (error) {
        if (attempt >= attempts || !isPassing(error)) throw error
        why = String(error)
      }
      onWait(address, why, wait)
      await after(wait * SECONDS)
    }
  }
}

function jsonOf({ bytes }: FetchedResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Fetches an address and detects its content. `authorization` is sent as header to the origin of `address` only. Throws with a message that names the address. */
async function contentAtAddress(
  address: string,
  authorization: string | undefined,
  onWait: OnWait,
): Promise<AddressContent> {
  const refused = (why: string) => new Error(`Can't import ${address}: ${why}.`)
  const named = new URL(address)
  const fetched = fetcher(named, authorization, onWait)
  let response: FetchedResponse
  try {
    response = await fetched(address, 'application/json, text/calendar;q=0.9, */*;q=0.5', 1)
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error))
  }
  if (response.status !== 200) throw refused(`it returned ${response.status}`)
  const json = jsonOf(response)
  if (typeof json === 'object' && json !== null && 'routes' in json) {
    const request = async (page: string): Promise<SiteResponse> => {
      const { status, ...rest } = await fetched(page, 'application/json')
      return { status, body: jsonOf({ status, ...rest }) }
    }
    const { origin, pathname } = new URL(response.address)
    const path = pathname.split('/').filter((part) => part !== '')
    return { site: { address: [origin, ...path].join('/'), request } }
  }
  const textIn = ({ bytes, headers }: FetchedResponse) =>
    textDecodedFromBytes(bytes, charsetOfMediaType(headers['content-type'])) ?? ''
  const found = textIn(response)
  const calendar = calendarAddressOfPage(found, response.address)
  const text = calendar === undefined ? found : textIn(await fetched(calendar, 'text/calendar', 1))
  const hasEvents = isPage(text) && eventsOfPage(text).events.length > 0
  if (!hasEvents && !/BEGIN:VCALENDAR/i.test(text.slice(0, 200)))
    throw refused(
      'it is neither a calendar, nor a page with events, nor the namespace of a server with this API',
    )
  return { calendar: text }
}

// The option --columns: maps the column names of a table to the known ones.

/** Parses `Event name=title,When=start_date`. Throws `UsageError`. */
function columnMapOption(text: string): ColumnMap {
  try {
    return parseColumnMap(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UsageError(`${error.message.replace(/^Not valid: columns/, '--columns is not valid')}.`)
  }
}

// Parses the options of `fasti import`.

/** The options on the command line. */
export interface ImportOptions {
  readonly what: string
  readonly isStrict: boolean
  readonly prunes: boolean
  readonly keepsIds: boolean
  /** Whether a new calendar is made where there is none. */
  readonly makesNew: boolean
  readonly columns: ColumnMap
  /** The encoding of a calendar or a table; undefined if it is to be recognised. */
  readonly encoding: string | undefined
  /** The id or the slug of the group of new events; "" for none. */
  readonly group: string
}

const options = {
  strict: { type: 'boolean', default: false },
  prune: { type: 'boolean', default: false },
  'keep-ids': { type: 'boolean', default: false },
  new: { type: 'boolean', default: false },
  columns: { type: 'string', default: '' },
  group: { type: 'string', default: '' },
  encoding: { type: 'string', default: '' },
} as const

/** Whether a source is an iCalendar file, or a page with events. */
const isCalendarSource = (what: string) => /\.(?:ics|html?)$/i.test(what)
/** Whether a source is a table. */
const isTableSource = (what: string) => /\.(?:csv|tsv|xlsx|xls|ods)$/i.test(what)
/** Whether a source is a JSON file, which may be one list. */
const isJsonSource = (what: string) => /\.json$/i.test(what)
/** Whether a source is an address. */
const isAddressSource = (what: string) => /^https?:\/\//i.test(what)

/** Parses the command line. Throws `UsageError`. */
function parseImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseOptions(args, options)
  const [what, ...more] = positionals
  if (what === undefined || more.length > 0)
    throw new UsageError(
      'fasti import takes one FILE.jsonl, FILE.ics, FILE.html or FILE.csv, one address, or "-".',
    )
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(what) && !isAddressSource(what))
    throw new UsageError('Only http:// and https:// addresses are imported.')
  const { strict: isStrict, prune: prunes, 'keep-ids': keepsIds, new: makesNew } = values
  if (prunes && !isCalendarSource(what) && !isAddressSource(what))
    throw new UsageError('--prune works with iCalendar only.')
  if (keepsIds && !isAddressSource(what))
    throw new UsageError('--keep-ids works with the address of another server only.')
  if (values.columns !== '' && !isTableSource(what))
    throw new UsageError('--columns works with tables (.csv) only.')
  const { group } = values
  const encoding = fileCharsets.find((one) => one === values.encoding.toLowerCase())
  if (values.encoding !== '' && encoding === undefined)
    throw new UsageError(`--encoding is one of ${fileCharsets.join(', ')}.`)
  if (encoding !== undefined && !isTableSource(what) && !isCalendarSource(what))
    throw new UsageError('--encoding works with files of iCalendar and tables (.csv) only.')
  return {
    encoding,
    what,
    isStrict,
    prunes,
    keepsIds,
    makesNew,
    columns: columnMapOption(values.columns),
    group,
  }
}

// How far an import is, for the terminal.

/** After how many lines a log says how far an import is. */
const LINES_IN_LOG = 10_000

/**
 * Shows how much is imported so far: of how much, where that is known. It is on one line of a terminal; a log gets a line after each
 * ten thousand, so that small imports say nothing there.
 */
export function makeImportProgressListeners(terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let [all, logged] = [0, 0]
  return {
    onTotal(total: number) {
      all = total
    },
    onProgress({ lines, refused }: Pick<ImportTally, 'lines' | 'refused'>) {
      const share = all > 0 ? ` of ${all} (${Math.min(100, Math.floor((100 * lines) / all))} %)` : ''
      const text = all > 0 ? `${lines}${share}` : countWithNoun(lines, 'line')
      if (terminal.isTTY) terminal.write(`\r${text}, ${refused} refused`)
      else if (lines - logged >= LINES_IN_LOG) {
        logged = lines
        terminal.write(`${text}, ${refused} refused\n`)
      }
    },
  } satisfies Partial<ImportSetup>
}

const help = `Usage: fasti import [--strict] [--group GROUP] FILE.jsonl
       fasti import [--strict] -
       fasti import [--strict] [--prune] [--group GROUP] FILE.ics | FILE.html
       fasti import [--strict] [--encoding ENCODING] [--columns NAME=COLUMN,…] [--group GROUP] FILE.csv
       fasti import [--prune] [--group GROUP] https://…/CALENDAR.ics
       fasti import [--keep-ids] https://…/NAMESPACE

Imports a file of JSON lines, or standard input for "-". Each line is an event as POST /events takes it, with venues and
organizers inline and categories and tags by name. With "resource": "venue" (organizer, category, tag) a line is an item
of that resource. Lines of fasti export are accepted too; in an empty calendar they keep their ids.

A refused line is reported with its number, and the import continues. A second run of the same file changes nothing.

An iCalendar file (.ics), or an address of one, becomes events with venues, organizers and categories. A recurring event
becomes a series; its occurrences exist as events up to FASTI_SERIES_HORIZON. A second run applies the changes. Properties
that were not imported are listed.

A table (.csv) has one event per row and the column names in its first row: title, start_date, end_date, venue,
venue_city, organizer, categories … as in fasti export FILE.csv. A row with a uid updates the event with that uid.

The namespace of another server with this API (https://…/cal/events/v1) imports all its visible items: categories, tags,
venues, organizers and events, with their slugs, dates and statuses. Run it again to resume an interrupted import, or to
import changes. FASTI_IMPORT_AUTHORIZATION ("Bearer …", "Basic …") gives access to items that are not public.

  --strict     stop at the first line that cannot be imported; the lines before it stay
  --prune      move events to come that the calendar no longer contains, and that an earlier import created, to the trash
  --columns    map column names of a table: "Event name=title,When=start_date"; "Notes=-" ignores a column
  --encoding   the encoding of a calendar or a table, where it is not recognised: utf-8, windows-1252, macintosh, ibm850, utf-16le
  --group      put new events that name no group into this one: its id or slug
  --keep-ids   keep the ids of the other server; needs an empty calendar
  --new        make a new calendar where there is none

The exit code is 1 if any line was refused, or if a calendar is cut off. DATABASE_URL names the database: see fasti --help env.`

/** Milliseconds of work in one transaction: what the service writes waits meanwhile. */
const LONGEST_TRANSACTION = 50

async function settings(
  config: Config,
  store: Store,
  { isStrict, group }: ImportOptions,
): Promise<ImportSetup> {
  const newGroup = await groupIdOfOption(group, { store, moment: currentMoment(config) })
  return {
    store,
    isStrict,
    now: () => currentMoment(config),
    caller: {
      actor: commandActor,
      ...makeRootPartForSiteLanguage(config.contentLanguages),
      newGroup,
      currency: config.currency,
      horizon: config.horizon,
      images: mediaLibraryOf(config),
    },
    globalId: (name, id) => globalId({ base: config.baseUrl }, name, id),
    isFatal: isUnavailableError,
    longest: LONGEST_TRANSACTION,
    ...makeImportProgressListeners(process.stderr),
  }
}

function sayNotes(notes: ImportNotes): void {
  for (const what of [...notes.keys()].sort()) say(`  not imported: ${what} (${notes.get(what)?.count})`)
}

/** Imports a calendar and, with --prune, trashes the events it no longer contains. Reports ignored properties on stderr. */
async function calendarImported(
  text: string,
  name: string,
  { what, prunes }: ImportOptions,
  importing: ImportSetup,
) {
  const host = isAddressSource(what) ? { host: new URL(what).host } : {}
  const source = { name, isConfined: false, ...host }
  const tally = await importCalendar(text, source, importing)
  sayNotes(tally.notes)
  if (tally.lines === 0) say(`  ${what} contains no events.`)
  if (prunes && !(importing.isStrict && tally.refused > 0)) {
    const context = { ...importing.caller, store: importing.store, moment: importing.now() }
    const doubt = incompleteReadReason(tally)
    if (doubt !== undefined) say(`  The calendar was not read as a whole: ${doubt.message}`)
    say(`  ${await trashEventsGoneFromSource(source, tally, context)} moved to the trash (--prune)`)
  }
  if (tally.isCut) say(`  ${what} is cut off; the part that was read is imported.`)
  return tally
}

/** Imports a table. Reports unknown columns, and how many dates had no year, on stderr. */
async function tableImported(text: string, { columns }: ImportOptions, importing: ImportSetup) {
  const tally = await importTable(text, columns, importing)
  for (const name of tally.unknown) say(`  not imported: column ${name}`)
  sayNotes(tally.notes)
  if (tally.yearless > 0) say(`  ${because('year_not_written').message} (${tally.yearless})`)
  return tally
}

/** Imports all items of another server. Reports on stderr what was not imported. */
async function siteMoved(
  site: SourceSite,
  { keepsIds, prunes }: ImportOptions,
  importing: ImportSetup,
): Promise<ImportTally> {
  if (prunes) throw new Error('--prune works with calendars (.ics) only, and this is another server.')
  if (keepsIds && !(await decideWhetherToKeepIds(site, importing)))
    throw new Error('--keep-ids needs an empty calendar, and this one already has items.')
  const tally = await moveCalendarFrom(site, { ...importing, keepsIds })
  sayNotes(tally.notes)
  return tally
}

type Import = (importing: ImportSetup) => Promise<ImportTally & { readonly isCut?: boolean }>

/** Opens the source of the import, before the database is opened. */
async function importOf(options: ImportOptions, env: Environment): Promise<Import> {
  const { what } = options
  if (isAddressSource(what)) {
    const onWait = (address: string, why: string, seconds: number) =>
      say(`  ${address}: ${why}; retry in ${seconds} s`)
    const found = await contentAtAddress(what, env.FASTI_IMPORT_AUTHORIZATION, onWait)
    if ('site' in found) return (importing) => siteMoved(found.site, options, importing)
    return (importing) => calendarImported(found.calendar, what, options, importing)
  }
  if (what === '-') return (importing) => importJsonLinesFile(process.stdin, importing)
  const handle = await openFile(what)
  if (isTableSource(what)) {
    const text = await readTextAndCloseFileHandle(handle, what, options.encoding)
    return (importing) => tableImported(text, options, importing)
  }
  if (isJsonSource(what)) {
    const text = jsonLinesOfText(await readTextAndCloseFileHandle(handle, what))
    return (importing) => importJsonLinesFile(Readable.from([Buffer.from(text)]), importing)
  }
  if (!isCalendarSource(what))
    return (importing) => importJsonLinesFile(handle.createReadStream({ highWaterMark: 1 << 18 }), importing)
  const [text, name] = [
    await readTextAndCloseFileHandle(handle, what, options.encoding),
    await realpath(what),
  ]
  return (importing) => calendarImported(text, name, options, importing)
}

function summary(tally: ImportTally, { what, isStrict }: ImportOptions, seconds: number): string {
  const { lines, created, updated, unchanged, refused, refusals } = tally
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
  const more = refused - refusals.length
  const [item, one] = isAddressSource(what)
    ? ['item', 'number']
    : isCalendarSource(what)
      ? ['event', 'line']
      : ['line', 'line']
  return [
    `${what}: ${counts} (${countWithNoun(lines, item)} in ${seconds.toFixed(1)} s)`,
    ...refusals.map(({ line, reason }) => `  ${one} ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(isStrict && refused > 0 ? ['Stopped at this line (--strict). The lines before it stay.'] : []),
  ].join('\n')
}

/**
 * The garbage among old objects that is left before it is collected, in percent of what is in use, as while the service serves: a calendar of
 * 100,000 events takes 289 MiB instead of 507, in the same processor time.
 */
const MAX_GARBAGE = 50

/** What makes a calendar here, for the message where there is none. */
const NEW = 'With --new, fasti import makes one.'

export const importCommand: Command = {
  help,
  async run(args, env) {
    const options = parseImportOptions(args)
    setFlagsFromString(`--heap-growing-percent=${MAX_GARBAGE}`)
    const given = readConfig(env)
    // Before the source is opened: a file would stay open, and an address be read in vain.
    if (!options.makesNew) await refuseMissingSqliteFile(given.databaseUrl, NEW)
    const started = performance.now()
    const act = await importOf(options, env)
    const open = options.makesNew ? withStoreOrNew : withStore
    const tally = await open(given, async (store, config) =>
      act(await settings(config, store, options)).catch((error: unknown) => {
        throw error instanceof Problem ? new Error(`Can't import ${options.what}: ${error.message}`) : error
      }),
    )
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    say(summary(tally, options, (performance.now() - started) / 1000))
    return tally.refused > 0 || tally.isCut === true ? 1 : 0
  },
}
