/**
 * Writes what a build makes so that programs which run from the same folder notice nothing: each file is replaced whole, and
 * files that one of the last builds named stay, since a program of that build may still load them.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Builds before this one whose files stay. */
const KEPT_BUILDS = 2

/** A file of a build. */
export interface BuiltFile {
  readonly path: string
  readonly contents: Uint8Array | string
  /** Its mode, where it is a program. */
  readonly mode?: number
}

/** Writes a file beside its place and then puts it there, in one step; nothing happens where it is there already. */
function replaceFile({ path, contents, mode }: BuiltFile): void {
  const bytes = Buffer.from(contents)
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, bytes)
  if (mode !== undefined) chmodSync(beside, mode)
  renameSync(beside, path)
}

/** Writes the files in their order: those that name others come behind them. */
export function replaceFiles(files: readonly BuiltFile[]): void {
  for (const file of files) replaceFile(file)
}

/** Whether it is a finished file: another build may be writing one beside it. */
const isChunk = (name: string) => name.endsWith('.js')

/** The names of the files of the last builds, newest first; of a build that kept no list, those that are there. */
function lastBuilds(folder: string, list: string): readonly (readonly string[])[] {
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly string[])[]
  return existsSync(folder) ? [readdirSync(folder).filter(isChunk)] : []
}

/**
 * Removes the files of a folder that neither this build nor one of the last builds named. A build that made the same files as
 * the one before counts as the same build.
 */
export function removeOldFiles(folder: string, names: readonly string[]): void {
  const list = join(folder, 'builds.json')
  const newest = [...names].sort()
  const before = lastBuilds(folder, list).filter((one) => one.join() !== newest.join())
  const builds = [newest, ...before].slice(0, KEPT_BUILDS + 1)
  replaceFile({ path: list, contents: `${JSON.stringify(builds)}\n` })
  const kept = new Set(builds.flat())
  for (const name of readdirSync(folder).filter(isChunk))
    if (!kept.has(name)) rmSync(join(folder, name), { force: true })
}
