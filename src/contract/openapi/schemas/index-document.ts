/** Schemas of the route index (contract §7). */
import { type Json, ref } from '../document.ts'
import { listOf, object, text } from './shapes.ts'

const link = listOf(object({ href: text }))
const method = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }

export const ofIndex: Readonly<Record<string, Json>> = {
  ShownArg: object(
    {
      default: {},
      description: text,
      type: { type: 'string', enum: ['string', 'integer', 'number', 'boolean', 'array'] },
      items: object({ type: { const: 'integer' } }),
      format: { const: 'double' },
      required: { type: 'boolean' },
      enum: listOf(text),
    },
    ['default', 'type', 'items', 'format', 'enum'],
  ),
  Route: object({
    namespace: text,
    methods: listOf(method),
    endpoints: listOf(
      object({
        methods: listOf(method),
        args: { type: 'object', additionalProperties: ref('ShownArg') },
      }),
    ),
    _links: object({ self: link }),
  }),
  Index: object({
    namespace: text,
    routes: { type: 'object', additionalProperties: ref('Route') },
    _links: object({ up: link }),
  }),
}
