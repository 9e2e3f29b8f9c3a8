/** Schemas of pages, of lists of items, and of responses to permanent deletion (contract §3). */
import { isPublishable, type ResourceName, resourceNamed, resourceNames } from '../../resources/index.ts'
import { componentReference, type JsonObject, schemaNamesByResource } from '../document.ts'
import { countSchema, listSchema, sameSchemaForEach, schemaOfObject, webAddressSchema } from './shapes.ts'

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
export function pageSchema(name: string, schema: string): JsonObject {
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
  schemaOfObject({ deleted: { const: true }, previous: componentReference(schemaNamesByResource[name]) })

/** Schemas of lists, and of responses to permanent deletion. */
export const schemasOfLists: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [
      `${schemaNamesByResource[name]}List`,
      pageSchema(resourceNamed(name).collection, schemaNamesByResource[name]),
    ],
    ...(isPublishable(name) ? [[`Deleted${schemaNamesByResource[name]}`, deletedSchema(name)]] : []),
  ]),
)
