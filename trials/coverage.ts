/**
 * `npm run coverage`: the share of lines and branches of each folder that the in-process tests execute on SQLite,
 * then the files with the most lines not executed. Code that runs in commands, browsers and other processes is not
 * counted.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** Tests that execute the code in other processes or in a browser. */
const elsewhere = [
  /^test\/[^/]+$/,
  /^test\/(bench|desk|docs)\//,
  /^test\/pages\/[^/]*browser/,
  /^test\/commands\/workers/,
]
// Vitest does not apply --exclude to the files of its projects, so the files are listed.
const tested = readdirSync(resolve(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !elsewhere.some((pattern) => pattern.test(file)))
  .sort()
const SHOWN_FILES = 10

interface Counted {
  readonly total: number
  readonly covered: number
}

type Summary = Readonly<Record<string, { readonly lines: Counted; readonly branches: Counted }>>

const share = (all: readonly Counted[]) => {
  const [covered, total] = [all.map((one) => one.covered), all.map((one) => one.total)].map((counts) =>
    counts.reduce((sum, count) => sum + count, 0),
  )
  return total === 0 ? 'none' : `${(((covered ?? 0) / (total ?? 1)) * 100).toFixed(1)} %`
}

/** `src/http/site/pages.ts` → `http/`; `src/main.ts` → `main.ts`. */
const roomOf = (path: string) => path.replace(/^src\/([^/]+)(\/?).*$/, '$1$2')

const { status } = spawnSync(
  'npx',
  [
    'vitest',
    'run',
    '--coverage',
    '--coverage.reporter=json-summary',
    '--coverage.reportOnFailure',
    ...tested,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FASTI_TEST_DIALECTS: 'sqlite' } },
)
const summary: Summary = JSON.parse(readFileSync(resolve(root, 'coverage/coverage-summary.json'), 'utf8'))
const files = Object.entries(summary)
  .filter(([path]) => path !== 'total')
  .map(([path, counted]) => ({ path: relative(root, path), ...counted }))
const rooms = new Set(files.map(({ path }) => roomOf(path)).sort())
for (const room of rooms) {
  const own = files.filter(({ path }) => roomOf(path) === room)
  const lines = share(own.map((one) => one.lines))
  process.stdout.write(
    `${room.padEnd(18)} lines ${lines.padStart(7)}  branches ${share(own.map((one) => one.branches)).padStart(7)}\n`,
  )
}
const lacking = files.map((one) => ({ ...one, missed: one.lines.total - one.lines.covered }))
for (const { path, missed, lines } of lacking.sort((a, b) => b.missed - a.missed).slice(0, SHOWN_FILES))
  process.stdout.write(`  ${path}: ${missed} of ${lines.total} lines are not executed\n`)
process.exitCode = status ?? 1
