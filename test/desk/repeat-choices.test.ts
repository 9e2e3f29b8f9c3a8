import { describe, expect, it } from 'vitest'
import { parseRule } from '../../src/domain/time/recurrence-rule.ts'
import { editorChoicesOfRule } from '../../src/web/desk/series/rule-choices.ts'

/** The choices for a rule that begins on a Tuesday, the first of its month. */
function choices(text: string) {
  const rule = parseRule(text)
  if ('fault' in rule) throw new Error(rule.fault.reason)
  return editorChoicesOfRule(rule, { start_date: '2027-06-01 18:00:00' })
}

describe('the choices of the editor for a rule', () => {
  it('say how often it repeats', () => {
    for (const [rule, repeat] of [
      ['FREQ=DAILY', 'day'],
      ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'day'],
      ['FREQ=WEEKLY;BYDAY=TU', 'week'],
      ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,SU;UNTIL=20270630', 'week'],
      ['FREQ=MONTHLY', 'month-day'],
      ['FREQ=MONTHLY;BYDAY=1TU', 'month-weekday'],
      ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=4', 'month-weekday'],
      ['FREQ=YEARLY', 'year'],
    ] as const) {
      expect([rule, choices(rule).repeat]).toEqual([rule, repeat])
    }
  })

  it('say what a rule leaves to its start', () => {
    expect(choices('FREQ=WEEKLY')).toEqual({ repeat: 'week', weekdays: ['TU'], ordinal: '1' })
    expect(choices('FREQ=MONTHLY;BYMONTHDAY=1').repeat).toBe('month-day')
    expect(choices('FREQ=MONTHLY;BYDAY=-1FR')).toMatchObject({ weekdays: ['FR'], ordinal: '-1' })
    expect(choices('FREQ=WEEKLY;BYDAY=SU,MO').weekdays).toEqual(['MO', 'SU'])
  })

  it('are none for a rule that they cannot show', () => {
    for (const rule of [
      'FREQ=MONTHLY;BYMONTHDAY=2',
      'FREQ=MONTHLY;BYMONTHDAY=1,15',
      'FREQ=MONTHLY;BYDAY=1TU,3TU',
      'FREQ=MONTHLY;BYDAY=5TU',
      'FREQ=MONTHLY;BYDAY=TU',
      'FREQ=MONTHLY;BYDAY=1TU;BYMONTHDAY=1',
      'FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1',
      'FREQ=DAILY;BYDAY=MO',
      'FREQ=DAILY;BYHOUR=9,18',
      'FREQ=YEARLY;BYMONTH=5',
      'FREQ=YEARLY;BYWEEKNO=20',
    ]) {
      expect([rule, choices(rule).repeat]).toEqual([rule, 'other'])
    }
  })
})
