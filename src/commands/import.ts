/** `fasti import`: a file of JSON lines → the calendar. */
import { type FileHandle, open } from 'node:fs/promises'
import { commandLine } from '../actions/policy.ts'
import { type Importing, importLines, type Tally } from '../calendars/jsonl.ts'
import { type Config, readConfig } from '../config.ts'
import { globalId } from '../representations/urls.ts'
import { noImages } from '../service.ts'
import { isUnavailable } from '../store/dialects.ts'
import type { Store } from '../store/store.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti import [--strict] FILE.jsonl
       fasti import [--strict] -

Imports a file of JSON lines, or standard input for "-": one event a line, as POST /events takes it, with venues and
organizers inline and categories and tags by name. "resource": "venue" (organizer, category, tag) makes a line one of
those. Lines that fasti export wrote are read too; into an empty calendar they keep their ids.

A line that can't be imported is reported with its number and does not stop the rest. The same line is imported once,
however often the file is: a second run changes nothing.

  --strict   stop at the first line that can't be imported; the lines before it stay

The exit code is 1 if any line was refused. The database is that of the environment: see fasti --help.`

const say = (text: string) => process.stderr.write(`${text}\n`)

function fileOf(args: readonly string[]): { file: string; isStrict: boolean } {
  const { values, positionals } = parsed(args, { strict: { type: 'boolean' } })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new UsageError('fasti import takes one FILE.jsonl, or "-".')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file))
    throw new UsageError('This version imports files, not addresses: fetch it first, then import the file.')
  if (/\.(ics|csv)$/i.test(file))
    throw new UsageError('This version imports JSON lines (.jsonl), not .ics or .csv.')
  return { file, isStrict: values.strict === true }
}

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
    caller: { actor: commandLine, currency: config.currency, images: noImages },
    globalId: (name, id) => globalId({ base: config.baseUrl }, name, id),
    isFatal: isUnavailable,
    onProgress: progress(),
  }
}

function summary(tally: Tally, file: string, seconds: number, isStrict: boolean): string {
  const { lines, created, updated, unchanged, refused, refusals } = tally
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
  const more = refused - refusals.length
  return [
    `${file}: ${counts} (${lines} lines in ${seconds.toFixed(1)} s)`,
    ...refusals.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(isStrict && refused > 0 ? ['Stopped there (--strict). The lines before it stay.'] : []),
  ].join('\n')
}

export const importCommand: Command = {
  name: 'import',
  summary: 'import events from a file of JSON lines',
  help,
  async run(args, env) {
    const { file, isStrict } = fileOf(args)
    const config = readConfig(env)
    const handle = file === '-' ? undefined : await opened(file)
    const started = performance.now()
    const chunks = handle?.createReadStream({ highWaterMark: 1 << 18 }) ?? process.stdin
    const tally = await withStore(config, (store) => importLines(chunks, settings(config, store, isStrict)))
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    say(summary(tally, file, (performance.now() - started) / 1000, isStrict))
    return tally.refused > 0 ? 1 : 0
  },
}
