/** The seed of this test run, from which everything random and every rotation of cases follows. */
import { randomInt } from 'node:crypto'

/** Draws a seed for this run unless `FASTI_TEST_SEED` names one, and keeps it there for the workers, which inherit it. */
export function drawSeed(): void {
  process.env.FASTI_TEST_SEED ??= String(randomInt(2 ** 31))
}

/** Returns the seed of this run, an integer from 0 on. Throws if `FASTI_TEST_SEED` is none. */
export function runSeed(): number {
  const given = process.env.FASTI_TEST_SEED ?? '0'
  if (!/^\d{1,15}$/.test(given)) throw new Error(`FASTI_TEST_SEED is a whole number, not ${given}`)
  return Number(given)
}
