import { expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importLots } from '../support/inside/exchange.ts'
import { csvRowsInSteps } from '../support/inside/formats.ts'
import { testService } from '../support/service.ts'

/** Runs `act`, and returns what `progress` was in each turn of the event loop meanwhile. */
async function inTurns(act: () => Promise<unknown>, progress: () => number): Promise<readonly number[]> {
  const seen = [progress()]
  let isOver = false
  const look = () => {
    seen.push(progress())
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await act()
  isOver = true
  return [...seen, progress()]
}

const stepsOf = (steps: Iterable<unknown>) => [...steps].filter((one) => one === undefined).length

it('§0 a table is read in steps of some hundred thousand characters, also within a row and over empty rows', () => {
  const cell = `"${'x'.repeat(100_000)}"`
  const long = `title\n${Array.from({ length: 40 }, () => cell).join(',')}\n`
  expect(stepsOf(csvRowsInSteps(long))).toBeGreaterThanOrEqual(10)
  expect([...csvRowsInSteps(long)].filter((row) => row !== undefined)).toHaveLength(2)
  expect(stepsOf(csvRowsInSteps('\n'.repeat(100_000)))).toBeGreaterThanOrEqual(20)
  expect(stepsOf(csvRowsInSteps(`title\n${'a,b\n'.repeat(100_000)}`))).toBeGreaterThanOrEqual(20)
})

for (const { name } of anyDialects())
  it(`§0 an import lets other tasks run after each slice of lines, on ${name}`, async () => {
    const service = await testService(name)
    try {
      let done = 0
      const lines = Array.from({ length: 100 }, (_, at) => ({ number: at + 1 }))
      const apply = async () => {
        done += 1
        return 'unchanged' as const
      }
      const seen = await inTurns(
        () => importLots([lines], importing(service, { slice: 10 }), { apply }),
        () => done,
      )
      const gaps = seen.slice(1).map((now, at) => now - (seen[at] ?? 0))
      expect(done).toBe(100)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(10)
    } finally {
      await service.close()
    }
  })
