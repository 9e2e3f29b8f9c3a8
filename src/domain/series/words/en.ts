import type { RuleWords } from './rule-words.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'weekday', 'day']
const named = ['', 'first', 'second', 'third', 'fourth', 'fifth']

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

const fromEnd = (number: number) => `${ordinal(-number)} to last`

export const en: RuleWords = {
  tag: 'en',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) => (interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`),
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `every ${list}` },
  day: (noun) => days[noun] ?? '',
  nth: (number, noun) => {
    const place = number < 0 ? (number === -1 ? 'last' : fromEnd(number)) : (named[number] ?? ordinal(number))
    return `the ${place} ${days[noun]}`
  },
  monthDay: (day) => {
    if (day > 0) return `the ${ordinal(day)}`
    return day === -1 ? 'the last day' : `the ${fromEnd(day)} day`
  },
  date: (date) => date,
  on: (list) => `on ${list}`,
  workdays: 'from Monday to Friday',
  inMonths: (list) => `in ${list}`,
  ofMonths: (list) => `in ${list}`,
  inWeeks: (list) => `in week ${list}`,
  yearDay: (day) => {
    if (day > 0) return `day ${day} of the year`
    return day === -1 ? 'the last day of the year' : `the ${fromEnd(day)} day of the year`
  },
  position: (number) =>
    number > 0 ? `no. ${number}` : number === -1 ? 'the last' : `the ${fromEnd(number)}`,
  only: (list) => `of these only ${list}`,
  at: (list) => `at ${list}`,
  until: (date) => `until ${date}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  once: 'once',
  dates: (count) => `on ${count} dates`,
  also: (list) => `also ${list}`,
  except: (list) => `except ${list}`,
}
