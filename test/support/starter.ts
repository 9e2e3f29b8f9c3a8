/** Starts the process that starts all programs of a run, while the process of the tests is still small. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { STARTER } from './programs.ts'
import { scratch } from './scratch.ts'

/** Vitest calls this before the first test, and the returned function after the last. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await scratch('fasti-starter-')
  const path = join(folder, 'starter')
  const program = resolve(import.meta.dirname, 'starter-process.js')
  const starter = spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(starter.stdout, 'data')
  process.env[STARTER] = path
  return async () => {
    const ended = once(starter, 'exit')
    starter.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
