/** Prints at the end of a test run what it left out on this machine, and why. */
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { leftOut } from './dialect-names.ts'
import { runSeed } from './run-seed.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file in which tests list what they leave out, one per line. */
    leftOutFile: string
  }
}

/** Returns the printed list: sorted, without duplicates. Without lines it says that nothing was left out. */
export function listLeftOut(lines: readonly string[]): string {
  const each = [...new Set(lines.filter((line) => line !== ''))].sort()
  if (each.length === 0) return '\nNothing was left out of this run.\n'
  return `\nLeft out of this run:\n${each.map((line) => ` - ${line}\n`).join('')}`
}

/** Vitest calls this before the first test, and the returned function after the summary. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await scratch('fasti-left-out-')
  const file = join(folder, 'lines')
  project.provide('leftOutFile', file)
  return async () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    process.stdout.write(listLeftOut([...lines, ...leftOut()]))
    process.stdout.write(`\nThe seed of this run: FASTI_TEST_SEED=${runSeed()} tries the same cases again.\n`)
    await rm(folder, { recursive: true, force: true })
  }
}
