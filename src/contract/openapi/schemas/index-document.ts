/** Schemas of the route index (contract §7). */
import { componentReference, type JsonObject } from '../document.ts'
import { listSchema, objectSchemaWithProperties, textSchema } from './shapes.ts'

const link = listSchema(objectSchemaWithProperties({ href: textSchema }))
const method = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }

/** Schemas by name. */
export const schemasOfIndex: Readonly<Record<string, JsonObject>> = {
  ShownArg: objectSchemaWithProperties(
    {
      default: {},
      description: textSchema,
      type: { type: 'string', enum: ['string', 'integer', 'number', 'boolean', 'array'] },
      items: objectSchemaWithProperties({ type: { const: 'integer' } }),
      format: { const: 'double' },
      required: { type: 'boolean' },
      enum: listSchema(textSchema),
    },
    ['default', 'type', 'items', 'format', 'enum'],
  ),
  Route: objectSchemaWithProperties({
    namespace: textSchema,
    methods: listSchema(method),
    endpoints: listSchema(
      objectSchemaWithProperties({
        methods: listSchema(method),
        args: { type: 'object', additionalProperties: componentReference('ShownArg') },
      }),
    ),
    _links: objectSchemaWithProperties({ self: link }),
  }),
  Index: objectSchemaWithProperties({
    namespace: textSchema,
    routes: { type: 'object', additionalProperties: componentReference('Route') },
    _links: objectSchemaWithProperties({ up: link }),
  }),
}
