/** Schemas of the web session (contract §5). */
import type { Json } from '../../document.ts'
import { integerSchema, sameSchemaForEach, schemaOfObject, textSchema, webAddressSchema } from '../shapes.ts'

/** Schemas by name. */
export const schemasOfSession: Readonly<Record<string, Json>> = {
  Session: schemaOfObject({
    user: schemaOfObject({
      id: integerSchema,
      ...sameSchemaForEach(textSchema, 'login', 'display_name', 'language', 'role'),
    }),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: schemaOfObject({ signed_out: { const: true }, end_session_url: webAddressSchema }, [
    'end_session_url',
  ]),
}
