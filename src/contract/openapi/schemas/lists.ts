/** Schemas of pages, of lists of items, and of responses to permanent deletion (contract §3). */
import { isPublishable, type ResourceName, resourceNamed, resourceNames } from '../../resources/index.ts'
import { componentReference, type Json, schemaNames } from '../document.ts'
import { countSchema, listSchema, sameSchemaForEach, schemaOfObject, webAddressSchema } from './shapes.ts'

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
export function pageSchema(name: string, schema: string): Json {
  return schemaOfObject(
    {
      [name]: listSchema(componentReference(schema)),
      ...sameSchemaForEach(webAddressSchema, 'rest_url', 'next_rest_url', 'previous_rest_url'),
      ...sameSchemaForEach(countSchema, 'total', 'total_pages'),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

const deletedSchema = (name: ResourceName) =>
  schemaOfObject({ deleted: { const: true }, previous: componentReference(schemaNames[name]) })

/** Schemas of lists, and of responses to permanent deletion. */
export const schemasOfLists: Readonly<Record<string, Json>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [`${schemaNames[name]}List`, pageSchema(resourceNamed(name).collection, schemaNames[name])],
    ...(isPublishable(name) ? [[`Deleted${schemaNames[name]}`, deletedSchema(name)]] : []),
  ]),
)
