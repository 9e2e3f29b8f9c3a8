import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeAttemptPacerBesideWrites } from '../../src/webhooks/deliveries.ts'

describe('pacing of attempts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /**
   * Begins attempts of a millisecond each, one after the other, while something is written every so many milliseconds. Returns how
   * many began.
   */
  async function attemptsIn(milliseconds: number, writesEvery: number): Promise<number> {
    const start = performance.now()
    let [count, isOver] = [0, false]
    const turn = makeAttemptPacerBesideWrites(() => Math.floor((performance.now() - start) / writesEvery))
    const attempts = async () => {
      while (!isOver) {
        await turn()
        count += 1
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const done = attempts()
    await vi.advanceTimersByTimeAsync(milliseconds)
    isOver = true
    await vi.advanceTimersByTimeAsync(1000)
    await done
    return count
  }

  it('begins attempts in two thirds of the time while nothing is written', async () => {
    expect(await attemptsIn(6000, Number.POSITIVE_INFINITY)).toBeGreaterThan(3800)
  })

  it('begins few attempts while this process writes, but never none', async () => {
    const count = await attemptsIn(6000, 3)
    expect(count).toBeLessThan(330)
    expect(count).toBeGreaterThanOrEqual(290)
  })

  it('lets the first attempt after a pause begin at once', async () => {
    const turn = makeAttemptPacerBesideWrites(() => Math.floor(performance.now()))
    await turn()
    await vi.advanceTimersByTimeAsync(500)
    let isBegun = false
    void turn().then(() => {
      isBegun = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isBegun).toBe(true)
  })
})
