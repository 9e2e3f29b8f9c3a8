/**
 * `npm run mutation`: changes domain/ and contract/ in small ways, one at a time, and says which changes no test notices.
 * All of it takes hours; `-- --lines N --seed N` takes the changes within so many lines, drawn from all, and `--files a.ts,b.ts` those
 * of some files, with `--tests x.test.ts` to run no others. What runs once, when a module is loaded, can't be told apart by test, so
 * that each such change takes a whole run: `--static` changes that too.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from './fuzz/generate.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string' },
    tests: { type: 'string' },
    static: { type: 'boolean', default: false },
  },
})

const folders = ['src/domain', 'src/contract']
const isCode = (line: string) =>
  /\w/.test(line) && !/^\s*(\/\*\*|\*|\/\/|import |export (type|interface))/.test(line)

/** Lines of code, drawn without putting back, as Stryker names them. */
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
const mutate = values.lines === undefined ? whole : drawn(Number(values.lines), Number(values.seed)).join()
const once = values.static ? [] : ['--ignoreStatic']
const tests = values.tests === undefined ? {} : { FASTI_MUTATION_TESTS: values.tests }
const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', mutate, ...once], {
  stdio: 'inherit',
  env: { ...process.env, FASTI_TEST_DIALECTS: 'sqlite', ...tests },
})
process.exitCode = status ?? 1
