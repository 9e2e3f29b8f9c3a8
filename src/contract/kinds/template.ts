/** The kind for what a template of events keeps. */
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { type FilterArgs, jsonObjectOf } from './webhook.ts'

/** The most letters of the fields of a template, as JSON. */
const LONGEST = 65_536

/** The args that belong to one event alone, or to its place in the calendar. */
const ofOneEvent: readonly string[] = [
  'start_date',
  'end_date',
  'status',
  'date',
  'slug',
  'password',
  'author',
  'group',
  'in_main',
  'external_id',
  'post_parent',
  'recurrence',
  'apply_to',
  'inherit',
]

/** An object with args of a new event, without those that are of one event alone. They are checked when an event is made of them. */
export const templateFields: Kind<FilterArgs> = {
  name: 'event fields',
  shown: undefined,
  schema: { type: 'object', additionalProperties: true },
  read: (raw): ParsingResult<FilterArgs> => {
    const found = jsonObjectOf(raw)
    if (found === undefined) return faultResult('must be an object with args of an event')
    const refused = Object.keys(found).filter((name) => ofOneEvent.includes(name))
    if (refused.length > 0) return faultResult(`must not have ${refused.join(', ')}`)
    return JSON.stringify(found).length > LONGEST
      ? faultResult(`must have at most ${LONGEST} characters as JSON`)
      : valueResult(found)
  },
}
