import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { castsIn as castsOf } from './support/casts.ts'
import { roomOf, roomsTable, thirdParty, wrongImport } from './support/house.ts'

const src = resolve(import.meta.dirname, '../src')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.replaceAll('\\', '/'))

interface Import {
  readonly from: string
  readonly to: string
  readonly isTypeOnly: boolean
  /** Whether it is an `import()`. */
  readonly isLater: boolean
}

const IMPORT =
  /(?:^|\n)(?:import|export)\s+(type\s+)?(?:[^'"\n;]|\n)*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|import\('([^']+)'\)/g

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? ''
    const to = specifier.startsWith('.')
      ? relative(src, resolve(join(src, dirname(file)), specifier))
      : specifier
    return { from: file, to, isTypeOnly: match[1] !== undefined, isLater: match[4] !== undefined }
  })
}

const castsIn = (file: string) => castsOf(file, readFileSync(join(src, file), 'utf8'))

const all = files.flatMap(importsOf)
const isOurs = ({ to }: Import) => /\.(?:tsx?|css)$/.test(to)
/** Words are data, which any room may read. */
const isWords = ({ to }: Import) => /^words\/.*\.json$/.test(to)

describe('the architecture', () => {
  it('has every file in a room of the list', () => {
    expect(all.length).toBeGreaterThan(200)
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([])
  })

  it('imports only from rooms above in the list, by their doors', () => {
    expect(all.filter(isOurs).flatMap(({ from, to }) => wrongImport(from, to) ?? [])).toEqual([])
    expect(wrongImport('domain/import-source.ts', 'http/app.ts')).toContain('domain is above http')
    expect(wrongImport('actions/read.ts', 'store/writes.ts')).toContain('no door of store')
  })

  it('reads and writes formats without a database: the store that they are given is a type, to all that they run', () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    const visit = (file: string, path: readonly string[]) => {
      if (seen.has(file)) return
      seen.add(file)
      if (file.startsWith('store/')) wrong.push([...path, file].join(' → '))
      for (const { to, isTypeOnly } of files.includes(file) ? importsOf(file) : [])
        if (!isTypeOnly) visit(to, [...path, file])
    }
    for (const file of files) if (file.startsWith('formats/')) visit(file, [])
    expect(seen.size).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  it('allows each library only in the folders that the list names', () => {
    const wrong = all
      .filter((one) => !isOurs(one) && !isWords(one) && !one.to.startsWith('node:') && !one.isTypeOnly)
      .filter(
        ({ from, to }) => !(thirdParty[to] ?? []).some((room) => from === room || from.startsWith(room)),
      )
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has fewer than 60 casts, and none between a request and its action', () => {
    const casts = files.flatMap((file) => castsIn(file).map((line) => `${file}:${line}`))
    expect(casts.filter((cast) => /^(http|actions)\//.test(cast))).toEqual([])
    expect(casts.length).toBeGreaterThan(30)
    expect(casts.length).toBeLessThan(60)
  })

  it('has no cycle, not even of types', () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(isOurs)
          // What the desk loads later imports its start (`web/desk/views/parts.ts`).
          .filter(({ to, isLater }) => !(isLater && to.startsWith('web/desk/')))
          .map(({ to }) => to),
      ]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (path.includes(file) || done.has(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('has no default export and reads the environment in one file', () => {
    const texts = files.map((file) => [file, readFileSync(join(src, file), 'utf8')] as const)
    expect(texts.filter(([, text]) => /^export default/m.test(text)).map(([file]) => file)).toEqual([])
    expect(
      texts
        .filter(([file, text]) => text.includes('process.env') && file !== 'main.ts' && file !== 'config.ts')
        .map(([file]) => file),
    ).toEqual([])
  })

  it('never uses Date', () => {
    const using = files.filter((file) =>
      /\bnew Date\b|\bDate\.(now|parse|UTC)\b/.test(readFileSync(join(src, file), 'utf8')),
    )
    expect(using).toEqual([])
  })

  it('is listed in ARCHITECTURE.md', () => {
    const text = readFileSync(resolve(src, '../ARCHITECTURE.md'), 'utf8')
    expect(text).toContain(roomsTable())
  })
})

const root = resolve(src, '..')
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `test/${file.replaceAll('\\', '/')}`)

/** Returns the files of ours that a file below the root imports values or types of. */
const importedBy = (file: string): readonly Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? ''
    if (!specifier.startsWith('.')) return []
    const to = relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')
    return [{ from: file, to, isTypeOnly: match[1] !== undefined, isLater: match[4] !== undefined }]
  })

describe('the door of the tests', () => {
  it('is test/support: a test that starts the service imports nothing of src itself', () => {
    const imports = tests
      .filter((file) => !file.startsWith('test/support/inside/'))
      .flatMap(importedBy)
      .filter(({ isTypeOnly }) => !isTypeOnly)
    const starting = new Set(['src/service.ts'])
    for (let size = 0; size !== starting.size; ) {
      size = starting.size
      for (const { from, to } of imports) if (starting.has(to)) starting.add(from)
    }
    const inside = [...starting]
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap(importedBy)
      .filter(({ to }) => to.startsWith('src/'))
    expect(starting.size).toBeGreaterThan(300)
    expect(inside.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})
