/** Kinds for lists of integers, and for words from a closed list. */
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { parseExactInteger } from './number.ts'

/** Returns the members of a JSON list, of CSV such as `1,2`, or of a single value. */
export function listMembersOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return [raw]
}

/** The maximum number of members in a list. */
export const MAX_MEMBERS = 500

/** A list of integers; duplicates are removed. */
export const integers: Kind<readonly number[]> = {
  name: 'integers',
  shown: 'array',
  schema: { type: 'array', items: { type: 'integer' }, maxItems: MAX_MEMBERS },
  read: (raw) => {
    const members = listMembersOf(raw).flatMap((member) =>
      typeof member === 'string' ? listMembersOf(member) : [member],
    )
    if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
    const ids = new Set<number>()
    for (const member of members) {
      const id = parseExactInteger(member)
      if (id === undefined) return faultResult(because('not_integers'))
      ids.add(id)
    }
    return valueResult([...ids])
  },
}

/** Whom the events of a list wait for: ids of users, the caller, nobody. */
interface AssigneeFilter {
  readonly ids: readonly number[]
  readonly me: boolean
  readonly none: boolean
}

/** Accepts ids of users, `me` and `none`, as CSV or as a list. */
export const assignees: Kind<AssigneeFilter> = {
  name: 'assignees',
  shown: 'string',
  schema: {
    type: 'array',
    items: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', enum: ['me', 'none'] },
      ],
    },
    minItems: 1,
    maxItems: MAX_MEMBERS,
  },
  read: (raw) => {
    const members = listMembersOf(raw)
    const ids = members
      .filter((member) => member !== 'me' && member !== 'none')
      .map((member) => parseExactInteger(member) ?? 0)
    return members.length === 0 || members.length > MAX_MEMBERS || ids.some((id) => id < 1)
      ? faultResult(because('not_assignees'))
      : valueResult({ ids, me: members.includes('me'), none: members.includes('none') })
  },
}

/** Accepts one word of a closed list; `anyCase` makes the comparison case-insensitive. */
export function choice<const W extends string>(choices: readonly W[], anyCase = false): Kind<W> {
  const read = (raw: unknown): ParsingResult<W> => {
    const sent = anyCase && typeof raw === 'string' ? raw.toLowerCase() : raw
    const found = choices.find((word) => word === sent)
    return found === undefined
      ? faultResult(because('not_a_choice', { choices: choices.join(', ') }))
      : valueResult(found)
  }
  return { name: 'choice', shown: 'string', schema: { type: 'string', enum: choices }, choices, read }
}

/** Accepts several words of a closed list, as CSV or as a list. */
export function choiceList<const W extends string>(choices: readonly W[]): Kind<readonly W[]> {
  const read = (raw: unknown): ParsingResult<readonly W[]> => {
    const sent = listMembersOf(raw)
    const found = choices.filter((word) => sent.includes(word))
    return sent.length === 0 || sent.some((word) => !choices.some((known) => known === word))
      ? faultResult(because('not_choices', { choices: choices.join(', ') }))
      : valueResult(found)
  }
  const schema = { type: 'array', items: { type: 'string', enum: choices }, minItems: 1 }
  return { name: 'choices', shown: 'string', schema, read }
}
