/** Schemas of the route index (contract §7). */
import { componentReference, type JsonObject } from '../document.ts'
import { listSchema, schemaOfObject, textSchema } from './shapes.ts'

const link = listSchema(schemaOfObject({ href: textSchema }))
const method = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }

/** Schemas by name. */
export const schemasOfIndex: Readonly<Record<string, JsonObject>> = {
  ShownArg: schemaOfObject(
    {
      default: {},
      description: textSchema,
      type: { type: 'string', enum: ['string', 'integer', 'number', 'boolean', 'array'] },
      items: schemaOfObject({ type: { const: 'integer' } }),
      format: { const: 'double' },
      required: { type: 'boolean' },
      enum: listSchema(textSchema),
    },
    ['default', 'type', 'items', 'format', 'enum'],
  ),
  Route: schemaOfObject({
    namespace: textSchema,
    methods: listSchema(method),
    endpoints: listSchema(
      schemaOfObject({
        methods: listSchema(method),
        args: { type: 'object', additionalProperties: componentReference('ShownArg') },
      }),
    ),
    _links: schemaOfObject({ self: link }),
  }),
  Index: schemaOfObject({
    namespace: textSchema,
    routes: { type: 'object', additionalProperties: componentReference('Route') },
    _links: schemaOfObject({ up: link }),
  }),
}
