/** Parses and validates an RRULE (RFC 5545 §3.3.10). */

import type { ReasonWithoutSentence } from '../../problem.ts'

/** Parts that a rule may have. SKIP and RSCALE are of RFC 7529. */
export const rulePartNames: readonly string[] = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'RSCALE',
  'SKIP',
  'BYSETPOS',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
]

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const

/** A day of BYDAY. `2TU` is the second Tuesday; `ordinal` 0 is every Tuesday. Monday is weekday 0. */
export interface RuleDay {
  readonly weekday: number
  readonly ordinal: number
}

export interface Rule {
  readonly frequency: (typeof frequencies)[number]
  readonly interval: number
  readonly count: number
  /** UNTIL as written, in capitals; "" if the rule has none. */
  readonly until: string
  readonly weekStart: number
  readonly byDay: readonly RuleDay[]
  /** The numbers of the other BY… parts; empty if the part is absent. */
  readonly months: readonly number[]
  readonly weekNumbers: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  readonly seconds: readonly number[]
  readonly positions: readonly number[]
}

/** Aborts the parsing of a rule. */
class RuleFault extends Error {
  readonly fault: ReasonWithoutSentence
  constructor(reason: ReasonWithoutSentence['reason'], values: ReasonWithoutSentence['values'] = {}) {
    super(reason)
    this.fault = { reason, values }
  }
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function integer(name: string, text: string, least: number, most: number): number {
  const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new RuleFault('rule_not_understood', { part: name, text: text.slice(0, 40) })
}

function integers(parts: ReadonlyMap<string, string>, name: string, least: number, most: number): number[] {
  const text = parts.get(name)
  if (text === undefined) return []
  const numbers = text.split(',').map((one) => integer(name, one, least, most))
  if (least < 0 && numbers.includes(0)) throw new RuleFault('rule_not_understood', { part: name, text: '0' })
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function ruleDays(text: string | undefined): readonly RuleDay[] {
  if (text === undefined) return []
  return text.split(',').map((one) => {
    const [, ordinal = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? []
    const weekday = weekdays.indexOf(name)
    if (weekday < 0) throw new RuleFault('rule_not_understood', { part: 'BYDAY', text: one.slice(0, 40) })
    return { weekday, ordinal: ordinal === '' ? 0 : Number(ordinal) }
  })
}

function frequencyOf(text = ''): Rule['frequency'] {
  const frequency = frequencies.find((one) => one === text)
  if (frequency !== undefined) return frequency
  const isWithinDay = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(text)
  throw isWithinDay
    ? new RuleFault('recurs_within_day', { frequency: text })
    : new RuleFault('rule_not_understood', { part: 'FREQ', text: text.slice(0, 40) })
}

/** Throws for parts that may mean other dates than those without them. Those of one program (`X-…`, RFC 2445 §4.3.10) are ignored. */
function refuseUnknown(parts: ReadonlyMap<string, string>): void {
  const unknown = [...parts.keys()].find((name) => !rulePartNames.includes(name) && !name.startsWith('X-'))
  if (unknown !== undefined) throw new RuleFault('no_part_of_rules', { part: unknown.slice(0, 40) })
}

function built(parts: ReadonlyMap<string, string>): Rule {
  refuseUnknown(parts)
  if ((parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN') throw new RuleFault('not_gregorian')
  if ((parts.get('SKIP') ?? 'OMIT') !== 'OMIT') throw new RuleFault('moves_days')
  const one = (name: string, otherwise: number) =>
    parts.has(name) ? integer(name, parts.get(name) ?? '', 1, 9_999_999_999) : otherwise
  return {
    frequency: frequencyOf(parts.get('FREQ')),
    interval: one('INTERVAL', 1),
    count: one('COUNT', Number.POSITIVE_INFINITY),
    until: parts.get('UNTIL') ?? '',
    weekStart: Math.max(0, weekdays.indexOf(parts.get('WKST') ?? 'MO')),
    byDay: ruleDays(parts.get('BYDAY')),
    months: integers(parts, 'BYMONTH', 1, 12),
    weekNumbers: integers(parts, 'BYWEEKNO', -53, 53),
    yearDays: integers(parts, 'BYYEARDAY', -366, 366),
    monthDays: integers(parts, 'BYMONTHDAY', -31, 31),
    hours: integers(parts, 'BYHOUR', 0, 23),
    minutes: integers(parts, 'BYMINUTE', 0, 59),
    // A leap second counts as the second before it.
    seconds: [...new Set(integers(parts, 'BYSECOND', 0, 60).map((second) => Math.min(second, 59)))],
    positions: integers(parts, 'BYSETPOS', -366, 366),
  }
}

/** Calendar programs write shorter rules. */
const MAX_RULE_LENGTH = 2000

/** Parses a rule in any letter case, with white space around its separators. Returns the rule, or why it is not supported. */
export function parseRule(text: string): Rule | { readonly fault: ReasonWithoutSentence } {
  const plain =
    text.length > MAX_RULE_LENGTH
      ? ''
      : text
          .toUpperCase()
          .split(/([,;=])/)
          .map((part) => part.trim())
          .join('')
  if (!/^(?:[A-Z-]+=[\w,:+-]+(?:;|$))+$/.test(plain)) return { fault: { reason: 'not_a_rule', values: {} } }
  const pairs = plain.split(';').map((part) => part.split('='))
  try {
    return built(new Map(pairs.map(([name = '', value = '']) => [name, value] as const)))
  } catch (error) {
    if (error instanceof RuleFault) return { fault: error.fault }
    throw error
  }
}
