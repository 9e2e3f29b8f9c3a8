/** Kinds of series (contract §10): recurrence lines, and names of fields. */

import { textFault } from '../../domain/text/plain-text.ts'
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { listMembersOf, MAX_MEMBERS } from './list.ts'

/** The maximum length of all lines together: enough for a thousand dates. */
const MAX_CHARACTERS = 65_536

const textsOf = (raw: unknown): readonly string[] | undefined => {
  const texts = Array.isArray(raw) ? raw : [raw]
  return texts.every((text) => typeof text === 'string') ? texts : undefined
}

/**
 * Accepts the lines of RFC 5545 §3.8.5, as a list of texts or as one text with line breaks. What they say is checked later,
 * with the start of the event. An empty list means no recurrence.
 */
export const recurrence: Kind<readonly string[]> = {
  name: 'recurrence',
  shown: undefined,
  schema: {
    anyOf: [
      { type: 'string', maxLength: MAX_CHARACTERS },
      { type: 'array', items: { type: 'string', maxLength: MAX_CHARACTERS } },
    ],
  },
  read: (raw): ParsingResult<readonly string[]> => {
    const texts = textsOf(raw)
    if (texts === undefined) return faultResult(because('not_recurrence_lines'))
    const lines = texts.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim())
    const said = lines.filter((line) => line !== '')
    if (said.join('\n').length > MAX_CHARACTERS)
      return faultResult(because('too_long', { most: MAX_CHARACTERS }))
    const wrong = said.map(textFault).find((one) => one !== undefined)
    return wrong === undefined ? valueResult(said) : faultResult(wrong)
  },
}

/**
 * Accepts names of fields, as a list or as CSV; an empty list means none. `isOther` accepts names besides those of the list. The index
 * shows no type.
 */
export function fieldNameList<const W extends string>(
  names: readonly W[],
  isOther: (name: string) => name is W,
): Kind<readonly W[]> {
  const isName = (name: unknown): name is W =>
    typeof name === 'string' && (names.some((one) => one === name) || isOther(name))
  return {
    name: 'fields',
    shown: undefined,
    schema: { type: 'array', items: { type: 'string' } },
    read: (raw) => {
      const sent = listMembersOf(raw)
      const known = sent.filter(isName)
      return known.length < sent.length || sent.length > MAX_MEMBERS
        ? faultResult(because('not_choices', { choices: names.join(', ') }))
        : valueResult([...new Set(known)])
    },
  }
}
