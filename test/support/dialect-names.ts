/** Which databases this run of the tests uses: all, unless `FASTI_TEST_DIALECTS` says less. */
import type { DialectName } from '../../src/store/database/dialects.ts'

const all: readonly DialectName[] = ['sqlite', 'postgres']

/** The names in `FASTI_TEST_DIALECTS`, a list with commas; without it, every dialect. */
export function chosenDialects(): readonly DialectName[] {
  const wanted = (process.env.FASTI_TEST_DIALECTS ?? '').split(',').filter((name) => name.trim() !== '')
  const unknown = wanted.filter((name) => !all.some((known) => known === name.trim()))
  if (unknown.length > 0)
    throw new Error(`FASTI_TEST_DIALECTS knows ${all.join(', ')}, not ${unknown.join(', ')}`)
  return wanted.length === 0 ? all : all.filter((known) => wanted.some((name) => name.trim() === known))
}

/** Whether `FASTI_TEST_LONG` asks for suites about requests and answers on every database. */
export function isLong(): boolean {
  return process.env.FASTI_TEST_LONG !== undefined
}

/** What is left out by the choice of databases, one a line. */
export function leftOut(): readonly string[] {
  const missing = all.filter((name) => !chosenDialects().includes(name))
  const chosen = missing.map(
    (name) => `All tests on ${name}: FASTI_TEST_DIALECTS=${process.env.FASTI_TEST_DIALECTS}`,
  )
  const short = 'Suites about requests and answers on PostgreSQL, too: FASTI_TEST_LONG=1 runs them'
  return missing.length > 0 || isLong() ? chosen : [short]
}
