/** Words: where the code names them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../../src')

function sourcesIn(folder: string): readonly string[] {
  const names = readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
  const code = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words/'))
  return code.map((name) => readFileSync(join(src, folder, name), 'utf8'))
}

/** Returns the templates of the code in a folder below `src` that join a label and a text by a colon, as English does. */
export const templatesWithColons = (folder: string): readonly string[] =>
  sourcesIn(folder).flatMap((text) => [...text.matchAll(/\}: \$\{.*/g)].map(([found]) => found))

/** Returns the quoted names, such as keys of words, in the code of a folder below `src`, except in its tables of words. */
export const literalsIn = (folder: string): readonly string[] =>
  sourcesIn(folder).flatMap((text) => [...text.matchAll(/['"]([\w.:-]+)['"]/g)].map(([, name = '']) => name))

/** Returns whether a template of the code in a folder, such as `bulk.${name}.done`, can make a text. */
export function templatesIn(folder: string): (text: string) => boolean {
  const found = sourcesIn(folder).flatMap((text) => [
    ...text.matchAll(/`([\w.-]+\.)\$\{[^`}]*\}((?:\.[\w.-]+)?)`/g),
  ])
  return (text) => found.some(([, start = '', end = '']) => text.startsWith(start) && text.endsWith(end))
}
