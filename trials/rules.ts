/**
 * `npm run trial rules`: expands 1,000 random recurrence rules with this service's code, with rrule-temporal and with Python's
 * dateutil (where python3-dateutil is installed), and prints those that differ. `-- --rules N --seed N`.
 */
import { parseArgs } from 'node:util'
import { numberOf } from './number.ts'
import {
  dateutilDates,
  hasDateutil,
  ownDates,
  randomFrom,
  randomRule,
  temporalDates,
} from './rules/implementations.ts'

const { values } = parseArgs({
  options: { rules: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})

const random = randomFrom(numberOf(values, 'seed'))
const rules = Array.from({ length: numberOf(values, 'rules') }, () => randomRule(random))
const isPython = await hasDateutil()
const python = isPython ? await dateutilDates(rules) : []
let differ = 0
for (const [at, one] of rules.entries()) {
  const own = ownDates(one).join()
  const others = [['rrule-temporal', temporalDates(one).join()] as const]
  const all = isPython ? [...others, ['dateutil', python[at]?.join()] as const] : others
  const different = all.filter(([, dates]) => dates !== own)
  if (different.length === 0) continue
  differ += 1
  process.stdout.write(`${one.start} ${one.rule}\n  fasti: ${own.slice(0, 200)}\n`)
  for (const [name, dates] of different) process.stdout.write(`  ${name}: ${dates?.slice(0, 200)}\n`)
}
const compared = isPython
  ? 'rrule-temporal and dateutil'
  : 'rrule-temporal (python3-dateutil is not installed)'
process.stdout.write(`${rules.length} rules compared with ${compared}: ${differ} differ\n`)
process.exitCode = differ === 0 ? 0 : 1
