import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { readQuickEvent } from '../../src/domain/quick-event/read.ts'

// A Friday, 13:00 in Berlin.
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'Europe/Berlin' }

/** The result of a line, in short: title, start, end, place. */
function read(line: string, language = 'en'): string {
  const { title, start, end, allDay, place } = readQuickEvent(line, language, moment)
  const times = allDay ? start?.slice(0, 10) : `${start?.slice(0, 16)}–${end?.slice(11, 16)}`
  return [title, times, place].join(' | ')
}

describe('a line about an event', () => {
  it('names its title, day, time and place', () => {
    expect(read('Concert Friday 8pm at Komedia')).toBe('Concert | 2027-01-15 20:00–22:00 | Komedia')
    expect(read('Reading on May 4th from 7-9pm in the Harbour Library')).toBe(
      'Reading | 2027-05-04 19:00–21:00 | Harbour Library',
    )
    expect(read('Tomorrow 18:30 Choir @ Saint Anne’s')).toBe('Choir | 2027-01-16 18:30–20:30 | Saint Anne’s')
    expect(read('Dance the day after tomorrow at 22:00 until 2:00 at Komedia')).toBe(
      'Dance | 2027-01-17 22:00–02:00 | Komedia',
    )
    expect(read('Fair 2027-06-01 10:15')).toBe('Fair | 2027-06-01 10:15–12:15 | ')
  })

  it('is for the next day with that name or date', () => {
    expect(read('Lunch Friday 9am')).toBe('Lunch | 2027-01-22 09:00–11:00 | ')
    expect(read('Lunch next Friday 8pm')).toBe('Lunch | 2027-01-22 20:00–22:00 | ')
    expect(read('Carnival 4 January')).toBe('Carnival | 2028-01-04 | ')
    expect(read('Carnival 4 January 2027')).toBe('Carnival | 2027-01-04 | ')
    expect(read('Concert today')).toBe('Concert | 2027-01-15 | ')
  })

  it('keeps numbers and times that are part of the title', () => {
    expect(read('12 Angry Men Friday 8pm at Lantern Theatre')).toBe(
      '12 Angry Men | 2027-01-15 20:00–22:00 | Lantern Theatre',
    )
    expect(read('1984 tomorrow 19:00')).toBe('1984 | 2027-01-16 19:00–21:00 | ')
    expect(read('Marching band Saturday')).toBe('Marching band | 2027-01-16 | ')
    expect(readQuickEvent('Concert', 'en', moment)).toEqual({
      title: 'Concert',
      start: undefined,
      end: undefined,
      allDay: false,
      place: '',
    })
  })

  it('is read in each language of the service', () => {
    const concert = (title: string, place: string) => `${title} | 2027-01-15 20:30–22:30 | ${place}`
    expect(read('Konzert am Freitag um 20.30 Uhr in der Komedia', 'de')).toBe(concert('Konzert', 'Komedia'))
    expect(read('Concierto el viernes a las 20:30 en la Komedia', 'es')).toBe(concert('Concierto', 'Komedia'))
    expect(read('Concert vendredi à 20h30 à la Komedia', 'fr')).toBe(concert('Concert', 'Komedia'))
    expect(read('Concerto venerdì alle 20:30 al Teatro', 'it')).toBe(concert('Concerto', 'Teatro'))
    expect(read('金曜日20時30分コメディアでコンサート', 'ja')).toBe(concert('コンサート', 'コメディア'))
    expect(read('Concert vrijdag om 20.30 uur in de Komedia', 'nl')).toBe(concert('Concert', 'Komedia'))
    expect(read('Show na sexta às 20h30 no Komedia', 'pt-br')).toBe(concert('Show', 'Komedia'))
  })

  it('is read in German with its own forms of days', () => {
    expect(read('Flohmarkt 4.5.', 'de')).toBe('Flohmarkt | 2027-05-04 | ')
    expect(read('Lesung 4. Mai 2027 19-21 Uhr bei Müller', 'de')).toBe(
      'Lesung | 2027-05-04 19:00–21:00 | Müller',
    )
    expect(read('Übermorgen Tanz 18 bis 23 Uhr im Gasthof Adler', 'de')).toBe(
      'Tanz | 2027-01-17 18:00–23:00 | Gasthof Adler',
    )
    expect(read('Markt nächsten Mittwoch', 'de')).toBe('Markt | 2027-01-20 | ')
  })

  it('is read in less than 50 ms, with any content', () => {
    for (const piece of ['at ', 'on at ', '1.', '11 bis ', 'a '.repeat(3), '8-', '20h'])
      for (const language of ['en', 'de', 'fr']) {
        readQuickEvent('Warm up', language, moment)
        const started = performance.now()
        readQuickEvent(piece.repeat(200).slice(0, 200), language, moment)
        expect([piece, performance.now() - started < 50]).toEqual([piece, true])
      }
  })
})
