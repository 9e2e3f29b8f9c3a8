import { describe, expect, it } from 'vitest'
import { parseSentRecurrence, recurrenceLineTexts } from '../../../src/domain/series/recurrence-lines.ts'
import { evening } from './made.ts'

const parsed = (sent: unknown, times = evening) => {
  const recurrence = parseSentRecurrence(sent, times)
  return 'fault' in recurrence ? recurrence.fault.message : recurrenceLineTexts(recurrence)
}
const days = { ...evening, start: '2027-03-02 00:00:00', end: '2027-03-02 23:59:59', allDay: true }

describe('recurrence lines', () => {
  it('are read from a text or a list, with and without the prefix, folded or not, in any letter case', () => {
    const rule = ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10']
    for (const sent of [
      'FREQ=WEEKLY;BYDAY=TU;COUNT=10',
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10\r\n',
      ['rrule:freq=weekly; byday=tu; count=10;'],
      'RRULE:FREQ=WEEKLY;BY\r\n DAY=TU;COUNT=10',
    ])
      expect(parsed(sent)).toEqual(rule)
  })

  it('keep the order of the parts of a rule, and put dates into one line of each kind', () => {
    const lines = [
      'EXDATE:20270309T180000',
      'RDATE;VALUE=DATE:20270401',
      'RDATE;TZID=America/New_York:20270403T120000',
      'RDATE:20270402T160000Z,20270402T180000',
      'RRULE:COUNT=5;FREQ=WEEKLY',
    ]
    expect(parsed(lines)).toEqual([
      'RRULE:COUNT=5;FREQ=WEEKLY',
      'RDATE:20270402T180000,20270403T180000',
      'RDATE;VALUE=DATE:20270401',
      'EXDATE:20270309T180000',
    ])
    expect(parsed(['RDATE:20270402T160000Z,20270405'], days)).toEqual(['RDATE;VALUE=DATE:20270402,20270405'])
  })

  it('may be dates without a rule, a rule for one date, or a rule that does not match the start', () => {
    for (const sent of ['RDATE:20270402T180000', 'RRULE:FREQ=DAILY;COUNT=1', 'RRULE:FREQ=WEEKLY;BYDAY=FR'])
      expect(parsed(sent)).toEqual([sent])
  })

  it('are refused with the invalid part', () => {
    const faults: readonly (readonly [unknown, string])[] = [
      [['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], 'RRULE: there is more than one rule'],
      ['FREQ=HOURLY', 'RRULE: FREQ=HOURLY recurs within a day'],
      ['RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=x', 'RRULE: COUNT=X is not understood'],
      ['FREQ=DAILY;UNTIL=20270301', 'RRULE: UNTIL is before the start'],
      ['FREQ=DAILY;UNTIL=20270302T165959Z', 'RRULE: UNTIL is before the start'],
      ['FREQ=DAILY;UNTIL=20270230', 'RRULE: UNTIL=20270230 is not understood'],
      ['FREQ=DAILY;UNTIL=20270401;COUNT=3', 'RRULE: COUNT and UNTIL exclude one another'],
      ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'RRULE: it never recurs'],
      ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29', 'RRULE: it never recurs'],
      ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'RRULE: it never recurs'],
      ['FREQ=YEARLY;INTERVAL=999999999', 'RRULE: it never recurs'],
      ['FREQ=DAILY;BYEASTER=1', 'RRULE: BYEASTER is not a part of rules'],
      ['FREQ=DAILY;FREQ=DAILY', 'RRULE: FREQ is there twice'],
      ['FREQ=WEEKLY;BYDAY=1MO', 'RRULE: BYDAY with a number is only possible with months and years'],
      ['FREQ=WEEKLY;BYMONTHDAY=3', 'RRULE: BYMONTHDAY is not possible with FREQ=WEEKLY'],
      ['FREQ=DAILY;WKST=XX', 'RRULE: WKST=XX is not understood'],
      ['COUNT=3', 'RRULE: FREQ is missing'],
      ['every day', 'RRULE: it is not a rule'],
      [['RDATE:20270401T180000', 'DTSTART:20270302T180000'], 'DTSTART is none of RRULE, RDATE and EXDATE'],
      ['RDATE:20270230', 'RDATE: 20270230 is not a date'],
      ['RDATE;TZID=Mars/Olympus:20270401T180000', 'RDATE: TZID=Mars/Olympus is not a known time zone'],
      ['RDATE:20270301', 'RDATE: a date is before the start'],
      ['RDATE;VALUE=PERIOD:20270401T180000/PT1H', 'RDATE: VALUE=PERIOD is not understood'],
      [['FREQ=DAILY;COUNT=1', 'EXDATE:20270302T180000'], 'EXDATE: no occurrence is left'],
      ['EXDATE:20270302T180000', 'there is neither RRULE nor RDATE'],
      ['', 'there is neither RRULE nor RDATE'],
      [5, 'it must be a text or a list of texts'],
    ]
    for (const [sent, fault] of faults) expect(parsed(sent), String(sent)).toBe(fault)
    expect(parsed('FREQ=DAILY;BYHOUR=9', days)).toBe('RRULE: BYHOUR is not possible for whole days')
  })

  it('are refused in bounded time if they are long or never recur', () => {
    const dates = Array.from({ length: 2001 }, (_, at) => `2028${String(at).padStart(4, '0')}`)
    expect(parsed(`RDATE:${dates.join()}`)).toMatch(/^RDATE: there are more than 2000 dates/)
    expect(parsed(['x'.repeat(100_001)])).toBe('it is too long')
    expect(parsed('FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30')).toBe('RRULE: it never recurs')
    expect(parsed('FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=2')).toBe('RRULE: it never recurs')
  })
})
