/** The databases of this test run: all, or those in `FASTI_TEST_DIALECTS`. */
import type { DialectName } from '../../src/store/database/dialects.ts'

const all: readonly DialectName[] = ['sqlite', 'postgres']

/** Returns the names in the comma-separated `FASTI_TEST_DIALECTS`; all dialects without it. Throws for unknown names. */
export function chosenDialects(): readonly DialectName[] {
  const wanted = (process.env.FASTI_TEST_DIALECTS ?? '').split(',').filter((name) => name.trim() !== '')
  const unknown = wanted.filter((name) => !all.some((known) => known === name.trim()))
  if (unknown.length > 0)
    throw new Error(`FASTI_TEST_DIALECTS knows ${all.join(', ')}, not ${unknown.join(', ')}`)
  return wanted.length === 0 ? all : all.filter((known) => wanted.some((name) => name.trim() === known))
}

/** Whether `FASTI_TEST_LONG` is set: all cases, and suites about requests and responses on every database. */
export function isLong(): boolean {
  return process.env.FASTI_TEST_LONG !== undefined
}

/** Returns the suites that the choice of databases leaves out, one per line. */
export function leftOut(): readonly string[] {
  const missing = all.filter((name) => !chosenDialects().includes(name))
  const chosen = missing.map(
    (name) => `All tests on ${name}: FASTI_TEST_DIALECTS=${process.env.FASTI_TEST_DIALECTS}`,
  )
  if (isLong()) return chosen
  const parts = 'Many of the cases that are alike, in tests that choose some: FASTI_TEST_LONG=1 runs all'
  const suites =
    'Three quarters of the suites about requests and answers on PostgreSQL, too: FASTI_TEST_LONG=1 runs them'
  const hashes = 'Password hashes that take as long as those of the program: FASTI_TEST_LONG=1 makes them'
  return [...chosen, parts, hashes, ...(missing.length > 0 ? [] : [suites])]
}
