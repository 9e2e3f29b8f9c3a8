/** The npm of this machine, and one that installs nothing. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Returns the file of npm's program, as the PATH finds it. Throws if there is none. */
export function npmProgram(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    try {
      return realpathSync(join(folder, 'npm'))
    } catch {}
  throw new Error('There is no npm in the PATH.')
}

/** The folder of the npm package. */
export const npmFolder = (): string => dirname(dirname(npmProgram()))

/**
 * Writes an npm into a new folder in `home` that leaves the packages as they are, for a build with those of this working copy; all else
 * it passes on to `program`. Returns the folder.
 */
export function npmWithoutPackages(home: string, program = npmProgram()): string {
  const folder = join(home, 'npm')
  mkdirSync(folder)
  const script = `#!/bin/sh\ncase $1 in ci|prune) exit 0 ;; esac\nexec node ${program} "$@"\n`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
  return folder
}
