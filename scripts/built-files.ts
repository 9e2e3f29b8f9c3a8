/**
 * Writes the files of a build without disturbing programs that run from the same folder. Each file is replaced atomically.
 * The files of the last builds stay, because a program of such a build may still load them.
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

/** The number of earlier builds whose files stay. */
const KEPT_BUILDS = 2

/** A file of a build. */
export interface BuiltFile {
  readonly path: string
  readonly contents: Uint8Array | string
  /** The file mode, for executables. */
  readonly mode?: number
}

/** Writes a temporary file and renames it to its path. Does nothing if the file exists with the same contents. */
function replaceFile({ path, contents, mode }: BuiltFile): void {
  const bytes = Buffer.from(contents)
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, bytes)
  if (mode !== undefined) chmodSync(beside, mode)
  renameSync(beside, path)
}

/** Writes the files in the given order: a file comes after the files that it imports. */
export function replaceFiles(files: readonly BuiltFile[]): void {
  for (const file of files) replaceFile(file)
}

/** Whether the name is that of a complete chunk: a concurrent build may have temporary files in the folder. */
const isChunk = (name: string) => /\.js(\.map)?$/.test(name)

/** The file names of the last builds, newest first. Without a list, the files in the folder count as one build. */
function lastBuilds(folder: string, list: string): readonly (readonly string[])[] {
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly string[])[]
  return existsSync(folder) ? [readdirSync(folder).filter(isChunk)] : []
}

/**
 * Removes the files of a folder that belong neither to this build nor to one of the last builds. A build with the same files
 * as the previous one counts as the same build.
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
