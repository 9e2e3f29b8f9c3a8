/** The items of all pages of a list. */
import { answerError } from './errors.ts'
import type { Calendar } from './index.ts'
import type { paths } from './schema.ts'

/** The lists of items. */
export type ListPath = '/events' | '/venues' | '/organizers' | '/categories' | '/tags' | '/media'

type Body<P extends ListPath> = paths[P]['get']['responses'][200]['content']['application/json']
type Name<P extends ListPath> = P extends `/${infer N}` ? N : never

/** The items of a list. */
export type ItemOf<P extends ListPath> =
  Body<P> extends Readonly<Record<Name<P>, readonly (infer I)[]>> ? I : never

/** The query of a list, without the page. */
export type ListQuery<P extends ListPath> = Omit<NonNullable<paths[P]['get']['parameters']['query']>, 'page'>

/** The paths of `_fields` for a list, from those of its items; with the address of the next page. */
const fieldsOfList = (name: string, fields: string) =>
  [...fields.split(',').map((path) => inList(name, path.trim())), 'next_rest_url'].join()
const inList = (name: string, path: string) =>
  path === name || path.startsWith(`${name}.`) || ofListAlone.includes(path) ? path : `${name}.${path}`
/** Keys that no item has. */
const ofListAlone = ['total', 'total_pages', 'next_rest_url', 'previous_rest_url']

/**
 * Yields the items of all pages, in order: `for await (const event of items(calendar, '/events', { search: 'market' }))`.
 * `_fields` names keys of the items: `id,title`.
 * Throws the problem of a page that could not be read, as a FastiError.
 */
export async function* items<P extends ListPath>(
  calendar: Calendar,
  path: P,
  query?: ListQuery<P>,
): AsyncGenerator<ItemOf<P>, void, undefined> {
  const name = path.slice(1)
  for (let page = 1; ; page += 1) {
    const asked = {
      per_page: 50,
      ...query,
      ...(query?._fields !== undefined && { _fields: fieldsOfList(name, query._fields) }),
      page,
    }
    // TypeScript can't narrow the types of a path that is chosen from several.
    const { data, error, response } = await calendar.GET(path as '/events', {
      params: { query: asked as object },
    })
    if (data === undefined) throw answerError(error, response)
    const body: Readonly<Record<string, unknown>> = { ...data }
    yield* body[name] as readonly ItemOf<P>[]
    if (!body.next_rest_url) return
  }
}
