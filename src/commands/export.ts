/** `fasti export`: the whole calendar → a file of JSON lines. */
import { pipeline } from 'node:stream/promises'
import { exportedTable } from '../calendars/csv/export.ts'
import { exportedLines } from '../calendars/export.ts'
import type { Identify } from '../calendars/record-lines.ts'
import { type Config, readConfig } from '../config.ts'
import { globalId } from '../representations/urls.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'
import { inPieces, type Lines, writtenWhole } from './whole-file.ts'

const help = `Usage: fasti export FILE.jsonl
       fasti export FILE.csv
       fasti export -

Writes the whole calendar as JSON lines, which fasti import reads: tags, categories, venues, organizers and events, with
ids, slugs, dates, drafts, the trash and the hashes of event passwords. Keep the file as safe as the database. Images are
described but not carried: copy the data folder for them; users and their tokens are not in it.

FILE.csv is a table of the events that are not in the trash, one a row, for spreadsheets; fasti import reads it too.

FILE appears, or is replaced, only when all of it is written. "-" writes to standard output.
The database is that of the environment: see fasti --help.`

/** Hands one consistent view of everything to `write`. Returns how many lines there are. */
function exported(config: Config, file: string, write: (pieces: Lines) => Promise<void>): Promise<number> {
  const identify: Identify = (name, id) => globalId({ base: config.baseUrl }, name, id)
  let count = 0
  return withStore(config, (kept) =>
    kept.snapshot(async (store) => {
      const lines = async function* () {
        const moment = momentOf(config)
        const all = /\.csv$/i.test(file)
          ? exportedTable(store, moment)
          : exportedLines(store, { moment, globalId: identify })
        for await (const line of all) {
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
      throw new UsageError('fasti export takes one FILE.jsonl or FILE.csv, or "-".')
    const config = readConfig(env)
    const count =
      file === '-'
        ? await exported(config, file, (pieces) => pipeline(pieces, process.stdout, { end: false }))
        : await exportedFile(config, file)
    process.stderr.write(`${file === '-' ? 'Standard output' : file}: ${count} lines written.\n`)
    return 0
  },
}
