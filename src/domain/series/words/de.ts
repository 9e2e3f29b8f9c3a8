import type { RuleWords } from './rule-words.ts'

const days = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
  'Werktag (Mo–Fr)',
  'Tag',
]
const named = ['', 'ersten', 'zweiten', 'dritten', 'vierten', 'fünften']
const units = {
  day: ['jeden Tag', 'Tage'],
  week: ['jede Woche', 'Wochen'],
  month: ['jeden Monat', 'Monate'],
  year: ['jedes Jahr', 'Jahre'],
} as const

/** -1 is the last one. */
const fromEnd = (number: number) =>
  number === -1 ? 'letzten' : number === -2 ? 'vorletzten' : `${-number}.-letzten`

export const de: RuleWords = {
  tag: 'de',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) => (interval === 1 ? units[unit][0] : `alle ${interval} ${units[unit][1]}`),
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `jeden ${list}` },
  day: (noun) => days[noun] ?? '',
  nth: (number, noun) => `${number < 0 ? fromEnd(number) : (named[number] ?? `${number}.`)} ${days[noun]}`,
  monthDay: (day) => (day > 0 ? `${day}.` : `${fromEnd(day)} Tag`),
  date: (date) => date,
  on: (list) => `am ${list}`,
  workdays: 'von Montag bis Freitag',
  inMonths: (list) => `im ${list}`,
  ofMonths: (list) => `im ${list}`,
  inWeeks: (list) => `in Woche ${list}`,
  yearDay: (day) => (day > 0 ? `${day}. Tag des Jahres` : `${fromEnd(day)} Tag des Jahres`),
  position: (number) => (number > 0 ? `${number}.` : fromEnd(number)),
  only: (list) => `davon nur am ${list} Termin`,
  at: (list) => `um ${list} Uhr`,
  until: (date) => `bis ${date}`,
  times: (count) => (count === 1 ? 'einmal' : `${count}-mal`),
  once: 'einmal',
  dates: (count) => `an ${count} Terminen`,
  also: (list) => `auch ${list}`,
  except: (list) => `außer ${list}`,
}
