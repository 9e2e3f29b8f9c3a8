/** The names of fields in requests of `tec/v1` and `wp/v2`, as ours (contract §12). */
import type { ResourceName } from '../../contract/resources/index.ts'
import { because, invalidParam } from '../../problem.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { isJsonObject, type JsonObject, jsonObjectOrEmpty, withoutMembers } from './json.ts'
import { textOfWordpressObject } from './meant-names.ts'

type Names = Readonly<Record<string, string>>

const ofPosts = { content: 'description', featured_media: 'image', date_gmt: 'date_utc' } as const

/** Their name → ours. */
const tables: Partial<Readonly<Record<ResourceName, Names>>> = {
  event: { ...ofPosts, tribe_events_cat: 'categories', venues: 'venue', organizers: 'organizer' },
  venue: { ...ofPosts, title: 'venue', state_province: 'stateprovince' },
  organizer: { ...ofPosts, title: 'organizer' },
}

/** The names of a post's fields in those namespaces → ours. */
export const findPostFieldNamesOfResource = (resource: ResourceName): Names => tables[resource] ?? {}

/** Texts that may be sent as `{ raw }` or `{ rendered }`. */
const texts = ['title', 'content', 'excerpt', 'caption', 'description'] as const

/** An object with the sources of its texts in place of objects. */
export function withPlainTexts(sent: JsonObject): JsonObject {
  const found = texts.filter((name) => isJsonObject(sent[name]))
  return found.length === 0
    ? sent
    : { ...sent, ...Object.fromEntries(found.map((name) => [name, textOfWordpressObject(sent[name])])) }
}

/** The value as it is compared: linked items by their ids. */
function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaningOf)
  if (isJsonObject(value)) return value.id === undefined ? value : String(value.id)
  return value === false || value === null ? '0' : String(value)
}

/** Whether two values say the same: linked items by their ids. */
export const isSameSent = (one: unknown, other: unknown) =>
  JSON.stringify([meaningOf(one)].flat()) === JSON.stringify([meaningOf(other)].flat())

/**
 * Which of two names of a field counts where both were sent: a representation that is edited and sent back has both, and what the
 * client changed is meant. Throws 400 if both say something new.
 */
async function meantOf(sent: JsonObject, theirs: string, ours: string, questions: DialectWriteQuestions) {
  if (sent[ours] === undefined || isSameSent(sent[ours], sent[theirs])) return sent[theirs]
  const now = await questions.shown()
  if (now === undefined && !questions.isNew) return sent[theirs]
  const shown = jsonObjectOrEmpty(now)
  if (shown[ours] !== undefined && isSameSent(sent[ours], shown[ours])) return sent[theirs]
  const before = shown[theirs] ?? shown[ours]
  if (before !== undefined && isSameSent(sent[theirs], before)) return sent[ours]
  throw invalidParam(theirs, because('contradiction', { name: ours }))
}

/** The values under our names. Throws 400 if a field has two values under two names. */
export async function fieldsUnderOurNames(
  sent: JsonObject,
  names: Names,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const found = Object.entries(names).filter(([theirs]) => sent[theirs] !== undefined)
  const meant: Record<string, unknown> = {}
  for (const [theirs, ours] of found) meant[ours] = await meantOf(sent, theirs, ours, questions)
  return { ...withoutMembers(sent, ...found.map(([theirs]) => theirs)), ...meant }
}

/** The fields of a post under our names. Throws 400 if a field has two values under two names. */
export const postFieldsUnderOurNames = (
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> =>
  fieldsUnderOurNames(
    withPlainTexts(sent),
    questions.resource === undefined ? {} : findPostFieldNamesOfResource(questions.resource),
    questions,
  )
