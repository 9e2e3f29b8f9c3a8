/** Kinds that refer to other items. */

import { httpAddress } from '../../domain/text/links.ts'
import { isCertainlyLonger, isLongerThan, textFault, titleForStorage } from '../../domain/text/plain-text.ts'
import { because, mergeIntoOneReason, type RefusalReason } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { listMembersOf, MAX_MEMBERS } from './list.ts'
import { parseExactInteger } from './number.ts'

/** A reference to a term, or to an item in a filter: an id, or a text that is looked up as id, name or slug. */
export type IdOrText = { readonly id: number } | { readonly text: string }

/** The maximum length of a member, in characters. */
const LONGEST = 200

/** Returns the `id` member of an object, or undefined if it has none. */
export const readIdMember = (member: object): unknown =>
  'id' in member && member.id !== null ? member.id : undefined

function readReference(member: unknown, isFilter: boolean): readonly IdOrText[] | undefined {
  if (typeof member === 'number')
    return parseExactInteger(member) === undefined ? undefined : [{ id: member }]
  if (typeof member === 'string') {
    const texts = isFilter ? listMembersOf(member).map(String) : [member]
    return texts.map((one) => ({ text: isCertainlyLonger(one, LONGEST) ? one : titleForStorage(one) }))
  }
  const isObject = typeof member === 'object' && member !== null && !Array.isArray(member)
  const id = isObject && !isFilter ? parseExactInteger(readIdMember(member)) : undefined
  return id === undefined ? undefined : [{ id }]
}

/** Accepts ids, objects with an id, slugs or names; as a list, CSV or a single value. `isFilter` also splits CSV inside members, and rejects objects. */
export function references(isFilter: boolean): Kind<readonly IdOrText[]> {
  const read = (raw: unknown): ParsingResult<readonly IdOrText[]> => {
    const found: IdOrText[] = []
    const members = listMembersOf(raw)
    if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
    const faults: RefusalReason[] = []
    for (const member of members) {
      const some = readReference(member, isFilter)
      if (some === undefined) faults.push(because('not_references'))
      for (const one of some ?? []) {
        const wrong = 'text' in one ? referenceFault(one.text) : undefined
        if (wrong === undefined) found.push(one)
        else faults.push(wrong)
      }
    }
    const [first, ...others] = faults
    return first === undefined
      ? valueResult(found)
      : { ...faultResult(mergeIntoOneReason([first, ...others])), readable: found }
  }
  const list = (items: object) => ({ type: 'array', items, maxItems: MAX_MEMBERS })
  const named = { anyOf: [{ type: ['integer', 'string'] }, { $ref: '#/components/schemas/Linked' }] }
  const schema = isFilter
    ? list({ type: ['integer', 'string'] })
    : { anyOf: [{ type: ['integer', 'string'] }, list(named)] }
  return { name: 'references', shown: 'array', schema, read }
}

function referenceFault(text: string): RefusalReason | undefined {
  if (text === '') return because('empty_member')
  if (isLongerThan(text, LONGEST)) return because('long_member', { most: LONGEST })
  return textFault(text)
}

export type SentImageReference = { readonly id: number } | { readonly url: string } | { readonly none: true }

/** Accepts the id of a media item, an object with an id, an http(s) URL, or 0 or false for no image. */
export const image: Kind<SentImageReference> = {
  name: 'image',
  shown: 'string',
  schema: {
    anyOf: [{ type: ['integer', 'string'] }, { $ref: '#/components/schemas/Linked' }, { const: false }],
  },
  read: (raw) => {
    if (raw === false || raw === 0 || raw === '0' || raw === 'false') return valueResult({ none: true })
    const sent = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? readIdMember(raw) : raw
    const id = parseExactInteger(sent)
    if (id !== undefined) return valueResult({ id })
    const url = typeof sent === 'string' && sent.length <= 2000 ? httpAddress(sent) : undefined
    return url === undefined ? faultResult(because('not_an_image_target')) : valueResult({ url })
  },
}
