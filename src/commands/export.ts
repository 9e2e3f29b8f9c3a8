/** `fasti export`: the whole calendar → a file of JSON lines, a table or a calendar. */
import { pipeline } from 'node:stream/promises'
import { exportedTable } from '../calendars/csv/export.ts'
import { exportedLines } from '../calendars/export.ts'
import { exportedCalendar } from '../calendars/icalendar/export.ts'
import type { Identify } from '../calendars/record-lines.ts'
import { type Config, readConfig } from '../config.ts'
import { globalId } from '../representations/urls.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'
import { inPieces, type Lines, writtenWhole } from './whole-file.ts'

const help = `Usage: fasti export FILE.jsonl
       fasti export FILE.csv
       fasti export FILE.ics
       fasti export -

Writes the whole calendar as JSON lines, which fasti import reads: tags, categories, venues, organizers and events, with
ids, slugs, dates, drafts, the trash and the hashes of event passwords. Keep the file as safe as the database. Images are
described but not carried: copy the data folder for them; users and their tokens are not in it.

FILE.csv is a table of the events that are not in the trash, one a row, for spreadsheets; fasti import reads it too.

FILE.ics is a calendar of the same events for calendar programs; drafts are tentative and private in it, and what an event's
password protects is left out.

FILE appears, or is replaced, only when all of it is written. "-" writes to standard output.
The database is that of the environment: see fasti --help.`

type Format = 'csv' | 'ics' | 'jsonl'

/** What a file is written as, by its ending; without one, and for "-", JSON lines. Throws where the ending is not known. */
function formatOf(file: string): Format {
  const [, ending = 'jsonl'] = /\.([^./\\]+)$/.exec(file.toLowerCase()) ?? []
  const formats: Readonly<Record<string, Format>> = {
    jsonl: 'jsonl',
    ndjson: 'jsonl',
    csv: 'csv',
    ics: 'ics',
  }
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined
  if (format !== undefined) return format
  throw new UsageError(`fasti export writes .jsonl (or .ndjson), .csv and .ics, and "-": not ${file}.`)
}

/** Hands one consistent view of everything to `write`. Returns how many lines there are. */
function exported(config: Config, file: string, write: (pieces: Lines) => Promise<void>): Promise<number> {
  const identify: Identify = (name, id) => globalId({ base: config.baseUrl }, name, id)
  let count = 0
  return withStore(config, (kept) =>
    kept.snapshot(async (store) => {
      const lines = async function* () {
        const moment = momentOf(config)
        const root = { base: config.baseUrl, url: config.baseUrl, namespace: config.namespace }
        const all = {
          csv: () => exportedTable(store, moment),
          ics: () => exportedCalendar(store, { moment, root, title: config.name }),
          jsonl: () => exportedLines(store, { moment, globalId: identify }),
        }
        for await (const line of all[formatOf(file)]()) {
          count += 1
          yield line
        }
      }
      await write(inPieces(lines()))
      return count
    }),
  )
}

/** On disk as a whole or not at all. */
function exportedFile(config: Config, file: string): Promise<number> {
  return writtenWhole(
    file,
    (handle) =>
      exported(config, file, async (pieces) => {
        for await (const piece of pieces) await handle.writeFile(piece)
      }),
    async (_draft, count) => count,
  )
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the whole calendar to a file of JSON lines',
  help,
  async run(args, env) {
    const [file, ...more] = parsed(args, {}).positionals
    if (file === undefined || more.length > 0)
      throw new UsageError('fasti export takes one FILE.jsonl, FILE.csv or FILE.ics, or "-".')
    formatOf(file)
    const config = readConfig(env)
    const count =
      file === '-'
        ? await exported(config, file, (pieces) => pipeline(pieces, process.stdout, { end: false }))
        : await exportedFile(config, file)
    process.stderr.write(`${file === '-' ? 'Standard output' : file}: ${count} lines written.\n`)
    return 0
  },
}
