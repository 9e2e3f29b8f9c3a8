/** Empty objects in place of terms, venues and organizers: clients send them for "none given" (contract §12). */
import { isJsonObject, type JsonObject, withoutMembers } from './json.ts'

const links = ['categories', 'tags', 'venue', 'organizer'] as const

const isNothing = (value: unknown) => value === null || value === ''

/** Whether an object names nothing: `{}` and `{ "id": null }`. */
const isEmpty = (value: unknown) =>
  isJsonObject(value) &&
  Object.entries(value).every(([key, one]) => isNothing(one) || (key === 'id' && one === 0))

/** Leaves out empty objects, alone and in lists. A list with nothing else is left out too. */
export function withoutEmptyLinks(sent: JsonObject): JsonObject {
  const changed: Record<string, unknown> = {}
  const absent: string[] = []
  for (const name of links) {
    const value = sent[name]
    if (isEmpty(value)) absent.push(name)
    if (!Array.isArray(value) || !value.some(isEmpty)) continue
    const some = value.filter((one) => !isEmpty(one))
    if (some.length > 0) changed[name] = some
    else absent.push(name)
  }
  return withoutMembers({ ...sent, ...changed }, ...absent)
}
