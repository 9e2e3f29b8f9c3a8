/** A recurrence as an object of The Events Calendar's forms, as a rule of RFC 5545 (contract §12). */
import { integer } from '../../contract/kinds.ts'
import { because, invalidParam, type RefusalReason } from '../../problem.ts'
import { isJsonObject, type JsonObject, withoutMembers } from './json.ts'

const frequencies: ReadonlyMap<string, string> = new Map([
  ['day', 'DAILY'],
  ['daily', 'DAILY'],
  ['week', 'WEEKLY'],
  ['weekly', 'WEEKLY'],
  ['month', 'MONTHLY'],
  ['monthly', 'MONTHLY'],
  ['year', 'YEARLY'],
  ['yearly', 'YEARLY'],
])
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const wrong = (key: string, why: RefusalReason) =>
  invalidParam(`recurrence.${key}`, because('not_a_recurrence_object', { why }))

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

/** The members under names with underscores. Throws 400 for a member that is not understood. */
function membersOf(sent: JsonObject): JsonObject {
  const known = ['type', 'end_type', 'end_count', 'end', 'every', 'interval', 'days']
  const members = Object.entries(sent)
    .map(([key, value]) => [key.replaceAll('-', '_'), value] as const)
    .filter(([, value]) => !isNothing(value))
  const unknown = members.find(([key]) => !known.includes(key))
  if (unknown !== undefined) throw wrong(unknown[0], because('not_understood'))
  return Object.fromEntries(members)
}

function numberOf(members: JsonObject, key: string): number {
  const read = integer(1).read(members[key])
  if ('value' in read) return read.value
  throw wrong(key, because('not_a_count'))
}

/** A weekday by its number from 1 (Monday), its name or an abbreviation of that. */
function weekdayOf(value: unknown): string {
  const day = /^[1-7]$/.test(String(value)) ? weekdays[Number(value) - 1] : undefined
  const named = weekdays.find((one) => wordOf(value).startsWith(one.toLowerCase()))
  const found = day ?? named
  if (found === undefined) throw wrong('days', because('not_weekdays'))
  return found
}

function daysOf({ days }: JsonObject, frequency: string): readonly string[] {
  if (days === undefined) return []
  if (frequency !== 'WEEKLY') throw wrong('days', because('days_without_weeks'))
  const each = typeof days === 'string' ? days.split(',') : [days].flat()
  return [`BYDAY=${[...new Set(each.map(weekdayOf))].join(',')}`]
}

function endDate({ end }: JsonObject): string {
  const text = typeof end === 'string' ? /^\d{4}-\d\d-\d\d/.exec(end.trim())?.[0] : undefined
  if (text === undefined) throw wrong('end', because('not_an_end_date'))
  return `UNTIL=${text.replaceAll('-', '')}`
}

function endOf(members: JsonObject): readonly string[] {
  const said = wordOf(members.end_type)
  const type =
    said !== ''
      ? said
      : members.end_count !== undefined
        ? 'after'
        : members.end !== undefined
          ? 'on'
          : 'never'
  if (type === 'never' || type === 'none') return []
  if (type === 'after') return [`COUNT=${numberOf(members, 'end_count')}`]
  if (type === 'on') return [endDate(members)]
  throw wrong('end_type', because('not_an_end_type'))
}

/** The line of a rule; undefined if the object says that the event does not repeat. */
function ruleOf(sent: JsonObject): string | undefined {
  const members = membersOf(sent)
  const type = wordOf(members.type).replace(/^every /, '')
  if (Object.keys(members).length === 0 || type === 'none') return undefined
  const frequency = frequencies.get(type)
  if (frequency === undefined) throw wrong('type', because('not_a_frequency'))
  const key = members.every === undefined ? 'interval' : 'every'
  const every = members[key] === undefined ? [] : [`INTERVAL=${numberOf(members, key)}`]
  return `RRULE:${[`FREQ=${frequency}`, ...every, ...daysOf(members, frequency), ...endOf(members)].join(';')}`
}

/** Reads a recurrence that is an object. Throws 400 for what can't be read into a rule. */
export function argsWithRecurrenceObjectAsRule(sent: JsonObject): JsonObject {
  if (!isJsonObject(sent.recurrence)) return sent
  const rule = ruleOf(sent.recurrence)
  return rule === undefined ? withoutMembers(sent, 'recurrence') : { ...sent, recurrence: rule }
}
