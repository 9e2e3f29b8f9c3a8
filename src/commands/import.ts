/** `fasti import`: a file of JSON lines, or an iCalendar file → the calendar. */
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { commandLine } from '../actions/policy.ts'
import { importCalendar } from '../calendars/icalendar/import.ts'
import { pruneCalendar } from '../calendars/icalendar/prune.ts'
import { importLines } from '../calendars/jsonl.ts'
import type { Importing, Tally } from '../calendars/walk.ts'
import { type Config, readConfig } from '../config.ts'
import { globalId } from '../representations/urls.ts'
import { libraryOf } from '../service.ts'
import { isUnavailable } from '../store/dialects.ts'
import type { Store } from '../store/store.ts'
import { type Command, parsed, say, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti import [--strict] FILE.jsonl
       fasti import [--strict] -
       fasti import [--strict] [--prune] FILE.ics

Imports a file of JSON lines, or standard input for "-": one event a line, as POST /events takes it, with venues and
organizers inline and categories and tags by name. "resource": "venue" (organizer, category, tag) makes a line one of
those. Lines that fasti export wrote are read too; into an empty calendar they keep their ids.

A line that can't be imported is reported with its number and does not stop the rest. The same line is imported once,
however often the file is: a second run changes nothing.

An iCalendar file (.ics) becomes events, with venues, organizers and categories. What recurs is followed for two years,
500 events at most, the later ones with the first as parent. A second run changes what has changed; what was not
imported is listed.

  --strict   stop at the first line that can't be imported; the lines before it stay
  --prune    of a file imported before by the same name: move what it no longer has to the trash

The exit code is 1 if any line was refused. The database is that of the environment: see fasti --help.`

interface Asked {
  readonly file: string
  readonly isStrict: boolean
  readonly prunes: boolean
}

function fileOf(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args, { strict: { type: 'boolean' }, prune: { type: 'boolean' } })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new UsageError('fasti import takes one FILE.jsonl or FILE.ics, or "-".')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file))
    throw new UsageError('This version imports files, not addresses: fetch it first, then import the file.')
  if (/\.csv$/i.test(file))
    throw new UsageError('This version imports JSON lines (.jsonl) and iCalendar (.ics), not .csv.')
  const prunes = values.prune === true
  if (prunes && !isCalendar(file)) throw new UsageError('--prune is for iCalendar files (.ics).')
  return { file, isStrict: values.strict === true, prunes }
}

const isCalendar = (file: string) => /\.ics$/i.test(file)

/** The file, checked before anything else is opened. Throws with a message that names it. */
async function opened(file: string): Promise<FileHandle> {
  const refused = (why: string) => new Error(`Can't read ${file}: ${why}.`)
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle
    await handle.close()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refused(
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : String(error),
    )
  }
  throw refused('it is a folder')
}

/** Lines so far, on one line of the terminal. */
function progress(): Importing['onProgress'] {
  if (!process.stderr.isTTY) return () => {}
  return ({ lines, refused }) => process.stderr.write(`\r${lines} lines, ${refused} refused`)
}

function settings(config: Config, store: Store, isStrict: boolean): Importing {
  return {
    store,
    isStrict,
    now: () => momentOf(config),
    caller: { actor: commandLine, currency: config.currency, images: libraryOf(config) },
    globalId: (name, id) => globalId({ base: config.baseUrl }, name, id),
    isFatal: isUnavailable,
    onProgress: progress(),
  }
}

const MOST_BYTES = 50 * 1024 * 1024

/** The text of a file that is read whole. Throws with a message that names it. */
async function textOf(handle: FileHandle, file: string): Promise<string> {
  try {
    if ((await handle.stat()).size > MOST_BYTES) throw new Error('it is longer than 50 MiB')
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile())
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : error instanceof Error && error.message
    throw new Error(`Can't read ${file}: ${why}.`)
  } finally {
    await handle.close()
  }
}

/** A calendar, and what it no longer has. Tells on stderr what was not understood. */
async function calendarImported(handle: FileHandle, { file, prunes }: Asked, settings: Importing) {
  const text = await textOf(handle, file)
  const source = { name: await realpath(file), isConfined: false }
  const tally = await importCalendar(text, source, settings)
  for (const [what, count] of [...tally.notes].sort()) say(`  not imported: ${what} (${count})`)
  if (tally.lines === 0) say(`  ${file} holds no events.`)
  if (prunes && !(settings.isStrict && tally.refused > 0)) {
    const context = { ...settings.caller, store: settings.store, moment: settings.now() }
    say(`  ${await pruneCalendar(source, tally, context)} moved to the trash (--prune)`)
  }
  return tally
}

function summary(tally: Tally, file: string, seconds: number, isStrict: boolean): string {
  const { lines, created, updated, unchanged, refused, refusals } = tally
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
  const more = refused - refusals.length
  return [
    `${file}: ${counts} (${lines} ${isCalendar(file) ? 'events' : 'lines'} in ${seconds.toFixed(1)} s)`,
    ...refusals.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(isStrict && refused > 0 ? ['Stopped there (--strict). The lines before it stay.'] : []),
  ].join('\n')
}

export const importCommand: Command = {
  name: 'import',
  summary: 'import events from a file of JSON lines, or an iCalendar file',
  help,
  async run(args, env) {
    const asked = fileOf(args)
    const { file, isStrict } = asked
    const config = readConfig(env)
    const handle = file === '-' ? undefined : await opened(file)
    const started = performance.now()
    const tally = await withStore(config, (store) => {
      const own = settings(config, store, isStrict)
      if (handle !== undefined && isCalendar(file)) return calendarImported(handle, asked, own)
      return importLines(handle?.createReadStream({ highWaterMark: 1 << 18 }) ?? process.stdin, own)
    })
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    say(summary(tally, file, (performance.now() - started) / 1000, isStrict))
    return tally.refused > 0 ? 1 : 0
  },
}
