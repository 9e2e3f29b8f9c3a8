/** Schemas of pages, of lists of items, and of responses to permanent deletion (contract §3). */
import { isPublishable, type ResourceName, resourceNamed, resourceNames } from '../../resources/index.ts'
import { componentReference, type JsonObject, schemaNamesByResource } from '../document.ts'
import {
  countSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  webAddressSchema,
} from './shapes.ts'

/** Returns the schema of a list page: `name` is the key of its items, `schema` the name of their schema. */
export function listPageSchemaByItemSchemaName(name: string, schema: string): JsonObject {
  return objectSchemaWithProperties(
    {
      [name]: listSchema(componentReference(schema)),
      ...sameSchemaByName(webAddressSchema, 'rest_url', 'next_rest_url', 'previous_rest_url'),
      ...sameSchemaByName(countSchema, 'total', 'total_pages'),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

const deletedSchema = (name: ResourceName) =>
  objectSchemaWithProperties({
    deleted: { const: true },
    previous: componentReference(schemaNamesByResource[name]),
  })

/** Schemas of lists, and of responses to permanent deletion. */
export const schemasOfLists: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  resourceNames.flatMap((name) => [
    [
      `${schemaNamesByResource[name]}List`,
      listPageSchemaByItemSchemaName(resourceNamed(name).collection, schemaNamesByResource[name]),
    ],
    ...(isPublishable(name) ? [[`Deleted${schemaNamesByResource[name]}`, deletedSchema(name)]] : []),
  ]),
)
