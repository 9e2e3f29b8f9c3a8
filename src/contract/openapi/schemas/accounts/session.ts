/** Schemas of the web session (contract §5). */
import { groupRoles } from '../../../operations/accounts/account-names.ts'
import { groupFields } from '../../../resources/fields/other-fields.ts'
import type { JsonObject } from '../../document.ts'
import {
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
  textSchema,
  webAddressSchema,
} from '../shapes.ts'

/** Schemas by name. */
export const schemasOfSession: Readonly<Record<string, JsonObject>> = {
  Session: schemaOfObject({
    user: schemaOfObject({
      id: integerSchema,
      ...sameSchemaForEach(textSchema, 'login', 'display_name', 'language', 'role'),
    }),
    groups: listSchema(
      schemaOfObject({
        id: integerSchema,
        ...sameSchemaForEach(textSchema, 'name', 'slug'),
        main: { type: 'string', enum: groupFields.main.choices },
        role: { type: 'string', enum: groupRoles },
      }),
    ),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: schemaOfObject({ signed_out: { const: true }, end_session_url: webAddressSchema }, [
    'end_session_url',
  ]),
}
