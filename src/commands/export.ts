/** `fasti export`: writes the whole calendar as JSON lines, CSV or iCalendar. */
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Config, readConfig } from '../config.ts'
import { resourceNames } from '../contract/resources/index.ts'
import { exportedTableChunks } from '../formats/csv/export.ts'
import { exportedCalendarChunks } from '../formats/icalendar/export.ts'
import { exportedLines, type GlobalIdFunction } from '../formats/jsonl/export.ts'
import { globalId, makeRootPartForSiteLanguage } from '../representations/urls.ts'
import type { Reading } from '../store/store.ts'
import { type Command, countWithNoun, parseOptions, UsageError } from './command.ts'
import { joinLinesToChunks, type TextLines, writeFileWhole } from './files.ts'
import { currentMoment, withStore } from './opened-store.ts'

const help = `Usage: fasti export FILE.jsonl
       fasti export FILE.csv
       fasti export FILE.ics
       fasti export -

Writes the whole calendar as JSON lines, which fasti import reads: tags, categories, venues, organizers, series and events,
with ids, slugs, dates, drafts, the trash and the hashes of event passwords, and the settings of the site. Protect the file
like the database. The file describes images but does not contain them: copy the data folder too. It contains no users and
no tokens.

FILE.csv is a table for spreadsheets, with one row per single event or series, and one for each exception of a series; events
in the trash are left out. fasti import reads it too.

FILE.ics contains the same events for calendar programs. Drafts are tentative and private, and the texts that an event
password protects are left out.

FILE is created or replaced only when the export is complete, and never replaced by the export of an empty calendar. "-" writes to
standard output.
DATABASE_URL names the database: see fasti --help env.`

type Format = 'csv' | 'ics' | 'jsonl'

/** The format of a file by its extension; JSON lines for "-" and without an extension. Throws `UsageError` for an unknown extension. */
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

/** The content of an export. */
interface Exported {
  readonly lines: number
  /** Whether the calendar has no item. */
  readonly isEmpty: boolean
}

async function isEmpty(store: Reading): Promise<boolean> {
  for (const name of resourceNames) for await (const _ of store.all(name)) return false
  return true
}

/** Passes the lines of one consistent snapshot to `write`. */
function exported(
  config: Config,
  file: string,
  write: (pieces: TextLines) => Promise<void>,
): Promise<Exported> {
  const identify: GlobalIdFunction = (name, id) => globalId({ base: config.baseUrl }, name, id)
  let count = 0
  return withStore(config, (kept) =>
    kept.snapshot(async (store) => {
      const lines = async function* () {
        const moment = currentMoment(config)
        const place = { base: config.baseUrl, url: config.baseUrl, namespace: config.namespace }
        const root = { ...place, ...makeRootPartForSiteLanguage(config.contentLanguages) }
        const all = {
          csv: () => exportedTableChunks(store, moment, config.contentLanguages),
          ics: () => exportedCalendarChunks(store, { moment, root, title: config.name }),
          jsonl: () => exportedLines(store, { moment, globalId: identify }),
        }
        for await (const line of all[formatOf(file)]()) {
          count += 1
          yield line
        }
      }
      await write(joinLinesToChunks(lines()))
      return { lines: count, isEmpty: await isEmpty(store) }
    }),
  )
}

/** Throws if an empty calendar would replace a file with content: the command probably runs with another database than before. */
async function allowReplacing(file: string, isEmpty: boolean): Promise<void> {
  const size = isEmpty ? ((await stat(file).catch(() => undefined))?.size ?? 0) : 0
  if (size > 0)
    throw new Error(
      `This calendar is empty, and ${file} is not: it stays as it is. Use another FILE, or remove it first. FASTI_DATA_DIR or DATABASE_URL names the calendar of another folder or server.`,
    )
}

/** Exports to a file atomically. */
function exportedFile(config: Config, file: string): Promise<Exported> {
  return writeFileWhole(
    file,
    (handle) =>
      exported(config, file, async (pieces) => {
        for await (const piece of pieces) await handle.writeFile(piece)
      }),
    async (_draft, done) => {
      await allowReplacing(file, done.isEmpty)
      return done
    },
  )
}

export const exportCommand: Command = {
  help,
  async run(args, env) {
    const [file, ...more] = parseOptions(args, {}).positionals
    if (file === undefined || more.length > 0)
      throw new UsageError('fasti export takes one FILE.jsonl, FILE.csv or FILE.ics, or "-".')
    formatOf(file)
    const config = readConfig(env)
    const { lines: count } =
      file === '-'
        ? await exported(config, file, (pieces) => pipeline(pieces, process.stdout, { end: false }))
        : await exportedFile(config, file)
    // The first line of a table names its columns.
    const written = {
      ics: 'written',
      csv: `${countWithNoun(count - 1, 'row')} written`,
      jsonl: `${countWithNoun(count, 'line')} written`,
    }
    process.stderr.write(`${file === '-' ? 'Standard output' : file}: ${written[formatOf(file)]}.\n`)
    return 0
  },
}
