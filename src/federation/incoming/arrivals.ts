/** Events that came in, as the args with which they are written. */
import { knownAndUnknownTerms } from '../../actions/proposals/terms.ts'
import { Problem } from '../../problem.ts'
import type { FollowedActor, Writing } from '../../store/store.ts'
import type { RemoteEvent } from './event-args.ts'

type Args = Readonly<Record<string, unknown>>

/** An event that came in, and the followed actor because of which it did. */
export interface ArrivedEventWithFollowedActor {
  readonly event: RemoteEvent
  readonly following: FollowedActor
}

/** Returns hashtags as args: categories that exist, and else tags; new ones only where the event is shown at once. */
async function termArgs(
  store: Writing,
  { event, following }: ArrivedEventWithFollowedActor,
  isShown: boolean,
): Promise<{ readonly categories: Args; readonly tags: Args }> {
  const { hashtags } = event
  const spaced = (name: string) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  const categories: object[] = following.category_id === null ? [] : [{ id: following.category_id }]
  const tags: (string | object)[] = []
  for (const name of hashtags) {
    const forms = [...new Set([name, spaced(name)])].map((text) => ({ text }))
    const [category] = (await knownAndUnknownTerms(store, 'category', forms)).known
    const [tag] = category === undefined ? (await knownAndUnknownTerms(store, 'tag', forms)).known : []
    if (category !== undefined) categories.push({ id: category.id })
    else if (tag !== undefined) tags.push({ id: tag.id })
    else if (isShown) tags.push(name)
  }
  const existing = categories.filter(
    (one, at) => at === categories.findIndex((other) => idOf(other) === idOf(one)),
  )
  return { categories: { categories: existing }, tags: { tags } }
}

const idOf = (one: object) => JSON.stringify(one)

/** Returns all fields of an arrival as args, by field. */
export async function arrivalArgsByField(
  store: Writing,
  arrival: ArrivedEventWithFollowedActor,
  isShown: boolean,
) {
  const { categories, tags } = await termArgs(store, arrival, isShown)
  const fields: Readonly<Record<string, Args>> = { ...arrival.event.fields, categories, tags }
  return fields
}

/** Returns the names of fields that a problem names; none if one of them can't be left out. */
function faultyFields(
  { data: { params } }: Problem,
  fields: Readonly<Record<string, Args>>,
): readonly string[] {
  const args = typeof params === 'object' && params !== null ? Object.keys(params) : []
  const names = args.map((arg) => {
    const [first = ''] = arg.split(/[.[]/)
    return Object.keys(fields).find((name) => first in (fields[name] ?? {})) ?? ''
  })
  return names.some((name) => ['', 'title', 'times'].includes(name)) ? [] : names
}

const argsOf = (fields: Readonly<Record<string, Args>>): Args => Object.assign({}, ...Object.values(fields))

export const withoutFields = (fields: Readonly<Record<string, Args>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Runs `act` with fields; without those that are refused, such as an image that can't be fetched. Returns the fields that were written. */
export async function runWithAcceptedFields<T>(
  store: Writing,
  fields: Readonly<Record<string, Args>>,
  act: (args: Args) => Promise<T>,
): Promise<{ readonly result: T; readonly written: Readonly<Record<string, Args>> }> {
  try {
    return { result: await store.attempt(() => act(argsOf(fields))), written: fields }
  } catch (error) {
    const names = error instanceof Problem && error.status === 400 ? faultyFields(error, fields) : []
    if (names.length === 0) throw error
    return runWithAcceptedFields(store, withoutFields(fields, names), act)
  }
}
