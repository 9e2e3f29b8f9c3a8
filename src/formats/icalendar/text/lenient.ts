/** Removes invalid parts from the args of an imported event, so that the rest can be imported. */
import { icalendarPropertyName } from '../../../contract/resources/fields/calendar.ts'
import { writableEventFieldNames } from '../../../contract/resources/fields/event-fields.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import { because, type Faults, Problem, type RefusalReason } from '../../../problem.ts'
import type { SentObject } from '../../jsonl/sent-line.ts'

/** Maps an arg to the property that it was read from. Other args can't be left out. */
const properties: Readonly<Record<string, string>> = {
  ...recordFromNames(writableEventFieldNames, icalendarPropertyName),
  categories: 'CATEGORIES',
  venue: 'LOCATION',
  'venue.geo_lat': 'GEO',
  'venue.geo_lng': 'GEO',
  organizer: 'ORGANIZER',
  slug: 'slug',
  post_parent: 'parent',
  image: 'IMAGE',
  tags: 'X-FASTI-TAGS',
  cost: 'X-FASTI-COST',
  tickets: 'X-FASTI-TICKETS',
  custom_fields: 'X-FASTI-CUSTOM-FIELDS',
}

/** An invalid part: `website`, or a member such as `organizer[0].email`. */
interface Fault {
  readonly arg: string
  /** "" for the whole arg. */
  readonly member: string
  readonly why: RefusalReason
}

/** The note on a part that is left out. */
const noteOf = (fault: Fault): RefusalReason =>
  because('value_left_out', {
    part: propertyOf(fault) ?? '',
    field: fault.member || fault.arg,
    why: fault.why,
  })

const propertyOf = ({ arg, member }: Fault) => properties[`${arg}.${member}`] ?? properties[arg]

/** Returns the parts that a problem names; none if one of them can't be left out. */
function faultsOf({ data: { params, details } }: Problem): readonly Fault[] {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  const reasons: Faults = Object(details)
  const all = Object.entries(reasons).map(([path, why]): Fault => {
    const [, arg = '', member = ''] = /^(\w+)(?:\[\d+\](?:\.(\w+))?)?$/.exec(path) ?? []
    // A venue or organizer needs a name.
    return { arg, member: member === arg ? '' : member, why }
  })
  return all.every((fault) => propertyOf(fault) !== undefined) ? all : []
}

const isObject = (value: unknown): value is SentObject => typeof value === 'object' && value !== null

function without(sent: SentObject, { arg, member }: Fault): SentObject {
  const { [arg]: value, ...rest } = sent
  if (member === '' || !Array.isArray(value)) return rest
  const gone = member.startsWith('geo_') ? ['geo_lat', 'geo_lng'] : [member]
  const left = value.map((one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => !gone.includes(key))) : one,
  )
  return { ...rest, [arg]: left }
}

/** The result with the valid parts of an event, and the reasons why others were left out. */
interface Lenient<T> {
  readonly result: T
  readonly left: readonly RefusalReason[]
}

/**
 * Runs `act` with the args. If it refuses parts that an event does not need, runs it again without these. Throws the
 * first problem if that fails, too.
 */
export async function runDroppingRefusedArgs<T>(
  sent: SentObject,
  act: (sent: SentObject) => Promise<T>,
): Promise<Lenient<T>> {
  const left: RefusalReason[] = []
  let [rest, first]: [SentObject, unknown] = [sent, undefined]
  for (;;) {
    try {
      return { result: await act(rest), left }
    } catch (error) {
      // Other errors control the transaction: an image must be fetched first, or the database is locked.
      if (!(error instanceof Problem)) throw error
      first ??= error
      const faults = faultsOf(error).filter(({ arg }) => arg in rest)
      if (faults.length === 0) throw first
      for (const fault of faults) {
        left.push(noteOf(fault))
        rest = without(rest, fault)
      }
    }
  }
}
