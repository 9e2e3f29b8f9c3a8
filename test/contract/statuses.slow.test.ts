import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialect } from '../support/dialects.ts'
import { type Documented, early, everyStatus, provoke } from '../support/provoked.ts'
import { type Stage, stageOn } from '../support/stage.ts'

/**
 * Each case; of those that are refused before the method counts, one method of each path, the next one for the next status. A
 * long run tries every method.
 */
function chosen(cases: readonly Documented[]): readonly Documented[] {
  if (isLong()) return cases
  const alike = new Map<string, Documented[]>()
  for (const one of cases) {
    const key = early.includes(one.status) ? `${one.operation.path} ${one.status}` : `case ${alike.size}`
    alike.set(key, [...(alike.get(key) ?? []), one])
  }
  return [...alike.values()].flatMap((same, at) => same[at % same.length] ?? [])
}

const every = chosen(everyStatus())
const actions = [...new Set(every.map(({ operation }) => operation.action))]

for (const { name } of anyDialect) {
  describe(`the documented statuses on ${name}`, () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await stageOn(name)
    })
    afterAll(() => stage.close())

    for (const action of actions)
      it(`§6 ${action}: every documented status of these operations occurs`, async () => {
        const documented: string[] = []
        const answered: string[] = []
        for (const one of every.filter(({ operation }) => operation.action === action)) {
          const place = `${one.verb} ${one.operation.path || '/'}`
          documented.push(`${place} ${one.status}`)
          answered.push(`${place} ${await provoke(stage, one)}`)
        }
        expect(answered).toEqual(documented)
      })
  })
}
