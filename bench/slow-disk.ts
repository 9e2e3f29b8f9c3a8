/** An environment that makes fsync slow for a program. */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Returns the environment; undefined without a C compiler or Linux. Writes the library to `folder`. */
export function slowDisk(folder: string, milliseconds: number): Readonly<Record<string, string>> | undefined {
  const library = join(folder, 'slow-sync.so')
  const source = resolve(import.meta.dirname, 'slow-sync.c')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  return { LD_PRELOAD: library, SYNC_MILLISECONDS: String(milliseconds) }
}
