/** A disk that takes its time to be sure of what was written, for a program that is started with this environment. */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** The environment; undefined where there is no C compiler for it, or no Linux. The library is put into `folder`. */
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
