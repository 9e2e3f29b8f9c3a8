import type { RuleWords } from './rule-words.ts'

const days = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
  'dia útil',
  'dia',
]
const isFeminine = (noun: number) => noun < 5
const named = ['', 'primeir', 'segund', 'terceir', 'quart', 'quint']
const units = {
  day: ['todo dia', 'dias'],
  week: ['toda semana', 'semanas'],
  month: ['todo mês', 'meses'],
  year: ['todo ano', 'anos'],
} as const

function nth(number: number, noun: string, feminine: boolean): string {
  const [the, end, sign] = feminine ? ['na', 'a', 'ª'] : ['no', 'o', 'º']
  if (number === -1) return `${the} últim${end} ${noun}`
  if (number === -2) return `${the} penúltim${end} ${noun}`
  if (number < 0) return `${the} ${-number}${sign} ${noun} a partir do fim`
  const name = named[number]
  return `${the} ${name === undefined ? `${number}${sign}` : `${name}${end}`} ${noun}`
}

export const ptBr: RuleWords = {
  tag: 'pt-BR',
  space: ' ',
  comma: ', ',
  isMonthFirst: false,
  every: (unit, interval) => (interval === 1 ? units[unit][0] : `a cada ${interval} ${units[unit][1]}`),
  everyWeek: { each: (noun) => `${isFeminine(noun) ? 'toda' : 'todo'} ${days[noun]}`, all: (list) => list },
  day: (noun) => `${isFeminine(noun) ? 'na' : 'no'} ${days[noun]}`,
  nth: (number, noun) => nth(number, days[noun] ?? '', isFeminine(noun)),
  monthDay: (day) => (day < 0 ? nth(day, 'dia', false) : `no dia ${day}`),
  date: (date) => `em ${date}`,
  on: (list) => list,
  workdays: 'de segunda a sexta-feira',
  inMonths: (list) => `em ${list}`,
  ofMonths: (list) => `de ${list}`,
  inWeeks: (list) => `na semana ${list}`,
  yearDay: (day) => (day < 0 ? `${nth(day, 'dia', false)} do ano` : `no dia ${day} do ano`),
  position: (number) => (number < 0 ? nth(number, 'dia', false) : `no ${number}º`),
  only: (list) => `destes somente ${list}`,
  at: (list) => `às ${list}`,
  until: (date) => `até ${date}`,
  times: (count) => (count === 1 ? 'uma vez' : `${count} vezes`),
  once: 'uma vez',
  dates: (count) => `em ${count} datas`,
  also: (list) => `também ${list}`,
  except: (list) => `exceto ${list}`,
}
