import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialect } from '../support/dialects.ts'
import { everyStatus, provoke } from '../support/provoked.ts'
import { type Stage, stageOn } from '../support/stage.ts'

const every = everyStatus()
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
