import type { RuleWords } from './rule-words.ts'

const days = [
  'maandag',
  'dinsdag',
  'woensdag',
  'donderdag',
  'vrijdag',
  'zaterdag',
  'zondag',
  'werkdag',
  'dag',
]
const named = ['', 'eerste', 'tweede', 'derde', 'vierde', 'vijfde']
const units = {
  day: ['elke dag', 'dagen'],
  week: ['elke week', 'weken'],
  month: ['elke maand', 'maanden'],
  year: ['elk jaar', 'jaar'],
} as const

/** -1 is the last one. */
function fromEnd(number: number, noun: string): string {
  if (number === -1) return `de laatste ${noun}`
  return number === -2 ? `de voorlaatste ${noun}` : `de ${-number}e ${noun} vanaf het einde`
}

export const nl: RuleWords = {
  tag: 'nl',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) => (interval === 1 ? units[unit][0] : `elke ${interval} ${units[unit][1]}`),
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `elke ${list}` },
  day: (noun) => days[noun] ?? '',
  nth: (number, noun) =>
    number < 0 ? fromEnd(number, days[noun] ?? '') : `de ${named[number] ?? `${number}e`} ${days[noun]}`,
  monthDay: (day) => (day < 0 ? fromEnd(day, 'dag') : `de ${day}e`),
  date: (date) => date,
  on: (list) => `op ${list}`,
  workdays: 'van maandag tot en met vrijdag',
  inMonths: (list) => `in ${list}`,
  ofMonths: (list) => `van ${list}`,
  inWeeks: (list) => `in week ${list}`,
  yearDay: (day) => (day < 0 ? `${fromEnd(day, 'dag')} van het jaar` : `dag ${day} van het jaar`),
  position: (number) => (number < 0 ? fromEnd(number, 'dag') : `nr. ${number}`),
  only: (list) => `waarvan alleen ${list}`,
  at: (list) => `om ${list}`,
  until: (date) => `tot en met ${date}`,
  times: (count) => (count === 1 ? 'eenmalig' : `${count} keer`),
  once: 'eenmalig',
  dates: (count) => `op ${count} datums`,
  also: (list) => `ook ${list}`,
  except: (list) => `behalve ${list}`,
}
