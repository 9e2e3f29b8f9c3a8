import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatchesHash } from '../../src/actions/writing/preparing.ts'
import { hashLikeTheProgram } from '../support/cheap-hashes.ts'

/** Returns the least processor time of several runs, in milliseconds. Other processes do not count. */
async function lightest(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 4; run += 1) {
    const begun = process.cpuUsage()
    await act()
    const { user, system } = process.cpuUsage(begun)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

describe("a user's password", () => {
  hashLikeTheProgram()

  it('matches its own hash only', async () => {
    const hash = await hashPassword('correct horse')
    expect(await passwordMatchesHash('correct horse', hash, 'test')).toBe(true)
    for (const wrong of ['Correct horse', 'correct horse ', '', hash])
      expect(await passwordMatchesHash(wrong, hash, 'test'), wrong).toBe(false)
    expect(await hashPassword('correct horse')).not.toBe(hash)
  })

  it('never matches a missing hash, and takes equally long to check, however often it is repeated', async () => {
    const hash = await hashPassword('correct horse')
    const real = await lightest(() => passwordMatchesHash('wrong', hash, 'test'))
    const none = await lightest(() => passwordMatchesHash('wrong', undefined, 'test'))
    expect(await passwordMatchesHash('', undefined, 'test')).toBe(false)
    expect(none).toBeGreaterThan(real / 3)
    expect(real).toBeGreaterThan(5)
  })
})
