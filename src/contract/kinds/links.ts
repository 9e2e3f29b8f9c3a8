/** The kind for linked venues and organizers (contract §4.5). */
import { because, type Faults, faultBecause } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { listMembersOf, MAX_MEMBERS } from './list.ts'
import { parseExactInteger } from './number.ts'
import { readIdMember } from './reference.ts'

/**
 * A linked venue or organizer: the id of an existing one, or the args of a new one. `at` is its position in a list that has
 * faults; of a faulty new one, only the args that could be parsed are there.
 */
export type SentVenueOrOrganizer<Inline> = ({ readonly id: number } | { readonly inline: Inline }) & {
  readonly at?: number
}

type ReadInline<Inline> = (raw: object) => ParsingResult<Inline>

const isObject = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && !Array.isArray(member)

function newTarget<Inline>(inline: ParsingResult<Inline>): ParsingResult<SentVenueOrOrganizer<Inline>> {
  if ('value' in inline) return valueResult({ inline: inline.value })
  if ('fault' in inline) return faultResult(inline.fault)
  const { faults, readable } = inline
  return { faults, ...(readable !== undefined && { readable: { inline: readable } }) }
}

function readTarget<Inline>(
  member: unknown,
  of: string,
  readInline: ReadInline<Inline>,
): ParsingResult<SentVenueOrOrganizer<Inline>> {
  if (isObject(member) && readIdMember(member) === undefined) return newTarget(readInline(member))
  const id = parseExactInteger(isObject(member) ? readIdMember(member) : member)
  return id === undefined ? faultResult(because('not_a_link_target', { kind: of })) : valueResult({ id })
}

function readTargets<Inline>(
  raw: unknown,
  readOne: (member: unknown) => ParsingResult<SentVenueOrOrganizer<Inline>>,
): ParsingResult<readonly SentVenueOrOrganizer<Inline>[]> {
  const members = raw === 0 || raw === '0' || raw === false ? [] : listMembersOf(raw)
  if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
  const targets: SentVenueOrOrganizer<Inline>[] = []
  const readable: SentVenueOrOrganizer<Inline>[] = []
  const faults: Record<string, Faults[string]> = {}
  members.forEach((member, at) => {
    const one = readOne(member)
    if ('value' in one) {
      targets.push(one.value)
      readable.push({ ...one.value, at })
    } else if ('fault' in one) faults[''] = faultBecause(one.fault, 'invalid-linked-id')
    else {
      if (one.readable !== undefined) readable.push({ ...one.readable, at })
      for (const [name, wrong] of Object.entries(one.faults)) faults[`[${at}].${name}`] = wrong
    }
  })
  return Object.keys(faults).length > 0 ? { faults, readable } : valueResult(targets)
}

/** Accepts ids, objects with an id, and inline objects that `readInline` parses; as a list, CSV or a single value (contract §4.5). */
export function linkTargets<Inline>(
  of: string,
  inlineSchema: string,
  readInline: ReadInline<Inline>,
): Kind<readonly SentVenueOrOrganizer<Inline>[]> {
  const one = [
    { type: 'integer' },
    { $ref: '#/components/schemas/Linked' },
    { $ref: `#/components/schemas/${inlineSchema}` },
  ]
  const several = { type: 'array', items: { anyOf: one }, maxItems: MAX_MEMBERS }
  return {
    name: 'links',
    shown: 'array',
    schema: { anyOf: [...one, { type: 'string' }, several] },
    read: (raw) => readTargets(raw, (member) => readTarget(member, of, readInline)),
  }
}
