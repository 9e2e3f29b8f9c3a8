/** Titles and names as WordPress's clients send them: as HTML, and in objects with their source (contract §12). */
import { decodedReferences } from '../../domain/text/character-references.ts'
import { isJsonObject, type JsonObject } from './json.ts'

/** The keys of titles and names, in items and in nested items. */
const names = ['title', 'name', 'venue', 'organizer', 'categories', 'tags'] as const
/** Maximum members of a list; a longer one is refused later, when args are read. */
const MAX_MEMBERS = 500

const meantText = (value: unknown): unknown => (typeof value === 'string' ? decodedReferences(value) : value)

/** Applies a change to the titles and names of an object. */
const ofNames =
  (change: (value: unknown) => unknown) =>
  (sent: JsonObject): JsonObject => {
    const found = names.filter((name) => sent[name] !== undefined)
    return { ...sent, ...Object.fromEntries(found.map((name) => [name, change(sent[name])])) }
  }

const nested = ofNames(meantText)
const member = (value: unknown): unknown => (isJsonObject(value) ? nested(value) : meantText(value))

/** Decodes titles and names, which WordPress's clients send as HTML. */
export const withDecodedNames = ofNames((value) => {
  if (!Array.isArray(value)) return member(value)
  return value.length > MAX_MEMBERS ? value : value.map(member)
})

/** The text of WordPress's objects for editors, `{ raw }`, and for readers, `{ rendered }`; any other value unchanged. */
export function textOfWordpressObject(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  return [value.raw, value.rendered].find((text) => typeof text === 'string') ?? value
}
