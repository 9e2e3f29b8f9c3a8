import { describe, expect, it } from 'vitest'
import { ownDates, randomFrom, randomRule, temporalDates } from '../../../trials/rules/implementations.ts'

describe('the dates of random rules', () => {
  it('are those of rrule-temporal', () => {
    const random = randomFrom(7)
    const rules = Array.from({ length: 25 }, () => randomRule(random))
    const own = rules.map((one) => [one.rule, one.start, ownDates(one)])
    expect(own).toEqual(rules.map((one) => [one.rule, one.start, temporalDates(one)]))
  })
})
