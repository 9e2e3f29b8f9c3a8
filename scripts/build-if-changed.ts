/** Before `npm start`: builds, unless the last build is of what there is. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STAMP } from './stamp.ts'
import { versionOf } from './version.ts'

/** What a build is made of. The last one changes with each installed package. */
const inputs = ['src', 'scripts', 'package.json', 'node_modules/.package-lock.json']

/** Whether a file, or anything in a folder or that was taken out of it, changed after a time in milliseconds. */
function isNewer(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.mtimeMs > time) return true
  return found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time))
}

/** Whether the build of `root` in its `dist` is complete, and of its files and its commit. */
export function isBuilt(root: string): boolean {
  const stamp = join(root, 'dist', STAMP)
  const made = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs
  return (
    made !== undefined &&
    readFileSync(stamp, 'utf8') === versionOf(root, process.env.FASTI_COMMIT ?? '') &&
    !inputs.some((input) => isNewer(join(root, input), made))
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!isBuilt(resolve(import.meta.dirname, '..'))) await (await import('./build.ts')).build()
}
