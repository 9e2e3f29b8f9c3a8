/** Args of an imported event → the same without the parts that can't be kept, so that the event is imported all the same. */
import { Problem } from '../../../problem.ts'
import type { Sent } from '../../import/sent-line.ts'

/** Arg → the property that it was read from; args that are not here can't be left out. */
const properties: Readonly<Record<string, string>> = {
  description: 'DESCRIPTION',
  website: 'URL',
  categories: 'CATEGORIES',
  venue: 'LOCATION',
  'venue.geo_lat': 'GEO',
  'venue.geo_lng': 'GEO',
  organizer: 'ORGANIZER',
  slug: 'slug',
  post_parent: 'parent',
  image: 'IMAGE',
  online_url: 'CONFERENCE',
  event_status: 'X-FASTI-EVENT-STATUS',
  attendance_mode: 'X-FASTI-ATTENDANCE-MODE',
  tags: 'X-FASTI-TAGS',
  excerpt: 'X-FASTI-EXCERPT',
  cost: 'X-FASTI-COST',
  tickets: 'X-FASTI-TICKETS',
  custom_fields: 'X-FASTI-CUSTOM-FIELDS',
}

/** A part that can't be kept: `website`, or with a member of it `organizer[0].email`. */
interface Fault {
  readonly arg: string
  /** "" where all of the arg is meant. */
  readonly member: string
  readonly reason: string
}

const propertyOf = ({ arg, member }: Fault) => properties[`${arg}.${member}`] ?? properties[arg]

/** The parts that a problem finds fault with; none where one of them can't be left out. */
function faultsOf({ data: { params } }: Problem): readonly Fault[] {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  const all = Object.entries(params).map(([path, reason]): Fault => {
    const [, arg = '', member = ''] = /^(\w+)(?:\[\d+\](?:\.(\w+))?)?$/.exec(path) ?? []
    // Without its name there is no venue or organizer.
    return { arg, member: member === arg ? '' : member, reason: String(reason) }
  })
  return all.every((fault) => propertyOf(fault) !== undefined) ? all : []
}

const isObject = (value: unknown): value is Sent => typeof value === 'object' && value !== null

function without(sent: Sent, { arg, member }: Fault): Sent {
  const { [arg]: value, ...rest } = sent
  if (member === '' || !Array.isArray(value)) return rest
  const gone = member.startsWith('geo_') ? ['geo_lat', 'geo_lng'] : [member]
  const left = value.map((one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => !gone.includes(key))) : one,
  )
  return { ...rest, [arg]: left }
}

/** What was done with the parts of an event that could be kept, and why others could not. */
export interface Lenient<T> {
  readonly result: T
  readonly left: readonly string[]
}

/**
 * Runs `act` with the args; where it finds fault with parts that an event can do without, again without these. Throws the
 * first problem where that does not help.
 */
export async function leniently<T>(sent: Sent, act: (sent: Sent) => Promise<T>): Promise<Lenient<T>> {
  const left: string[] = []
  let [rest, first]: [Sent, unknown] = [sent, undefined]
  for (;;) {
    try {
      return { result: await act(rest), left }
    } catch (error) {
      // Anything else says how the transaction goes on: an image has to be fetched first, the database is locked.
      if (!(error instanceof Problem)) throw error
      first ??= error
      const faults = faultsOf(error).filter(({ arg }) => arg in rest)
      if (faults.length === 0) throw first
      for (const fault of faults) {
        left.push(`${propertyOf(fault)} (${fault.member || fault.arg} ${fault.reason})`)
        rest = without(rest, fault)
      }
    }
  }
}
