import type { RuleWords } from './rule-words.ts'

const days = [
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'sábado',
  'domingo',
  'día laborable',
  'día',
]
const named = ['', 'primer', 'segundo', 'tercer', 'cuarto', 'quinto']
const units = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
  year: ['año', 'años'],
} as const

/** -1 is the last one. */
function fromEnd(number: number, noun: string): string {
  if (number === -1) return `el último ${noun}`
  return number === -2 ? `el penúltimo ${noun}` : `el ${-number}.º ${noun} contando desde el final`
}

export const es: RuleWords = {
  tag: 'es',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) =>
    interval === 1 ? `cada ${units[unit][0]}` : `cada ${interval} ${units[unit][1]}`,
  everyWeek: {
    each: (noun) => (noun < 5 ? (days[noun] ?? '') : `${days[noun]}s`),
    all: (list) => `todos los ${list}`,
  },
  day: (noun) => `el ${days[noun]}`,
  nth: (number, noun) =>
    number < 0 ? fromEnd(number, days[noun] ?? '') : `el ${named[number] ?? `${number}.º`} ${days[noun]}`,
  monthDay: (day) => (day < 0 ? fromEnd(day, 'día') : `el día ${day}`),
  date: (date) => `el ${date}`,
  on: (list) => list,
  workdays: 'de lunes a viernes',
  inMonths: (list) => `en ${list}`,
  ofMonths: (list) => `de ${list}`,
  inWeeks: (list) => `en la semana ${list}`,
  yearDay: (day) => (day < 0 ? `${fromEnd(day, 'día')} del año` : `el día ${day} del año`),
  position: (number) => (number < 0 ? fromEnd(number, 'día') : `el ${number}.º`),
  only: (list) => `de estos solo ${list}`,
  at: (list) => `a las ${list}`,
  until: (date) => `hasta el ${date}`,
  times: (count) => (count === 1 ? 'una vez' : `${count} veces`),
  once: 'una vez',
  dates: (count) => `en ${count} fechas`,
  also: (list) => `también ${list}`,
  except: (list) => `excepto ${list}`,
}
