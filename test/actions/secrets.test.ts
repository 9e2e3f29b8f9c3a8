import { describe, expect, it } from 'vitest'
import { hashPassword, isUsersPassword } from '../../src/actions/secrets.ts'

/** Milliseconds of the fastest of some runs. */
async function fastest(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 4; run += 1) {
    const begun = performance.now()
    await act()
    times.push(performance.now() - begun)
  }
  return Math.min(...times)
}

describe("a user's password", () => {
  it('is the one that was hashed, and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await isUsersPassword('correct horse', hash)).toBe(true)
    for (const wrong of ['Correct horse', 'correct horse ', '', hash])
      expect(await isUsersPassword(wrong, hash), wrong).toBe(false)
    expect(await hashPassword('correct horse')).not.toBe(hash)
  })

  it('is none where there is no hash, which takes as long to say, however often it is asked', async () => {
    const hash = await hashPassword('correct horse')
    const real = await fastest(() => isUsersPassword('wrong', hash))
    const none = await fastest(() => isUsersPassword('wrong', undefined))
    expect(await isUsersPassword('', undefined)).toBe(false)
    expect(none).toBeGreaterThan(real / 3)
    expect(real).toBeGreaterThan(5)
  })
})
