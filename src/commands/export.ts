/** `fasti export`: the whole calendar → a file of JSON lines. */
import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportedLines } from '../calendars/export.ts'
import type { Identify } from '../calendars/record-lines.ts'
import { type Config, readConfig } from '../config.ts'
import { globalId } from '../representations/urls.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti export FILE.jsonl
       fasti export -

Writes the whole calendar as JSON lines, which fasti import reads: tags, categories, venues, organizers and events, with
ids, slugs, dates, drafts, the trash and the hashes of event passwords. Keep the file as safe as the database. Images are
described but not carried: copy the data folder for them; users and their tokens are not in it.

FILE appears, or is replaced, only when all of it is written. "-" writes to standard output.
The database is that of the environment: see fasti --help.`

type Lines = AsyncIterable<string>

const PIECE = 1 << 16

/** The same text in fewer pieces. */
async function* inPieces(lines: Lines): Lines {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Hands one consistent view of everything to `write`. Returns how many lines there are. */
function exported(config: Config, write: (pieces: Lines) => Promise<void>): Promise<number> {
  const identify: Identify = (name, id) => globalId({ base: config.baseUrl }, name, id)
  let count = 0
  return withStore(config, (kept) =>
    kept.snapshot(async (store) => {
      const lines = async function* () {
        for await (const line of exportedLines(store, { moment: momentOf(config), globalId: identify })) {
          count += 1
          yield line
        }
      }
      await write(inPieces(lines()))
      return count
    }),
  )
}

/** Where the file is to be, links followed. Throws where something that is not a file is there. */
async function target(file: string): Promise<string> {
  const existing = await stat(file).catch(() => undefined)
  if (existing === undefined) return file
  if (!existing.isFile())
    throw new Error(`Can't write ${file}: it is not a file. Use "-" for standard output.`)
  return realpath(file)
}

/** On disk as a whole or not at all. */
async function exportedFile(config: Config, file: string): Promise<number> {
  const path = await target(file)
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`Can't write ${file}: ${error instanceof Error ? error.message : error}`)
  })
  try {
    const count = await exported(config, async (pieces) => {
      for await (const piece of pieces) await handle.writeFile(piece)
    })
    await handle.sync()
    await handle.close()
    await rename(draft, path)
    return count
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the whole calendar to a file of JSON lines',
  help,
  async run(args, env) {
    const [file, ...more] = parsed(args, {}).positionals
    if (file === undefined || more.length > 0)
      throw new UsageError('fasti export takes one FILE.jsonl, or "-".')
    const config = readConfig(env)
    const count =
      file === '-'
        ? await exported(config, (pieces) => pipeline(pieces, process.stdout, { end: false }))
        : await exportedFile(config, file)
    process.stderr.write(`${file === '-' ? 'Standard output' : file}: ${count} lines written.\n`)
    return 0
  },
}
