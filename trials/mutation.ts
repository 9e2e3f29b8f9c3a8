/**
 * `npm run mutation`: makes small changes in domain/ and contract/, one at a time, and reports those that no test
 * detects. All of them take hours. `-- --lines N --seed N` changes only that many random lines, `--files a.ts,b.ts`
 * only some files; `--tests x.test.ts` runs only those tests. Code that runs once, when a module is loaded, can't
 * be attributed to a test, so each such change needs a full run: `--static` includes it.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from './fuzz/generate.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string' },
    tests: { type: 'string' },
    static: { type: 'boolean', default: false },
  },
})

const folders = ['src/support', 'src/domain', 'src/contract']
const isCode = (line: string) =>
  /\w/.test(line) && !/^\s*(\/\*\*|\*|\/\/|import |export (type|interface))/.test(line)

/** Returns random distinct lines of code, in Stryker's notation. */
function drawn(count: number, seed: number): readonly string[] {
  const random = randomOf(seed)
  const all = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .flatMap((name) => {
        const path = join(folder, name)
        const lines = readFileSync(path, 'utf8').split('\n')
        return lines.flatMap((line, at) => (isCode(line) ? [`${path}:${at + 1}-${at + 1}`] : []))
      }),
  )
  const order = all.map((place) => ({ place, key: random() })).sort((a, b) => a.key - b.key)
  return order.slice(0, count).map(({ place }) => place)
}

const whole = values.files ?? folders.map((folder) => `${folder}/**/*.ts`).join()
const mutate =
  values.lines === undefined ? whole : drawn(numberOf(values, 'lines'), numberOf(values, 'seed')).join()
const once = values.static ? [] : ['--ignoreStatic']
const tests = values.tests === undefined ? {} : { FASTI_MUTATION_TESTS: values.tests }
const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', mutate, ...once], {
  stdio: 'inherit',
  env: { ...process.env, FASTI_TEST_DIALECTS: 'sqlite', ...tests },
})
process.exitCode = status ?? 1
