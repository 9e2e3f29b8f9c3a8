/**
 * `npm run rooms`: prints the files, lines and casts of each room, and the longest chain of imports of a read and of a write. All
 * numbers come from the code.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { castsIn } from '../test/support/casts.ts'
import { roomOf, rooms } from '../test/support/house.ts'

const SRC = 'src'
const IMPORT = /(?:^|\n)(?:import|export)\s+(type\s+)?[^'"\n;]*?(?:\{[^}]*\}\s*)?from\s+'(\.[^']+)'/g

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file))
  .map((file) => file.replaceAll('\\', '/'))
const texts = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]))

/** The files that a file imports at run time. Imports of types do not count. */
function importsOf(file: string): readonly string[] {
  const found = [...(texts.get(file) ?? '').matchAll(IMPORT)]
  const values = found.filter(([, isType]) => isType === undefined)
  return values.map(([, , to = '']) => posix.join(dirname(file), to)).filter((to) => texts.has(to))
}

const known = new Map<string, readonly string[]>()
/** The longest chain of imports from a file. It is finite, because imports have no cycles. */
function chainFrom(file: string): readonly string[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const below = importsOf(file).map(chainFrom)
  const longest = below.reduce((one, other) => (other.length > one.length ? other : one), [])
  const chain = [file, ...longest]
  known.set(file, chain)
  return chain
}

const total = { files: 0, lines: 0, casts: 0 }
const rows = Object.keys(rooms).map((room) => {
  const own = files.filter((file) => roomOf(file) === room)
  const sumOf = (count: (file: string, text: string) => number) =>
    own.reduce((sum, file) => sum + count(file, texts.get(file) ?? ''), 0)
  const lines = sumOf((_, text) => text.split('\n').length - 1)
  const casts = sumOf((file, text) => (file.endsWith('.css') ? 0 : castsIn(file, text).length))
  total.files += own.length
  total.lines += lines
  total.casts += casts
  return [room, own.length, lines, casts] as const
})
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const print = (line: string) => process.stdout.write(`${line}\n`)

print(row(['Folder or file', 'Files', 'Lines', 'Casts']))
print('|---|---|---|---|')
for (const cells of rows) print(row(cells))
print(row(['all', total.files, total.lines, total.casts]))
for (const [what, from] of [
  ['a read', 'http/operations/items/list.ts'],
  ['a write', 'http/operations/items/items.ts'],
] as const) {
  const chain = chainFrom(from)
  print(`\nThe longest chain of imports of ${what} has ${chain.length} files: ${chain.join(' → ')}.`)
}
