/** The kind for dates. */

import { type ParsedDate, parseDateText } from '../../domain/time/date-text.ts'
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { listMembersOf } from './list.ts'

/** A date in any form of contract §2.3, before it is resolved in a time zone. */
export const date: Kind<ParsedDate> = {
  name: 'date',
  shown: 'string',
  schema: { type: ['string', 'integer'], maxLength: 200 },
  read: (raw) => {
    const parsed = parseDateText(raw)
    return parsed === undefined ? faultResult(because('not_a_date')) : valueResult(parsed)
  },
}

/** A list of 1 to `most` dates, or one date. A text with commas is a list. */
export function dateList(most: number): Kind<readonly ParsedDate[]> {
  const read = (raw: unknown): ParsingResult<readonly ParsedDate[]> => {
    const members = listMembersOf(raw)
    if (members.length === 0 || members.length > most)
      return faultResult(because('wrong_number_of_dates', { most }))
    const found = members.flatMap((member) => parseDateText(member) ?? [])
    return found.length === members.length ? valueResult(found) : faultResult(because('not_dates'))
  }
  const schema = { type: 'array', items: date.schema, minItems: 1, maxItems: most }
  return { name: 'dates', shown: undefined, schema, read }
}
