/** Keeps the memory of imports small. */
import { setFlagsFromString } from 'node:v8'

/** By how many percent the heap may grow between two collections while an import runs; 0 leaves it to the engine. */
const WHILE_IMPORTING = 20
const AS_USUAL = 0

const growBy = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

let running = 0

/**
 * Runs an import, and returns its result. What its transactions leave behind is collected early: on machines with much memory, the
 * heap otherwise grows to four times its content (`npm run large`).
 */
export async function inSmallHeap<T>(run: () => Promise<T>): Promise<T> {
  running += 1
  growBy(WHILE_IMPORTING)
  try {
    return await run()
  } finally {
    running -= 1
    if (running === 0) growBy(AS_USUAL)
  }
}
