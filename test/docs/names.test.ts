/** What the documents name is there: paths, names of code, scripts. And they name each command. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/run.ts'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const below = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)

const scripts: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts
const paths = [
  ...readdirSync(root),
  ...['.ci', 'bench', 'clients', 'docs', 'ops', 'scripts', 'src', 'test', 'trials'].flatMap(below),
]
const code = paths.filter((path) => /^(src|test|scripts|trials)\/.*\.(tsx?|css)$/.test(path)).map(textOf)
const words = new Set(
  [...code, textOf('package.json'), textOf('biome.json')].flatMap((text) => text.match(/\w+/g) ?? []),
)
const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md']
const pages = [...guides, 'README.md', ...below('docs').filter((path) => path.endsWith('.md'))]

/** Returns what stands between backticks in the text of a page, but for whole blocks. */
const quotedIn = (page: string): readonly string[] =>
  [
    ...textOf(page)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, quoted = '']) => quoted)

/** Dist is built, and holds no sources. */
const isPath = (text: string) =>
  /^[\w.@-]*[\w-](?:\/[\w.@-]+)*(?:\/\*?|\.(?:tsx?|js|json|md|css|svg))$/.test(text) && !/^dist\b/.test(text)
const isThere = (text: string) => {
  const path = text.replace(/\/\*?$/, '')
  return paths.some((one) => one === path || one.endsWith(`/${path}`))
}

describe('the documents', () => {
  it.each(guides)('name only paths and code that exist: %s', (page) => {
    const quoted = quotedIn(page)
    const named = quoted.filter((text) => /^[A-Za-z]\w*(?:\.[a-zA-Z]\w*)*$/.test(text) && !isPath(text))
    expect(quoted.filter(isPath).length).toBeGreaterThan(25)
    expect(quoted.filter((text) => isPath(text) && !isThere(text))).toEqual([])
    const drawn = [...textOf(page).matchAll(/^ *participant \w+ as (\S*\/\S*)/gm)].map(
      ([, path = '']) => path,
    )
    expect(drawn.filter((path) => !isThere(path) && !isThere(`${path}.ts`))).toEqual([])
    expect(named.filter((name) => name.split('.').some((part) => !words.has(part)))).toEqual([])
  })

  it.each([
    'SECURITY.md',
    'docs/internals/plan.md',
    ...below('src').filter((path) => path.endsWith('/README.md')),
  ])('name only paths that exist: %s', (page) => {
    // A README names files beside it by their name alone.
    const isFound = (text: string) =>
      page.startsWith('src/') && !text.includes('/')
        ? paths.includes(join(dirname(page), text))
        : isThere(text)
    expect(quotedIn(page).filter((text) => isPath(text) && !isFound(text))).toEqual([])
  })

  it('name only scripts that npm runs', () => {
    const run = pages.flatMap((page) => textOf(page).match(/(?<=npm run )[\w:-]+/g) ?? [])
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('name each command', () => {
    const all = pages.map(textOf).join('\n')
    expect(Object.keys(commands).filter((name) => !new RegExp(`fasti ${name}\\b`).test(all))).toEqual([])
  })
})
