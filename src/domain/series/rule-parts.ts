/** The parts of an RRULE (RFC 5545 §3.3.10): strict checks, the canonical form, and rules with other parts. */
import { addSentenceToReason, because, type RefusalReason } from '../../problem.ts'
import { parseRule, type Rule, rulePartNames } from '../time/recurrence-rule.ts'
import type { RecurrenceFault } from './series.ts'

/** Parts that RFC 5545 forbids with a frequency; programs disagree about what they mean there. */
const forbidden: Readonly<Record<Rule['frequency'], readonly string[]>> = {
  DAILY: ['BYWEEKNO', 'BYYEARDAY'],
  WEEKLY: ['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'],
  MONTHLY: ['BYWEEKNO', 'BYYEARDAY'],
  YEARLY: [],
}

type Part = readonly [name: string, value: string]

/** The parts of a rule's canonical text, in their order. */
export function rulePartsOf(rule: string): readonly Part[] {
  return rule.split(';').map((part): Part => {
    const [name = '', value = ''] = part.split('=', 2)
    return [name, value]
  })
}

const textOf = (parts: readonly Part[]) => parts.map((part) => part.join('=')).join(';')

/** The rule with other values of COUNT or UNTIL, in place of the one it has; with neither, it goes on without end. */
export function ruleWithEnd(rule: string, end: { readonly COUNT?: number; readonly UNTIL?: string }): string {
  const [[name, value] = ['', undefined]] = Object.entries(end)
  const isEnd = ([own]: Part) => own === 'COUNT' || own === 'UNTIL'
  const parts = rulePartsOf(rule)
  const at = parts.findIndex(isEnd)
  const others = parts.filter((part) => !isEnd(part))
  if (value === undefined) return textOf(others)
  const place = at < 0 ? others.length : at
  return textOf([...others.slice(0, place), [name, String(value)], ...others.slice(place)])
}

function forbiddenPart({ frequency, byDay }: Rule, names: readonly string[]): RefusalReason | undefined {
  const part = forbidden[frequency].find((name) => names.includes(name))
  if (part !== undefined) return because('part_not_with_frequency', { part, frequency })
  const hasOrdinal = byDay.some(({ ordinal }) => ordinal !== 0)
  const takesOrdinal = frequency === 'MONTHLY' || (frequency === 'YEARLY' && !names.includes('BYWEEKNO'))
  if (hasOrdinal && !takesOrdinal) return because('numbered_day')
  const selects = names.some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (names.includes('BYSETPOS') && !selects) return because('position_alone')
  return undefined
}

function partsFault(parts: readonly Part[], allDay: boolean): RefusalReason | undefined {
  const names = parts.map(([name]) => name)
  const unknown = names.find((name) => !rulePartNames.includes(name))
  if (unknown !== undefined) return because('no_part_of_rules', { part: unknown.slice(0, 40) })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return because('part_twice', { part: twice })
  if (!names.includes('FREQ')) return because('no_frequency')
  if (names.includes('COUNT') && names.includes('UNTIL')) return because('two_ends')
  const [, weekStart = 'MO'] = parts.find(([name]) => name === 'WKST') ?? []
  if (!/^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(weekStart))
    return because('rule_not_understood', { part: 'WKST', text: weekStart.slice(0, 40) })
  const timed = names.find((name) => ['BYHOUR', 'BYMINUTE', 'BYSECOND'].includes(name))
  return allDay && timed !== undefined ? because('part_of_whole_days', { part: timed }) : undefined
}

const canonical = (text: string) =>
  text
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/(?<!;);+$/, '')

/** Checks the value of an RRULE on its own. Returns its canonical text and the rule, or the fault with the part. */
export function parseRuleAndCanonicalText(
  text: string,
  allDay: boolean,
): { readonly text: string; readonly rule: Rule } | RecurrenceFault {
  const plain = canonical(text)
  const refused = (why: RefusalReason) => ({ fault: because('wrong_part', { part: 'RRULE', why }) })
  const parts = rulePartsOf(plain)
  const isRule = /^[A-Z-]+=[^;=]+(?:;[A-Z-]+=[^;=]+)*$/.test(plain)
  const fault = isRule ? partsFault(parts, allDay) : because('not_a_rule')
  if (fault !== undefined) return refused(fault)
  const rule = parseRule(plain)
  if ('fault' in rule) return refused(addSentenceToReason(rule.fault))
  const names = parts.map(([name]) => name)
  const other = forbiddenPart(rule, names)
  return other === undefined ? { text: plain, rule } : refused(other)
}
