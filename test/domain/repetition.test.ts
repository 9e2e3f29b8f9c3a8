import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { readQuickEvent } from '../../src/domain/typed/quick-event.ts'

// A Friday, 13:00 in Berlin.
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'Europe/Berlin' }

/** A line in short: title, first start, rule. */
function read(line: string, language = 'en'): string {
  const { title, start, recurrence = [] } = readQuickEvent(line, { language }, moment)
  return [title, start?.slice(0, 16), ...recurrence.map((one) => one.replace('RRULE:FREQ=', ''))].join(' | ')
}

describe('a line about an event that repeats', () => {
  it('is a series from its next day on', () => {
    expect(read('Yoga every Monday 18:00')).toBe('Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO')
    expect(read('Lunch every Friday 9am')).toBe('Lunch | 2027-01-22 09:00 | WEEKLY;BYDAY=FR')
    expect(read('Lunch every Friday 8pm')).toBe('Lunch | 2027-01-15 20:00 | WEEKLY;BYDAY=FR')
    expect(read('Yoga Mondays 18:00')).toBe('Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO')
    expect(read('Open house every day 10am')).toBe('Open house | 2027-01-16 10:00 | DAILY')
    expect(read('Market every weekday 6pm')).toBe('Market | 2027-01-15 18:00 | WEEKLY;BYDAY=MO,TU,WE,TH,FR')
  })

  it('has several weekdays, every second week, and weekdays of the month', () => {
    expect(read('Yoga every Wednesday and Monday 18:00')).toBe('Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO,WE')
    expect(read('Choir every other Tuesday 8pm')).toBe(
      'Choir | 2027-01-19 20:00 | WEEKLY;INTERVAL=2;BYDAY=TU',
    )
    expect(read('Market every first Saturday 9am')).toBe('Market | 2027-02-06 09:00 | MONTHLY;BYDAY=1SA')
    expect(read('Jazz on the last Friday of the month 8pm')).toBe(
      'Jazz | 2027-01-29 20:00 | MONTHLY;BYDAY=-1FR',
    )
    expect(read('Quiz every 3rd Thursday 8pm')).toBe('Quiz | 2027-01-21 20:00 | MONTHLY;BYDAY=3TH')
  })

  it('begins and ends where the line says', () => {
    expect(read('Yoga every Monday 18:00 until 30 June')).toBe(
      'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO;UNTIL=20270630',
    )
    expect(read('Yoga every Monday 18:00 from 1 March')).toBe('Yoga | 2027-03-01 18:00 | WEEKLY;BYDAY=MO')
  })

  it.each([
    ['en', 'Yoga every Monday 18:00 until March', '20270331'],
    ['en', 'Yoga every Monday until the end of February 18:00', '20270228'],
    ['en', 'Yoga every Monday 18:00 through May 2028', '20280531'],
    ['en', 'Yoga every Monday until January 18:00', '20270131'],
    ['en', 'Yoga every Monday until 5 March 18:00', '20270305'],
    ['de', 'Yoga jeden Montag bis März 18 Uhr', '20270331'],
    ['de', 'Yoga montags 18 Uhr bis Ende Februar', '20270228'],
    ['es', 'Yoga todos los lunes 18:00 hasta marzo', '20270331'],
    ['es', 'Yoga todos los lunes hasta finales de marzo 18:00', '20270331'],
    ['fr', 'Yoga tous les lundis 18h jusqu’en mars', '20270331'],
    ['fr', 'Yoga tous les lundis jusqu’à fin mars 18h', '20270331'],
    ['it', 'Yoga ogni lunedì alle 18 fino a marzo', '20270331'],
    ['it', 'Yoga ogni lunedì fino alla fine di marzo alle 18', '20270331'],
    ['ja', 'Yoga 毎週月曜 18時 3月まで', '20270331'],
    ['ja', 'Yoga 毎週月曜 3月末まで 18時', '20270331'],
    ['ja', 'Yoga 毎週月曜 3月5日まで 18時', '20270305'],
    ['nl', 'Yoga elke maandag 18 uur tot maart', '20270331'],
    ['nl', 'Yoga elke maandag 18 uur tot eind maart', '20270331'],
    ['pt-br', 'Yoga toda segunda às 18h até março', '20270331'],
    ['pt-br', 'Yoga toda segunda às 18h até o fim de março', '20270331'],
  ])('ends in %s with a month, or a day: %s', (language, line, until) => {
    expect(read(line, language)).toBe(`Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO;UNTIL=${until}`)
  })

  it('takes no month for an end that may be a part of the title', () => {
    expect(read('The long road to March every Monday 18:00')).toBe(
      'The long road to March | 2027-01-18 18:00 | WEEKLY;BYDAY=MO',
    )
  })

  it.each([
    ['de', 'Yoga montags 18 Uhr', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['de', 'Yoga jeden Montag und Mittwoch 18 Uhr', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO,WE'],
    [
      'de',
      'Stammtisch jeden zweiten Dienstag im Monat 20 Uhr',
      'Stammtisch | 2027-02-09 20:00 | MONTHLY;BYDAY=2TU',
    ],
    ['de', 'Chor alle zwei Wochen dienstags 20 Uhr', 'Chor | 2027-01-19 20:00 | WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['de', 'Markt täglich 9 Uhr', 'Markt | 2027-01-16 09:00 | DAILY'],
    ['fr', 'Marché tous les samedis 8h', 'Marché | 2027-01-16 08:00 | WEEKLY;BYDAY=SA'],
    ['fr', 'Yoga le premier mardi du mois 18h', 'Yoga | 2027-02-02 18:00 | MONTHLY;BYDAY=1TU'],
    ['es', 'Yoga todos los lunes 18:00', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['es', 'Feria el último sábado del mes 10:00', 'Feria | 2027-01-30 10:00 | MONTHLY;BYDAY=-1SA'],
    ['it', 'Yoga ogni lunedì alle 18', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['it', 'Mercato ogni primo sabato alle 9', 'Mercato | 2027-02-06 09:00 | MONTHLY;BYDAY=1SA'],
    ['nl', 'Yoga elke maandag 18 uur', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['nl', 'Markt elke eerste zaterdag van de maand 9 uur', 'Markt | 2027-02-06 09:00 | MONTHLY;BYDAY=1SA'],
    ['pt-br', 'Yoga toda segunda-feira às 18h', 'Yoga | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['pt-br', 'Feira todo primeiro sábado do mês às 9h', 'Feira | 2027-02-06 09:00 | MONTHLY;BYDAY=1SA'],
    ['ja', 'ヨガ 毎週月曜日 18時', 'ヨガ | 2027-01-18 18:00 | WEEKLY;BYDAY=MO'],
    ['ja', '市場 毎月第2土曜日 9時', '市場 | 2027-02-13 09:00 | MONTHLY;BYDAY=2SA'],
    ['ja', '朝市 毎日 7時', '朝市 | 2027-01-16 07:00 | DAILY'],
  ])('is read in %s: %s', (language, line, expected) => {
    expect(read(line, language)).toBe(expected)
  })

  it('is no event where the line ends before the first date', () => {
    const lastDay = (line: string, language = 'en') =>
      readQuickEvent(line, { language }, moment).endsBeforeFirstDate
    // A Tuesday to a Thursday.
    expect(lastDay('Yoga every Monday 2-4 February 2027')).toBe('2027-02-04')
    expect(lastDay('Yoga every Monday from 2 February 2027 until 4 February 2027')).toBe('2027-02-04')
    expect(lastDay('Yoga jeden Montag 2.–4. Februar 2027', 'de')).toBe('2027-02-04')
    for (const line of ['1-3 February 2027', '2-8 February 2027', 'until 18 January'])
      expect(lastDay(`Yoga every Monday ${line}`), line).toBeUndefined()
    expect(read('Yoga every Monday 2-8 February 2027')).toBe(
      'Yoga | 2027-02-08 00:00 | WEEKLY;BYDAY=MO;UNTIL=20270208',
    )
  })

  it('is no series where the words are those of a title', () => {
    expect(read('Every Brilliant Thing Friday 8pm')).toBe('Every Brilliant Thing | 2027-01-15 20:00')
    expect(read('First Aid Monday 6pm')).toBe('First Aid | 2027-01-18 18:00')
    expect(read('Concert Friday 8pm')).toBe('Concert | 2027-01-15 20:00')
    expect(read('First Friday 8pm')).toBe('First | 2027-01-15 20:00')
  })
})
