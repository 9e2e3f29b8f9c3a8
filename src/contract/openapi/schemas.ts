/** All schemas of the document: items, lists, bodies, the index and problems. */
import type { Operation } from '../operations.ts'
import { resourceNames } from '../resources/index.ts'
import { bodySchemas } from './bodies.ts'
import { type DocumentContext, type JsonObject, schemaNamesByResource } from './document.ts'
import { schemasOfAudit } from './schemas/accounts/audit.ts'
import { schemasOfEditingTools } from './schemas/editing.ts'
import { schemasOfIndex } from './schemas/index-document.ts'
import { itemSchemasByResource } from './schemas/items.ts'
import { schemasOfLists } from './schemas/lists.ts'
import { schemasOfParts } from './schemas/parts.ts'
import { schemasOfProblem } from './schemas/problem.ts'
import { anyObjectSchema, integerSchema } from './schemas/shapes.ts'
import { schemasOfTranslating } from './schemas/translating.ts'
import { describedSchemaOfResource, withDescriptions } from './words.ts'

/** Returns all schemas of the document, by name, in the order of names. */
export function schemaComponents(operations: readonly Operation[], context: DocumentContext): JsonObject {
  const own = resourceNames.flatMap((name) => {
    const writes = operations.filter(({ resource }) => resource === name)
    const create =
      writes.find(({ action }) => action === 'create') ?? writes.find(({ action }) => action === 'update')
    return [
      [
        schemaNamesByResource[name],
        create === undefined ? itemSchemasByResource[name] : describedSchemaOfResource(name, create, context),
      ],
    ]
  })
  const others = {
    ...schemasOfLists,
    ...schemasOfParts,
    ...schemasOfIndex,
    ...schemasOfTranslating,
    ...schemasOfAudit,
    ...schemasOfEditingTools,
    ...schemasOfProblem,
    ...Object.fromEntries(operations.flatMap(({ facts }) => Object.entries(facts.answer.schemas))),
  }
  const all: JsonObject = {
    ...Object.fromEntries(own),
    ...bodySchemas(operations, context),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, withDescriptions(name, one)])),
    Linked: { ...anyObjectSchema, properties: { id: integerSchema }, required: ['id'] },
  }
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((name) => [name, all[name]]),
  )
}
