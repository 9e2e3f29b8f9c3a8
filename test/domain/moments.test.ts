import { describe, expect, it } from 'vitest'
import { momentFormsIn } from '../../src/domain/time/moment-forms.ts'
import { epochOfUtc } from '../../src/domain/time/timestamp.ts'
import { type MomentReading, readDay, readTime } from '../../src/domain/typed/moments.ts'
import { interfaceLanguageCodes } from '../../src/words/languages.ts'

// A Monday.
const german: MomentReading = { language: 'de', order: 'day-first', today: '2026-11-30' }
const american: MomentReading = { ...german, language: 'en', order: 'month-first' }
const japanese: MomentReading = { ...german, language: 'ja', order: 'year-first' }

const day = (text: string, reading = german) => {
  const read = readDay(text, reading)
  if (typeof read === 'string') return read
  return read.time === undefined ? read.day : `${read.day} ${read.time}`
}

describe('a day typed into a field', () => {
  it.each([
    ['31.12.2026', '2026-12-31'],
    ['31.12.', '2026-12-31'],
    ['31.12.27', '2027-12-31'],
    ['31122026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['20261231', '2026-12-31'],
    ['5/12', '2026-12-05'],
    ['4. Mai', '2027-05-04'],
    ['heute', '2026-11-30'],
    ['morgen', '2026-12-01'],
    ['übermorgen', '2026-12-02'],
    ['Freitag', '2026-12-04'],
    ['nächsten Montag', '2026-12-07'],
    ['next friday', '2026-12-04'],
    ['demain', '2026-12-01'],
    ['Fr 4.12.', '2026-12-04'],
    ['2027-05-04T18:05', '2027-05-04 18:05'],
    ['2027-05-04 18:05:00', '2027-05-04 18:05'],
    ['morgen 19 Uhr', '2026-12-01 19:00'],
  ])('is read in German: %s', (text, meant) => {
    expect(day(text)).toBe(meant)
  })

  it('has the order of its region', () => {
    for (const text of ['5/12/2026', '05122026']) {
      expect([day(text), day(text, american)]).toEqual(['2026-12-05', '2026-05-12'])
    }
    expect([day('12312026', american), day('12312026')]).toEqual(['2026-12-31', 'unread'])
    expect([day('2026/12/5', japanese), day('12/5', japanese)]).toEqual(['2026-12-05', '2026-12-05'])
  })

  it('is read in words of other languages once it is left, not while it is typed', () => {
    const typed = { ...german, isTyped: true }
    expect([day('qua'), day('demain')]).toEqual(['2026-12-02', '2026-12-01'])
    expect(['qua', 'demain', 'morgen', '31.12.2026'].map((text) => day(text, typed))).toEqual([
      'unread',
      'unread',
      '2026-12-01',
      '2026-12-31',
    ])
    expect([readTime('noon', german), readTime('noon', typed)]).toEqual(['12:00', undefined])
  })

  it.each([
    ['en', 'in 3 days', '2026-12-03'],
    ['en', '2 weeks from now', '2026-12-14'],
    ['en', 'in a week', '2026-12-07'],
    ['en', 'New Year’s Eve', '2026-12-31'],
    ['en', "new year's day", '2027-01-01'],
    ['en', 'Christmas 2028', '2028-12-25'],
    ['en', 'the 15th', '2026-12-15'],
    ['en', 'on the 3rd at 7pm', '2026-12-03 19:00'],
    ['de', 'in 3 Tagen', '2026-12-03'],
    ['de', 'in 2 Wochen', '2026-12-14'],
    ['de', 'Silvester', '2026-12-31'],
    ['de', 'Silvester 22 Uhr', '2026-12-31 22:00'],
    ['de', 'an Heiligabend', 'unread'],
    ['de', 'Heiligabend', '2026-12-24'],
    ['de', '15.', '2026-12-15'],
    ['de', 'am 15.', '2026-12-15'],
    ['de', 'Di 15.', '2026-12-15'],
    ['de', 'Mi 15.', 'other_weekday'],
    ['de', '30.', '2026-11-30'],
    ['es', 'dentro de 3 días', '2026-12-03'],
    ['es', 'Nochevieja', '2026-12-31'],
    ['es', 'el 15', '2026-12-15'],
    ['fr', 'dans 3 jours', '2026-12-03'],
    ['fr', 'Saint-Sylvestre', '2026-12-31'],
    ['fr', 'le 15', '2026-12-15'],
    ['fr', 'le 1er', '2026-12-01'],
    ['it', 'tra 3 giorni', '2026-12-03'],
    ['it', 'Capodanno', '2027-01-01'],
    ['it', 'il 15', '2026-12-15'],
    ['ja', '3日後', '2026-12-03'],
    ['ja', '大晦日', '2026-12-31'],
    ['ja', '15日', '2026-12-15'],
    ['nl', 'over 3 dagen', '2026-12-03'],
    ['nl', 'oudejaarsavond', '2026-12-31'],
    ['nl', 'de 15e', '2026-12-15'],
    ['pt-br', 'daqui a 3 dias', '2026-12-03'],
    ['pt-br', 'véspera de natal', '2026-12-24'],
    ['pt-br', 'dia 15', '2026-12-15'],
    ['en', '+7', '2026-12-07'],
    ['en', '+ 30', '2026-12-30'],
    ['en', '31st', '2026-12-31'],
  ])('is counted from today, or named, as people say it in %s: %s', (language, text, meant) => {
    expect(day(text, { ...german, language })).toBe(meant)
  })

  it('is none where a number may be anything', () => {
    for (const text of ['15', '31', '15 2027', 'um 15', '1.200'])
      expect([text, day(text)]).toEqual([text, 'unread'])
    expect(day('31.', { ...german, today: '2027-02-03' })).toBe('2027-03-31')
  })

  it('is the last one where the field asks for what was', () => {
    const past = { ...german, isOfPast: true }
    expect(
      ['5.12.', '30.11.', '1.12.', 'Freitag', 'Montag', 'heute', '5.12.2027', '15.'].map((text) =>
        day(text, past),
      ),
    ).toEqual([
      '2025-12-05',
      '2026-11-30',
      '2025-12-01',
      '2026-11-27',
      '2026-11-30',
      '2026-11-30',
      '2027-12-05',
      '2026-11-15',
    ])
  })

  it.each([
    ['31.2.2026', 'no_such_day'],
    ['29.2.2027', 'no_such_day'],
    ['Fr 5.12.2026', 'other_weekday'],
    ['', 'unread'],
    ['bald', 'unread'],
    ['31', 'unread'],
    ['46508', 'unread'],
    ['4.–6.5.2027', 'unread'],
    ['4.5.2027 19–21 Uhr', 'unread'],
    ['31.13.2026', 'unread'],
    ['0202-01-01', 'no_such_day'],
    ['x'.repeat(201), 'unread'],
  ])('is none: %s', (text, reason) => {
    expect(day(text)).toBe(reason)
  })
})

describe('a time typed into a field', () => {
  it.each([
    ['1930', '19:30'],
    ['930', '09:30'],
    ['730pm', '19:30'],
    ['7:30 PM', '19:30'],
    ['19.30 Uhr', '19:30'],
    ['0.30', '00:30'],
    ['7', '07:00'],
    ['halb acht', '19:30'],
    ['noon', '12:00'],
    ['午後7時半', '19:30'],
  ])('is read: %s', (text, meant) => {
    expect(readTime(text, german)).toBe(meant)
  })

  it.each(['', '24:00', '2460', '19–21', '25:00', '12345', 'abend', '0,5'])('is none: %s', (text) => {
    expect(readTime(text, german)).toBe(undefined)
  })
})

const regions =
  'AR AT AU BE BR CA CH CL CN CO CR DE DK ES FI FR GB GR HK IE IL IN IT JP KR LU MT MX NL NO NZ PA PH PL PR PT SE SG TH TR US ZA'.split(
    ' ',
  )

describe('what fields show', () => {
  it('is read again as what it was, in every language and region', () => {
    const wrong: string[] = []
    for (const language of interfaceLanguageCodes)
      for (const region of ['', ...regions]) {
        const locale = region === '' ? language : `${language.slice(0, 2)}-${region}`
        const { order, written } = momentFormsIn(locale)
        for (const wall of [
          '2027-01-02 00:05:00',
          '2026-12-31 12:00:00',
          '2028-02-29 23:59:00',
          '2027-08-09 09:30:00',
        ]) {
          const texts = [written('day', epochOfUtc(wall)), written('moment', epochOfUtc(wall))]
          const time = written('time', epochOfUtc(wall))
          const [date, moment] = texts.map((text) => day(text, { language, order, today: '2026-11-30' }))
          const read = [date, moment, readTime(time, { language })].join()
          const meant = [wall.slice(0, 10), wall.slice(0, 16), wall.slice(11, 16)].join()
          if (read !== meant) wrong.push(`${locale}: ${[...texts, time].join()} is read as ${read}`)
        }
      }
    expect(wrong).toEqual([])
  })
})
