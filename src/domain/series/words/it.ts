import type { RuleWords } from './rule-words.ts'

const days = [
  'lunedì',
  'martedì',
  'mercoledì',
  'giovedì',
  'venerdì',
  'sabato',
  'domenica',
  'giorno lavorativo',
  'giorno',
]
const SUNDAY = 6
const named = [
  ['', 'primo', 'secondo', 'terzo', 'quarto', 'quinto'],
  ['', 'prima', 'seconda', 'terza', 'quarta', 'quinta'],
] as const
const units = {
  day: ['giorno', 'giorni'],
  week: ['settimana', 'settimane'],
  month: ['mese', 'mesi'],
  year: ['anno', 'anni'],
} as const

/** Before numbers that begin with a vowel when they are spoken. */
const article = (number: number) => (number === 8 || number === 11 ? 'l’' : 'il ')

function nth(number: number, noun: string, isFeminine: boolean): string {
  const [the, end] = isFeminine ? ['la', 'a'] : ['il', 'o']
  if (number === -1) return `l’ultim${end} ${noun}`
  if (number === -2) return `${the} penultim${end} ${noun}`
  const sign = isFeminine ? 'ª' : 'º'
  if (number < 0) return `${the} ${-number}${sign} ${noun} dalla fine`
  return `${the} ${named[isFeminine ? 1 : 0][number] ?? `${number}${sign}`} ${noun}`
}

export const it: RuleWords = {
  tag: 'it',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) =>
    interval === 1 ? `ogni ${units[unit][0]}` : `ogni ${interval} ${units[unit][1]}`,
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `ogni ${list}` },
  day: (noun) => `${noun === SUNDAY ? 'la' : 'il'} ${days[noun]}`,
  nth: (number, noun) => nth(number, days[noun] ?? '', noun === SUNDAY),
  monthDay: (day) => (day < 0 ? nth(day, 'giorno', false) : `il giorno ${day}`),
  date: (date) => `${article(Number.parseInt(date, 10))}${date}`,
  on: (list) => list,
  workdays: 'dal lunedì al venerdì',
  inMonths: (list) => `in ${list}`,
  ofMonths: (list) => `di ${list}`,
  inWeeks: (list) => `nella settimana ${list}`,
  yearDay: (day) => (day < 0 ? `${nth(day, 'giorno', false)} dell’anno` : `il giorno ${day} dell’anno`),
  position: (number) => (number < 0 ? nth(number, 'giorno', false) : `il ${number}º`),
  only: (list) => `di questi solo ${list}`,
  at: (list) => `alle ${list}`,
  until: (date) => `fino al ${date}`,
  times: (count) => (count === 1 ? 'una volta' : `${count} volte`),
  once: 'una volta',
  dates: (count) => `in ${count} date`,
  also: (list) => `anche ${list}`,
  except: (list) => `tranne ${list}`,
}
