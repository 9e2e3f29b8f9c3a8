/** The build context: the files that `.dockerignore` admits, by the rules of image builders. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Rule {
  readonly pattern: string
  readonly admits: boolean
  readonly expression: RegExp
}

/** A pattern as an expression for a path and everything below it: `*` and `?` stay in a folder, `**` crosses folders. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|\*|\?|\\?[.+^${}()|\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    return `\\${part.at(-1)}`
  })
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Returns the rules of a `.dockerignore`, in order: the last one that matches a path decides. */
function rulesOf(text: string): readonly Rule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const admits = line.startsWith('!')
      const pattern = line.slice(admits ? 1 : 0).replace(/^\.?\/+|\/+$/g, '')
      return { pattern, admits, expression: expressionOf(pattern) }
    })
}

/** Returns the paths below `root` of all files that the rules in `ignore` admit, sorted. */
export function contextOf(root: string, ignore: string): readonly string[] {
  const rules = rulesOf(ignore)
  const isAdmitted = (path: string) =>
    rules.findLast(({ expression }) => expression.test(path))?.admits !== false
  // A folder that is left out is read only if an exception may lie below it.
  const isRead = (path: string) =>
    isAdmitted(path) ||
    rules.some(({ admits, pattern }) => admits && (pattern.startsWith(`${path}/`) || /[*?[]/.test(pattern)))
  const within = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return isRead(path) ? within(path) : []
      return isAdmitted(path) ? [path] : []
    })
  return within('').toSorted()
}

/** Copies the context of `root` into the folder `target`. */
export function copyContext(root: string, ignore: string, target: string): void {
  for (const path of contextOf(root, ignore)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
}
