import { describe, expect, it } from 'vitest'
import { parseRule } from '../../src/domain/time/recurrence-rule.ts'
import {
  countsWeekdays,
  editorChoicesOfRule,
  linesWithWeekdaysMoved,
} from '../../src/web/desk/series/pattern.ts'

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

describe('the weekdays of a rule whose date is moved', () => {
  const moved = (rule: string, days = 1) =>
    linesWithWeekdaysMoved([`RRULE:${rule}`, 'EXDATE:20270603'], days)?.[0]

  it('move along in weeks that follow each other', () => {
    expect(moved('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4')).toBe('RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4')
    expect(moved('FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,SU', -1)).toBe('RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=SU,SA')
    expect(moved('FREQ=DAILY;BYDAY=MO,FR', 7)).toBe('RRULE:FREQ=DAILY;BYDAY=MO,FR')
  })

  it('stay where other days than the next ones would come of it', () => {
    // In a month that begins on a Tuesday, the second Tuesday is before the second Monday.
    for (const rule of [
      'FREQ=MONTHLY;BYDAY=2MO',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      'FREQ=MONTHLY;BYMONTHDAY=15',
      'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
      'FREQ=WEEKLY;INTERVAL=12;BYDAY=MO,WE',
      'FREQ=WEEKLY',
    ])
      expect(moved(rule), rule).toBeUndefined()
  })

  it('are counted where they have a number', () => {
    for (const rule of ['FREQ=MONTHLY;BYDAY=2MO;COUNT=3', 'FREQ=YEARLY;BYDAY=TU,-1MO'])
      expect(countsWeekdays([`RRULE:${rule}`]), rule).toBe(true)
    expect(countsWeekdays(['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3', 'EXDATE:20270603'])).toBe(false)
  })
})
