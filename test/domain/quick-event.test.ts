import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { readQuickEvent } from '../../src/domain/typed/quick-event.ts'
import { quickest } from '../support/quickest.ts'

// A Friday, 13:00 in Berlin.
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'Europe/Berlin' }

/** The result of a line, in short: title, start, end, place. */
function read(line: string, language = 'en'): string {
  const { title, start, end, allDay, place } = readQuickEvent(line, { language }, moment)
  const times = allDay ? start?.slice(0, 10) : `${start?.slice(0, 16)}–${end?.slice(11, 16)}`
  return [title, times, place].join(' | ')
}

/** The first and the last day of a line, without its title; “–” if it names none. */
function daysOf(line: string, language = 'en', region?: string, at = moment): string {
  const { start, end } = readQuickEvent(line, { language, region }, at)
  return [start, end].map((wall) => wall?.slice(0, 10) ?? '–').join(' ')
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-br', 'pl', 'ru', 'fi', 'el', 'sv'] as const
const day = (text: string) => Temporal.PlainDate.from(text)

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

  it('takes a short weekday before a time for no month', () => {
    for (const line of ['Concierto mar 19:00', 'Concierto mar 19:00 - 21:00'])
      expect(read(line, 'es')).toBe('Concierto | 2027-01-19 19:00–21:00 | ')
    expect(read('Concerto mar 19.30', 'it')).toBe('Concerto | 2027-01-19 19:30–21:30 | ')
    expect(read('Concert March 4 19:30')).toBe('Concert | 2027-03-04 19:30–21:30 | ')
    expect(read('Concert Mar 4, 7pm')).toBe('Concert | 2027-03-04 19:00–21:00 | ')
  })

  it('takes for signs of keyboards what counts as them in searches, and what stands between two times', () => {
    for (const sign of "'`´‘’‛ʼʻ′＇")
      expect([sign, read(`Concert aujourd${sign}hui 20h`, 'fr')]).toEqual([
        sign,
        'Concert | 2027-01-15 20:00–22:00 | ',
      ])
    for (const sign of '-\u2010\u2011\u2012–—\u2015−~〜～－﹣')
      expect([sign, read(`Fair tomorrow 19:00${sign}21:00`)]).toEqual([
        sign,
        'Fair | 2027-01-16 19:00–21:00 | ',
      ])
  })

  it('leaves no word of a span in its title', () => {
    expect(read('展覧会 1月20日から22日まで', 'ja')).toBe('展覧会 | 2027-01-20 | ')
    expect(read('展覧会 1月20日 19時から21時まで', 'ja')).toBe('展覧会 | 2027-01-20 19:00–21:00 | ')
  })

  it('is for the next day with that name or date', () => {
    expect(read('Lunch Friday 9am')).toBe('Lunch | 2027-01-22 09:00–11:00 | ')
    expect(read('Lunch next Friday 8pm')).toBe('Lunch | 2027-01-22 20:00–22:00 | ')
    expect(read('Carnival 4 January')).toBe('Carnival | 2028-01-04 | ')
    expect(read('Carnival 4 January 2027')).toBe('Carnival | 2027-01-04 | ')
    expect(read('Concert today')).toBe('Concert | 2027-01-15 | ')
  })

  it('has its price anywhere, with the word before it', () => {
    const priced = (line: string, language = 'en') => {
      const { title, start, place, cost = '' } = readQuickEvent(line, { language, currency: 'EUR' }, moment)
      return [title, start?.slice(0, 16), place, cost].join(' | ')
    }
    const evening = (place: string, cost: string) => `Concert | 2027-01-15 20:00 | ${place} | ${cost}`
    expect(priced('Concert Friday 8pm at Komedia 8 €')).toBe(evening('Komedia', '8 €'))
    expect(priced('Concert €8 Friday 8pm at Komedia')).toBe(evening('Komedia', '€8'))
    expect(priced('Concert, Friday, 8pm, 8–12 €, at Komedia')).toBe(evening('Komedia', '8–12 €'))
    expect(priced('Concert Friday 8pm at Komedia, tickets 8 € – 12 €')).toBe(evening('Komedia', '8 € – 12 €'))
    expect(priced('Concert Friday 8pm at Komedia, free')).toBe(evening('Komedia', 'free'))
    expect(priced('Concert Friday 20:00 8.50 € at Komedia')).toBe(evening('Komedia', '8.50 €'))
    expect(priced('Konzert Freitag 20 Uhr in der Komedia, Eintritt frei', 'de')).toBe(
      'Konzert | 2027-01-15 20:00 | Komedia | Eintritt frei',
    )
    expect(priced('Gala Freitag 20 Uhr Eintritt 1.200 Euro', 'de')).toBe(
      'Gala | 2027-01-15 20:00 |  | 1.200 Euro',
    )
    expect(priced('朗読会 1月22日 19時 1000円', 'ja')).toBe('朗読会 | 2027-01-22 19:00 |  | 1000円')
    for (const line of [
      'Concert 8 euros Friday 8pm at Komedia',
      'Concert Friday 8pm at Komedia 8 euros',
      'Concert Friday 8 euros 8pm at Komedia',
    ])
      expect(priced(line)).toBe(evening('Komedia', '8 euros'))
    expect(priced('Concert for 8 euros with supper Friday 8pm')).toBe(
      'Concert with supper | 2027-01-15 20:00 |  | 8 euros',
    )
    expect(priced('Konzert für 8 Euro Freitag 20 Uhr', 'de')).toBe('Konzert | 2027-01-15 20:00 |  | 8 Euro')
    expect(priced('The 5 Pound Challenge Friday 8pm at Komedia')).toBe(
      'The 5 Pound Challenge | 2027-01-15 20:00 | Komedia | ',
    )
    expect(priced('The 5 Pound Challenge £8 Friday 8pm at Big 5 Pound Pub')).toBe(
      'The 5 Pound Challenge | 2027-01-15 20:00 | Big 5 Pound Pub | £8',
    )
    for (const line of [
      'Yoga for free spirits Friday 8pm',
      'The 5 Pound Challenge Friday 8pm',
      'Free jazz Friday 8pm',
      'Fit and free Friday 8pm',
      '5 K run Friday 8pm',
      'Studio 54 Friday 8pm',
    ])
      expect(readQuickEvent(line, { language: 'en' }, moment)).not.toHaveProperty('cost')
  })

  it('is on the day that is counted from today, unless it names another one', () => {
    expect(read('Picnic in 3 days 15:00')).toBe('Picnic | 2027-01-18 15:00–17:00 | ')
    expect(daysOf('Around the World in 80 Days Friday 8pm')).toBe('2027-01-15 2027-01-15')
    expect(read('Silvester-Gala 31.12. 20 Uhr', 'de')).toBe('Silvester-Gala | 2027-12-31 20:00–22:00 | ')
  })

  it('keeps numbers and times that are part of the title', () => {
    expect(read('12 Angry Men Friday 8pm at Lantern Theatre')).toBe(
      '12 Angry Men | 2027-01-15 20:00–22:00 | Lantern Theatre',
    )
    expect(read('1984 tomorrow 19:00')).toBe('1984 | 2027-01-16 19:00–21:00 | ')
    expect(read('Marching band Saturday')).toBe('Marching band | 2027-01-16 | ')
    expect(readQuickEvent('Concert', { language: 'en' }, moment)).toEqual({
      title: 'Concert',
      start: undefined,
      end: undefined,
      allDay: false,
      place: '',
      alternatives: [],
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

  it('takes a bare number for an hour after the words that announce one', () => {
    const seven = 'Concerto | 2027-01-15 19:00–21:00 | Teatro'
    for (const words of ['alle 19', 'ore 19', 'alle ore 19', 'dalle 19 alle 21', 'dalle ore 19 alle ore 21'])
      expect(read(`Concerto venerdì ${words} al Teatro`, 'it')).toBe(seven)
    expect(read('Concierto el viernes a las 19 en el Teatro', 'es')).toBe(
      'Concierto | 2027-01-15 19:00–21:00 | Teatro',
    )
    expect(read('Konzert am Freitag um 19 bei Müller', 'de')).toBe(
      'Konzert | 2027-01-15 19:00–21:00 | Müller',
    )
    expect(read('Concert vrijdag om 19 bij Jansen', 'nl')).toBe('Concert | 2027-01-15 19:00–21:00 | Jansen')
    expect(read('Show na sexta das 19 às 21 no Teatro', 'pt-br')).toBe(
      'Show | 2027-01-15 19:00–21:00 | Teatro',
    )
    expect(read('Festa venerdì alle 30', 'it')).toBe('Festa alle 30 | 2027-01-15 | ')
    expect(read('Ballo delle 19 venerdì', 'it')).toBe('Ballo delle 19 | 2027-01-15 | ')
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

  it.each(languages)('names each of twelve months as people write dates: %s', (language) => {
    for (let month = 1; month <= 12; month++)
      for (const length of ['long', 'short'] as const) {
        const date = new Temporal.PlainDate(2028, month, 17)
        const options = { day: 'numeric', month: length, year: 'numeric' } as const
        const text = date.toLocaleString(language, options).replace(' г.', '')
        expect([text, daysOf(`X ${text}`, language)]).toEqual([text, `${date} ${date}`])
      }
  })

  it.each(languages)('names each of seven weekdays: %s', (language) => {
    for (let days = 1; days <= 7; days++) {
      const date = day('2027-01-15').add({ days })
      const text = date.toLocaleString(language, { weekday: 'long' })
      const at = { ...moment, now: Temporal.Instant.from('2027-01-15T22:30:00Z') }
      expect([text, daysOf(`X ${text} 10:00`, language, undefined, at)]).toEqual([text, `${date} ${date}`])
    }
  })

  it('is for the month that it names, in any month', () => {
    const november = { ...moment, now: Temporal.Instant.from('2026-11-24T02:00:00Z') }
    const start = (line: string) => readQuickEvent(line, { language: 'en' }, november).start
    expect(start('Concert 24 November 19:00')).toBe('2026-11-24 19:00:00')
    expect(start('Christmas concert 24 December 7pm')).toBe('2026-12-24 19:00:00')
    expect(start('Market Sunday 13 December')).toBe('2026-12-13 00:00:00')
    expect(start('Leap day 29 February')).toBe('2028-02-29 00:00:00')
    expect(start('Nothing 31 November')).toBe(undefined)
    expect(daysOf('Lectura sabado 6 de febrero', 'es')).toBe('2027-02-06 2027-02-06')
    expect(daysOf('Opening 5 Sept 2027')).toBe('2027-09-05 2027-09-05')
    expect(daysOf('Ball 6. Jänner 2028', 'de')).toBe('2028-01-06 2028-01-06')
  })

  it('writes 5/12 as its region does', () => {
    const [may, december] = ['2027-05-12 2027-05-12', '2027-12-05 2027-12-05']
    expect(daysOf('Fair 5/12')).toBe(may)
    expect(daysOf('Fair 5/12', 'en', 'US')).toBe(may)
    expect(daysOf('Fair 5/12', 'en', 'GB')).toBe(december)
    expect(daysOf('Fair 5/12/27', 'en', 'AU')).toBe(december)
    expect(daysOf('Feria 5/12', 'es')).toBe(december)
    expect(daysOf('Feria 5/12', 'es', 'US')).toBe(may)
    expect(daysOf('祭り5/12', 'ja')).toBe(may)
    expect(daysOf('Fair 25/12', 'en', 'US')).toBe('2027-12-25 2027-12-25')
    expect(daysOf('Fair 2027/5/12', 'en', 'GB')).toBe(may)
  })

  it('names a span of days in each language', () => {
    const spans = {
      en: [
        '3-12 January',
        'from 3 to 12 January',
        'January 3–12',
        'Jan 3rd - Jan 12th',
        '3 Jan until 12 Jan',
        '1/3 - 1/12',
      ],
      de: ['3.-12. Januar', 'vom 3. bis 12. Januar', '3.–12.1.', '3.1.-12.1.', '3.1. bis zum 12.1.2028'],
      es: ['del 3 al 12 de enero', '3-12 de enero', 'del lunes 3 al miércoles 12 de enero'],
      fr: ['du 3 au 12 janvier', 'du 3 janvier au 12 janvier 2028'],
      it: ['dal 3 al 12 gennaio', '3-12 gennaio 2028'],
      ja: ['1月3日〜12日', '1月3日から1月12日', '2028年1月3日~12日'],
      nl: ['van 3 tot en met 12 januari', '3 t/m 12 januari', '3-12 januari'],
      'pt-br': ['de 3 a 12 de janeiro', '3 até 12 de janeiro'],
    }
    for (const [language, lines] of Object.entries(spans))
      for (const line of lines)
        expect([line, daysOf(`X ${line}`, language)]).toEqual([line, '2028-01-03 2028-01-12'])
    expect(read('Exhibition 3-12 February 10:00-18:00 at Komedia')).toBe(
      'Exhibition | 2027-02-03 10:00–18:00 | Komedia',
    )
    expect(daysOf('Camp Friday to Sunday')).toBe('2027-01-15 2027-01-17')
    expect(daysOf('Sale today until Monday')).toBe('2027-01-15 2027-01-18')
    expect(daysOf('Fair 2027-06-01 - 2027-06-05')).toBe('2027-06-01 2027-06-05')
    expect(read('Concert May 4 - 7 pm')).toBe('Concert | 2027-05-04 19:00–21:00 | ')
  })

  it('names a span that crosses the year, or has begun', () => {
    expect(daysOf('Camp 28 December - 3 January')).toBe('2027-12-28 2028-01-03')
    expect(daysOf('Camp 28 December - 3 January 2029')).toBe('2028-12-28 2029-01-03')
    expect(daysOf('Exhibition 28 December - 20 January')).toBe('2026-12-28 2027-01-20')
    expect(daysOf('Exhibition 10-20 January')).toBe('2027-01-10 2027-01-20')
  })

  it('leaves open which day is meant, if its weekday is not that of its date', () => {
    const alternatives = (line: string, language = 'en') => {
      const { title, start, alternatives: others } = readQuickEvent(line, { language }, moment)
      return [title, start?.slice(0, 16), ...others.map((one) => one.start.slice(0, 16))]
    }
    expect(alternatives('Jazz Friday 13 December 8pm')).toEqual([
      'Jazz',
      '2027-12-13 20:00',
      '2027-12-10 20:00',
    ])
    expect(alternatives('Jazz Monday 13 December 8pm')).toEqual(['Jazz', '2027-12-13 20:00'])
    expect(alternatives('Ball Sunday 16 January')).toEqual([
      ...['Ball', '2027-01-16 00:00', '2027-01-17 00:00', '2028-01-16 00:00'],
    ])
    expect(alternatives('Tanz am Freitag, den 13. Dezember', 'de')).toEqual([
      ...['Tanz', '2027-12-13 00:00', '2027-12-10 00:00'],
    ])
    expect(alternatives('12月13日(月)コンサート', 'ja')).toEqual(['コンサート', '2027-12-13 00:00'])
    expect(alternatives('12月13日(金)コンサート', 'ja')).toEqual([
      ...['コンサート', '2027-12-13 00:00', '2027-12-10 00:00'],
    ])
    expect(alternatives('Camp Friday 3 to Sunday 6 June')).toEqual([
      'Camp',
      '2027-06-03 00:00',
      '2027-06-04 00:00',
    ])
  })

  // A Monday: 18 December is a Friday.
  const november = { ...moment, now: Temporal.Instant.from('2026-11-30T04:00:00Z') }
  /** A date in each language, as before hours, and spans of days that look like it. */
  const datesAndSpans = {
    en: [
      ['Fri 18 Dec', 'Friday, 18 December 2026,', '18 Dec', 'December 18', '12/18'],
      ['Dec 20-23', '20-23 Dec'],
    ],
    de: [
      ['Fr 18. Dez', 'Fr 18.12.', 'Fr., 18.12.,', '18.12.2026'],
      ['Dez 20-23', '20-23 Dez', '20.–23. Dez'],
    ],
    es: [
      ['vie 18 dic', 'viernes 18 de diciembre'],
      ['dic 20-23', '20-23 dic', '20-23 de diciembre'],
    ],
    fr: [
      ['ven. 18 déc.', 'vendredi 18 décembre'],
      ['déc. 20-23', '20-23 déc.'],
    ],
    it: [
      ['ven 18 dic', 'venerdì 18 dicembre'],
      ['dic 20-23', '20-23 dic'],
    ],
    ja: [
      ['12月18日(金)', '12月18日'],
      ['12月20-23日', '12月20日〜23日'],
    ],
    nl: [
      ['vr 18 dec', 'vrijdag 18 december'],
      ['dec 20-23', '20-23 dec'],
    ],
    'pt-br': [
      ['sex. 18 dez.', 'sexta 18 de dezembro'],
      ['dez 20-23', '20-23 de dezembro'],
    ],
  } as const

  it('takes numbers behind a whole date for hours, and beside a month alone for days', () => {
    const span = (line: string, language: string) => {
      const { title, start, end } = readQuickEvent(line, { language }, november)
      return [line, title, start, end]
    }
    for (const [language, [dates, spans]] of Object.entries(datesAndSpans)) {
      for (const date of dates)
        for (const hours of ['20-23', '20 – 23'])
          expect(span(`Salsa ${date} ${hours}`, language)).toEqual([
            ...[`Salsa ${date} ${hours}`, 'Salsa', '2026-12-18 20:00:00', '2026-12-18 23:00:00'],
          ])
      for (const days of spans)
        expect(span(`Salsa ${days}`, language)).toEqual([
          ...[`Salsa ${days}`, 'Salsa', '2026-12-20 00:00:00', '2026-12-23 00:00:00'],
        ])
    }
    const rest = (line: string, language = 'en') => span(line, language).slice(1)
    const night = ['2026-12-18 22:00:00', '2026-12-19 02:00:00']
    expect(rest('Salsa Fri 18 Dec 22-2')).toEqual(['Salsa', ...night])
    expect(rest('Salsa Fri 18 Dec 20:30-23')).toEqual(['Salsa', '2026-12-18 20:30:00', '2026-12-18 23:00:00'])
    expect(rest('Studio 8 May 25-28')).toEqual(['Studio 8', '2027-05-25 00:00:00', '2027-05-28 00:00:00'])
    expect(rest('Studio 8 May 20-23, 2028')).toEqual([
      'Studio 8',
      '2028-05-20 00:00:00',
      '2028-05-23 00:00:00',
    ])
    const afternoon = ['2026-12-18 15:00:00', '2026-12-18 17:00:00']
    expect(rest('Basteln 18.12. 15 Uhr 6-10 Jahre', 'de')).toEqual(['Basteln 6-10 Jahre', ...afternoon])
  })

  it('keeps each word that says neither when it is nor what it costs, in any order', () => {
    const names = fc.constantFrom('Salsa', 'Zumba', 'Kubrick', 'Quiz', '“Ödön”', 'Łódź')
    for (const [language, [dates, spans]] of Object.entries(datesAndSpans)) {
      const others = fc.constantFrom(
        ...dates,
        ...spans,
        '20-23',
        '20',
        '19:30',
        '8 €',
        '8/14 €',
        ',',
        '-',
        '@',
      )
      const lines = fc.array(fc.oneof(names, others), { maxLength: 9 })
      fc.assert(
        fc.property(lines, (parts) => {
          const line = parts.join(' ')
          const { title, place } = readQuickEvent(line, { language, currency: 'EUR' }, november)
          const wordsOf = (text: string) => (text.match(/Salsa|Zumba|Kubrick|Quiz|Ödön|Łódź/g) ?? []).sort()
          expect([line, wordsOf(`${title} ${place}`)]).toEqual([line, wordsOf(line)])
        }),
        { numRuns: 150 },
      )
    }
  })

  it('is read in less than 50 ms of processor time, with any content', async () => {
    for (const piece of [
      'at ',
      'on at ',
      '1.',
      '11 bis ',
      'a '.repeat(3),
      '8-',
      '20h',
      'Sun ',
      '3-12 ',
      'May 4 ',
      'alle 19 ',
      '4 May 7-9 ',
      '4.5. 7-9 ',
    ])
      for (const language of ['en', 'de', 'fr', 'it']) {
        readQuickEvent('Warm up', { language }, moment)
        const line = piece.repeat(200).slice(0, 200)
        const took = await quickest(50, () => readQuickEvent(line, { language }, moment))
        expect([piece, took < 50]).toEqual([piece, true])
      }
  })
})
