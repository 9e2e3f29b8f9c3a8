import { describe, expect, it } from 'vitest'
import { cellDays, datesOfWholeText } from '../../src/domain/typed/days.ts'
import { isAllDayText, timesOfWholeText } from '../../src/domain/typed/times.ts'

/** The dates of a text in short: days, and times of the first and the last. */
function dates(text: string, isMonthFirst = true): string | undefined {
  const written = datesOfWholeText(text, isMonthFirst)
  if (written === undefined) return undefined
  const days = cellDays(written.days, '2026-11-27')
  if (typeof days === 'string') return days
  const times = [written.from, written.to].filter((time) => time !== undefined)
  return [days.from === days.to ? days.from : `${days.from}/${days.to}`, ...times].join(' ')
}

function times(text: string): string | undefined {
  const read = timesOfWholeText(text)
  return read && [read.from, read.to].filter((time) => time !== undefined).join('–')
}

describe('dates that people type', () => {
  const spring = '2027-03-01/2027-04-20'
  const meant: Readonly<Record<string, readonly string[]>> = {
    [spring]: [
      'March 1 - April 20, 2027',
      'March 1-April 20, 2027',
      'Mar. 1 – Apr. 20, 2027',
      'Mar 1 to Apr 20, 2027',
      'March 1 & April 20, 2027',
      'March 1 and April 20, 2027',
      'March 1 through April 20, 2027',
      'March 1 until April 20, 2027',
      'March 1st − April 20th, 2027',
      'March 1 — April 20 2027',
      'Monday, March 1 - Tuesday, April 20, 2027',
      'Mon., Mar. 1 - Tue., Apr. 20, 2027',
      '2027, March 1 - April 20',
      'March 1, 2027 - April 20, 2027',
      '3/1-4/20/2027',
      '2027-03-01/2027-04-20',
      '2027-03-01 to 2027-04-20',
      '1. März bis 20. April 2027',
      'vom 1. März bis zum 20. April 2027',
      'Mo., 1. März – Di., 20. April 2027',
      'März 1 – April 20, 2027',
      '1.3.–20.4.2027',
      'del 1 de marzo al 20 de abril de 2027',
      'marzo 1 - abril 20, 2027',
      'du 1er mars au 20 avril 2027',
      'du lundi 1er mars au mardi 20 avril 2027',
      'mars 1 – avril 20, 2027',
      'dal 1 marzo al 20 aprile 2027',
      'dall’1 marzo al 20 aprile 2027',
      'marzo 1 - aprile 20, 2027',
      '2027年3月1日〜4月20日',
      '2027年3月1日（月）～4月20日（火）まで',
      'van 1 maart t/m 20 april 2027',
      'maart 1 - april 20, 2027',
      '1 de março a 20 de abril de 2027',
      'março 1 - abril 20, 2027',
    ],
    '2027-03-28/2027-04-02': ['March 28 - April 2, 2027', 'March 28 – April 2, 2027', '28.3.–2.4.2027'],
    '2027-12-30/2028-01-02': ['December 30 - January 2, 2028', 'December 30, 2027 - January 2, 2028'],
    '2027-01-05/2027-03-06': ['January 5 - March 6, 2027'],
    '2027-03-01/2027-04-20 10:00 17:00': ['March 1 - April 20, 2027 10am-5pm'],
    '2027-06-05/2027-06-06': ['June 5 & 6, 2027', '5 and 6 June 2027', 'Sat/Sun, June 5 + 6, 2027'],
    '2027-03-28/2027-03-30': ['March 28, 29 & 30, 2027', 'March 28–30, 2027'],
    '2027-12-01/2027-12-05': ['December 1 - December 5, 2027'],
    '2027-03-27': ['Sat 27/03/2027', '27/03/2027', '27/3/27', 'Sat, 27-03-2027', '2027/3/27', '2027.3.27'],
    '2027-05-01': ['46508'],
    '2027-05-02 19:30': ['46509.8125', '46509,8125'],
    '2027-05-04 19:30': [
      'Di., 4. 5. 2027, um 19.30 Uhr',
      '4.5.2027 19.30 Uhr',
      'Tuesday, May 4th, 2027 at 7:30pm',
    ],
    '2027-05-04 19:30 21:00': ['4.5.2027 19.30 – 21.00 Uhr', 'le 4 mai 2027 de 19h30 à 21h'],
    '2027-05-04/2027-05-06 19:00 21:00': ['4.5.2027 19:00 - 6.5.2027 21:00'],
    '2027-05-04/2027-05-06': ['4.5.2027 bis 6.5.2027', '4.–6.5.2027', '4. bis 6. Mai 2027'],
    '2026-12-06': [
      'Sonntag, den 6. Dezember 2026',
      'So 06.12.26',
      '6 de diciembre de 2026',
      '2026年12月6日(日)',
    ],
    '2026-12-05/2026-12-06': ['5./6. Dezember 2026', 'Sa/So, 5. + 6.12.2026', '5 e 6 dicembre 2026'],
    '2026-12-05': ['令和８年１２月５日', 'le samedi 5 décembre 2026'],
    '1998-12-24': ['24.12.98'],
    weekday_of_other_day: [
      'Sunday, March 1 - Tuesday, April 20, 2027',
      'Monday, March 1 - Friday, April 20, 2027',
      'Friday, May 4th, 2027',
      'So, 4.5.2027',
      '2027年5月4日(日)',
    ],
  }
  for (const [days, texts] of Object.entries(meant))
    it.each(texts)(`are read as ${days}: %s`, (text) => {
      expect(dates(text)).toBe(days)
    })

  it('have the order of their region where both are possible', () => {
    expect([dates('4/5/2027', true), dates('4/5/2027', false)]).toEqual(['2027-04-05', '2027-05-04'])
  })

  it.each([
    '4 Marzipan 2027',
    '1.2.3.45',
    'next Friday',
    'Sa',
    'Mar 20:00',
    '5 Dec 26',
    '5.12. 20',
    '2026',
    'March 5, 7 & 9, 2027',
    'March 1 - April 20, 2027, daily',
    '12345678',
    'x'.repeat(201),
  ])('are not seen in other texts: %s', (text) => {
    expect(dates(text)).toBe(undefined)
  })
})

describe('times that people type', () => {
  const meant: Readonly<Record<string, readonly string[]>> = {
    '19:30': [
      ...[
        '19.30 Uhr',
        '19h30',
        '19 h 30',
        '7.30pm',
        '7:30 p.m.',
        '7:30:PM',
        '19時30分',
        '午後7時30分',
        '午後7時半',
      ],
      ...[
        '夜7時半',
        '１９：３０',
        'um 19.30',
        'halb acht',
        'half acht',
        'half past seven',
        'sept heures et demie',
      ],
      ...[
        'las siete y media',
        'le sette e mezza',
        'sete e meia',
        '0.8125',
        '1930',
        '7:30 pm - late',
        'alle ore 19.30',
      ],
      '19.30 Uhr – open end',
    ],
    '19:00': [
      ...[
        '19 Uhr',
        '19h',
        '19時',
        '夜7時',
        '7 du soir',
        '7 de la tarde',
        '7 Uhr abends',
        '7p',
        '19',
        'Doors 7pm',
      ],
      ...[
        '7 p.m. - late',
        'Einlass 18 Uhr, Beginn 19 Uhr',
        '19 Uhr (Einlass ab 18 Uhr)',
        'Doors 6pm / Show 7pm',
      ],
    ],
    '09:00': ['9:00:AM', '9:00 AM', '9 in the morning', '午前9時', '朝9時', '9 Uhr'],
    '07:30': ['7時半', '7.30', 'halb acht morgens'],
    '12:00': ['noon', '12 noon', 'midi', 'mediodía', 'mezzogiorno', 'meio-dia', '正午', 'mittags', '12 p.m.'],
    '00:00': ['midnight', 'minuit', 'Mitternacht', '12 a.m.', '夜12時'],
    '15:00': ['15h', '15 h', '15 uur', 'às 15h', 'alle 15'],
    '20:15': ['20 Uhr c.t.'],
    '12:00–13:00': ['12 noon - 1 pm', 'noon – 1pm'],
    '19:00–00:00': ['7 p.m. until midnight', 'von 19 bis 24 Uhr', '19h à minuit'],
    '19:00–21:00': [
      ...[
        '7–9 pm',
        'from 7 to 9 pm',
        '19 − 21 Uhr',
        '19.00 – ca. 21.00 Uhr',
        'de 19h à 21h',
        'das 19h às 21h',
      ],
      ...[
        '19時から21時まで',
        '１９：００～２１：００',
        '19:00〜21:00',
        'dalle 19 alle 21',
        '19 tot 21 uur',
        'de 19 a 21 horas',
      ],
    ],
    '11:00–13:00': ['11–1 pm', '11am-1pm', '11am–1'],
    '22:00–02:00': ['22 Uhr bis 2 Uhr', '10pm-2am', '10pm – 2'],
  }
  for (const [time, texts] of Object.entries(meant))
    it.each(texts)(`are read as ${time}: %s`, (text) => {
      expect(times(text)).toBe(time)
    })

  it.each(['25.30 Uhr', '19.75', 'in the evening', '19:60', '24 Uhr', '7pm 8pm', '', 'x'.repeat(201)])(
    'are not seen in other texts: %s',
    (text) => {
      expect(times(text)).toBe(undefined)
    },
  )

  it('may be all of the day', () => {
    for (const text of [
      'ganztägig',
      'All day',
      'toute la journée',
      'todo el día',
      '終日',
      'hele dag',
      'o dia todo',
    ])
      expect([text, isAllDayText(text)]).toEqual([text, true])
    expect(isAllDayText('all day and night')).toBe(false)
  })
})

it('Texts of any content are read in little time.', () => {
  const before = performance.now()
  const pieces = [
    '4.5.2027 19.30 bis ',
    '5.12. ',
    'a. ',
    '5',
    'Dec 5 ',
    '(',
    '12月',
    '1/',
    'Mon ',
    'alle ore ',
    '5, ',
  ]
  for (const piece of pieces)
    for (const length of [1, 50, 199, 100_000]) {
      const text = piece.repeat(length).slice(0, length)
      dates(text)
      times(text)
    }
  expect(performance.now() - before).toBeLessThan(2000)
})
