/** New venues and organizers inside an event of `tec/v1` and `wp/v2`, in the forms of their own routes (contract §12). */
import { resourceNamed, type VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { because, invalidParam, type RefusalReason } from '../../problem.ts'
import { isJsonObject, type JsonObject, withoutMembers } from './json.ts'
import { findPostFieldNamesOfResource, isSameSent, withPlainTexts } from './request-names.ts'

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** A new item under our names. `at` is its position. Throws 400 for a key that has no meaning, or a field with two values. */
function inlineInOurNames(name: VenueOrOrganizerName, item: JsonObject, at: number): JsonObject {
  const { createArgs, represented } = resourceNamed(name)
  const names = findPostFieldNamesOfResource(name)
  const plain = withPlainTexts(item)
  const wrong = (key: string, reason: RefusalReason) => invalidParam(`${name}[${at}].${key}`, reason)
  const meant: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(plain)) {
    const ours = Object.hasOwn(names, key) ? names[key] : undefined
    const isKnown = key === 'link' || Object.hasOwn(createArgs, key) || Object.hasOwn(represented, key)
    if (ours === undefined && !isKnown) throw wrong(key, because('not_understood'))
    if (ours === undefined) continue
    if (!isNothing(plain[ours]) && !isSameSent(plain[ours], value))
      throw wrong(key, because('contradiction', { name: ours }))
    meant[ours] = value
  }
  return { ...withoutMembers(plain, ...Object.keys(names)), ...meant }
}

function inlinesIn(name: VenueOrOrganizerName, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one, at) => (isNew(one) ? inlineInOurNames(name, one, at) : one))
  return isNew(value) ? inlineInOurNames(name, value, 0) : value
}

/** Whether a value describes a new item: an object with an id links to one that exists. */
const isNew = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value.id === undefined || value.id === null)

/** The new venues and organizers of an event under our names. Throws 400 for what can't be understood inside one. */
export const inlineLinksInOurNames = (event: JsonObject): JsonObject => ({
  ...event,
  ...(event.venue !== undefined && { venue: inlinesIn('venue', event.venue) }),
  ...(event.organizer !== undefined && { organizer: inlinesIn('organizer', event.organizer) }),
})
