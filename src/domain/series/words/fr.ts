import type { RuleWords } from './rule-words.ts'

const days = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche', 'jour ouvré', 'jour']
const named = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième']
const units = {
  day: ['chaque jour', 'tous les', 'jours'],
  week: ['chaque semaine', 'toutes les', 'semaines'],
  month: ['chaque mois', 'tous les', 'mois'],
  year: ['chaque année', 'tous les', 'ans'],
} as const

/** -1 is the last one. */
function fromEnd(number: number, noun: string): string {
  if (number === -1) return `le dernier ${noun}`
  return number === -2 ? `l’avant-dernier ${noun}` : `le ${-number}e ${noun} avant la fin`
}

export const fr: RuleWords = {
  tag: 'fr',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) =>
    interval === 1 ? units[unit][0] : `${units[unit][1]} ${interval} ${units[unit][2]}`,
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `chaque ${list}` },
  day: (noun) => `le ${days[noun]}`,
  nth: (number, noun) =>
    number < 0 ? fromEnd(number, days[noun] ?? '') : `le ${named[number] ?? `${number}e`} ${days[noun]}`,
  monthDay: (day) => (day < 0 ? fromEnd(day, 'jour') : day === 1 ? 'le 1er' : `le ${day}`),
  date: (date) => `le ${date}`,
  on: (list) => list,
  workdays: 'du lundi au vendredi',
  inMonths: (list) => `en ${list}`,
  ofMonths: (list) => `en ${list}`,
  inWeeks: (list) => `en semaine ${list}`,
  yearDay: (day) => (day < 0 ? `${fromEnd(day, 'jour')} de l’année` : `le ${day}e jour de l’année`),
  position: (number) => (number < 0 ? fromEnd(number, 'jour') : `le ${number === 1 ? '1er' : `${number}e`}`),
  only: (list) => `dont seulement ${list}`,
  at: (list) => `à ${list}`,
  until: (date) => `jusqu’au ${date}`,
  times: (count) => (count === 1 ? 'une fois' : `${count} fois`),
  once: 'une fois',
  dates: (count) => `à ${count} dates`,
  also: (list) => `aussi ${list}`,
  except: (list) => `sauf ${list}`,
}
