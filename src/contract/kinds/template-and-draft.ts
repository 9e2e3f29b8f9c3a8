/** The kinds for args of an event that are kept for later: those of a template, and those of a draft of changes. */
import { internalFields } from '../../domain/publication/internal.ts'
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { jsonObjectOrUndefined, type UncheckedArgsByName } from './webhook.ts'

/** Args that are kept as JSON. */
interface KeptArgs {
  readonly name: string
  readonly what: string
  /** The most characters of the JSON. */
  readonly longest: number
  readonly refused: readonly string[]
}

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
  ...internalFields,
  'post_parent',
  'recurrence',
  'apply_to',
  'inherit',
]

function keptArgs({ name, what, longest, refused }: KeptArgs): Kind<UncheckedArgsByName> {
  return {
    name,
    shown: undefined,
    schema: { type: 'object', additionalProperties: true },
    read: (raw): ParsingResult<UncheckedArgsByName> => {
      const found = jsonObjectOrUndefined(raw)
      if (found === undefined) return faultResult(because('not_an_object_of', { what }))
      const unfit = Object.keys(found).filter((key) => refused.includes(key))
      if (unfit.length > 0) return faultResult(because('unfit_args', { args: unfit.join(', ') }))
      return JSON.stringify(found).length > longest
        ? faultResult(because('too_long_as_json', { most: longest }))
        : valueResult(found)
    },
  }
}

/** An object with args of a new event, without those that are of one event alone. They are checked when an event is made of them. */
export const templateFields: Kind<UncheckedArgsByName> = keptArgs({
  name: 'event fields',
  what: 'args of an event',
  longest: 65_536,
  refused: ofOneEvent,
})

/**
 * An object with the args of a change of an event, without its password, which is stored nowhere as it is typed, and without what only its
 * editors see: who proposes a change is none of them.
 */
export const eventDraftChanges: Kind<UncheckedArgsByName> = keptArgs({
  name: 'event changes',
  what: 'args of a change of an event',
  longest: 524_288,
  refused: ['password', ...internalFields],
})
