import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paceBesideWrites } from '../../src/federation/pace.ts'

describe('the pace of deliveries to followers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const taking = (milliseconds: number) => () =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

  /** Does pieces of two milliseconds while something is written every so many milliseconds. Returns how many were done. */
  async function piecesIn(milliseconds: number, writesEvery: number): Promise<number> {
    const start = performance.now()
    let count = 0
    const { inTurn } = paceBesideWrites(() => Math.floor((performance.now() - start) / writesEvery))
    for (let piece = 0; piece < milliseconds; piece++)
      void inTurn(taking(2)).then(() => {
        count += 1
      })
    await vi.advanceTimersByTimeAsync(milliseconds)
    return count
  }

  it('takes two thirds of the time while nothing is written', async () => {
    const count = await piecesIn(6000, Number.POSITIVE_INFINITY)
    expect(count).toBeGreaterThan(1900)
    expect(count).toBeLessThanOrEqual(2001)
  })

  it('takes a tenth of the time while this process writes, be it ten times a second, but never none', async () => {
    for (const every of [3, 100]) {
      const count = await piecesIn(10_000, every)
      expect(count).toBeGreaterThan(450)
      expect(count).toBeLessThan(550)
    }
  })

  it('goes on after what failed and after what took long, and hurries when it has to', async () => {
    const { inTurn, hurry } = paceBesideWrites(() => Math.floor(performance.now()))
    const done: string[] = []
    await expect(inTurn(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    const work = ['a', 'b', 'c'].map((one) => inTurn(taking(500)).then(() => done.push(one)))
    await vi.advanceTimersByTimeAsync(1499)
    expect(done).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(502)
    expect(done).toEqual(['a', 'b'])
    hurry()
    await vi.advanceTimersByTimeAsync(500)
    expect(done).toEqual(['a', 'b', 'c'])
    await Promise.all(work)
  })
})
