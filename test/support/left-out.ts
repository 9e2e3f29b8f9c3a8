/** Records the tests that this machine can't run, and why. The list is printed at the end of the run. */
import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

/** Records what this run leaves out and why, in one line. */
export function leaveOut(what: string): void {
  appendFileSync(inject('leftOutFile'), `${what}\n`)
}
