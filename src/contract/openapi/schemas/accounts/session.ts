/** Schemas of the web session (contract §5). */
import type { Json } from '../../document.ts'
import { eachSchema, schemaOfObject, textSchema, wholeSchema } from '../shapes.ts'

/** Schemas by name. */
export const ofSession: Readonly<Record<string, Json>> = {
  Session: schemaOfObject({
    user: schemaOfObject({
      id: wholeSchema,
      ...eachSchema(textSchema, 'login', 'display_name', 'language', 'role'),
    }),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: schemaOfObject({ signed_out: { const: true } }),
}
