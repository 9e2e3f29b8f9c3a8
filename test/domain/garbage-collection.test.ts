import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const MEBIBYTE = 1024 * 1024

/** Runs in a process: makes objects of which many survive, and prints how much memory the engine took for young ones at most. */
const program = (first: string) => `
import { getHeapSpaceStatistics } from 'node:v8'
import { setImmediate } from 'node:timers/promises'
const { boundYoungObjects } = await import(${JSON.stringify(new URL('../../src/support/garbage-collection.ts', import.meta.url).href)})
${first}
const kept = []
let most = 0
for (let at = 0; at < 3_000_000; at++) {
  kept[at % 400_000] = { at, texts: [at, String(at)] }
  if (at % 50_000 !== 0) continue
  most = Math.max(most, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
  await setImmediate()
}
console.log(most)`

/** The flag takes the place of a machine with much memory, on each version of Node. */
const youngMemory = (first: string) =>
  Number(
    execFileSync(process.execPath, [
      '--max-semi-space-size=64',
      ...['--import', 'tsx', '--input-type=module', '--eval', program(first)],
    ]),
  ) / MEBIBYTE

describe('the memory for young objects', () => {
  it('ends at a bound that the engine itself would grow beyond', () => {
    expect(youngMemory('')).toBeGreaterThan(100)
    expect(youngMemory('boundYoungObjects()')).toBeLessThan(70)
  })
})
