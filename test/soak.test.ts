import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { growth, type Measured, soak } from '../trials/soak/run.ts'
import { scratch } from './support/scratch.ts'

it('a mixed load gives no errors, and leaves no connection or file open', async () => {
  const folder = await scratch('fasti-soak-')
  const { intervals, faults } = await soak(
    { FASTI_DATA_DIR: folder },
    { intervals: 3, seconds: 0.6, rate: 150, events: 60 },
  )
  await rm(folder, { recursive: true })
  expect(faults).toEqual([])
  expect(intervals).toHaveLength(3)
  expect(intervals.some(({ requests }) => requests > 10)).toBe(true)
  expect(growth(intervals).filter((line) => line.startsWith('descriptors'))).toEqual([])
}, 120_000)

it('growing memory and growing latency are distinguished from a steady service', () => {
  const memory = {
    memory: 200 * 2 ** 20,
    taken: 90 * 2 ** 20,
    heap: 50 * 2 ** 20,
    external: 2 ** 20,
    mapped: 0,
    cachedResponses: 0,
  }
  const steady: Measured = { requests: 1, p50: 1, p99: 10, ...memory, descriptors: 30 }
  const growing = (name: keyof Measured, by: number) =>
    growth(Array.from({ length: 30 }, (_, at) => ({ ...steady, [name]: steady[name] + at * by })))
  expect(growing('p50', 0)).toEqual([])
  expect(growing('memory', 5 * 2 ** 20)).toEqual([expect.stringMatching(/^memory grew from/)])
  expect(growing('descriptors', 1)).toEqual(['descriptors grew from 45 to 55'])
  expect(growing('heap', 2 * 2 ** 20)).toEqual([expect.stringMatching(/^heap grew/)])
  const garbage = Array.from({ length: 30 }, (_, at) => ({
    ...steady,
    heap: steady.heap + (at < 20 || at % 3 === 0 ? 0 : 60 * 2 ** 20),
  }))
  expect(growth(garbage)).toEqual([])
  expect(growing('p99', 10)).toEqual([expect.stringMatching(/^p99 grew/)])
})
