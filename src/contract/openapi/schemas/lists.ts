/** Schemas of pages, of lists of items, and of responses to permanent deletion (contract §3). */
import { isPublished, type ResourceName, resourceNamed, resourceNames } from '../../resources/index.ts'
import { type Json, nouns, ref } from '../document.ts'
import { count, each, listOf, object, webAddress } from './shapes.ts'

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
export function pageOf(name: string, schema: string): Json {
  return object(
    {
      [name]: listOf(ref(schema)),
      ...each(webAddress, 'rest_url', 'next_rest_url', 'previous_rest_url'),
      ...each(count, 'total', 'total_pages'),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

const deletedSchema = (name: ResourceName) => object({ deleted: { const: true }, previous: ref(nouns[name]) })

/** Schemas of lists, and of responses to permanent deletion. */
export const ofLists: Readonly<Record<string, Json>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [`${nouns[name]}List`, pageOf(resourceNamed(name).collection, nouns[name])],
    ...(isPublished(name) ? [[`Deleted${nouns[name]}`, deletedSchema(name)]] : []),
  ]),
)
