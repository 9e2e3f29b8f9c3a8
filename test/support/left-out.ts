/** Tests say here what they leave out on this machine, and why; the list is printed at the end of the run. */
import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

/** Notes that this run leaves something out, in one line that says what and why. */
export function leaveOut(what: string): void {
  appendFileSync(inject('leftOutFile'), `${what}\n`)
}
