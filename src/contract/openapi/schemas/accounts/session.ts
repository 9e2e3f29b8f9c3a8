/** Schemas of the web session (contract §5). */
import { groupRoles } from '../../../operations/accounts/account-names.ts'
import { groupFields } from '../../../resources/fields/other-fields.ts'
import type { JsonObject } from '../../document.ts'
import {
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  webAddressSchema,
} from '../shapes.ts'

/** Schemas by name. */
export const schemasOfSession: Readonly<Record<string, JsonObject>> = {
  Session: objectSchemaWithProperties({
    user: objectSchemaWithProperties({
      id: integerSchema,
      ...sameSchemaByName(textSchema, 'login', 'display_name', 'language', 'role'),
    }),
    groups: listSchema(
      objectSchemaWithProperties({
        id: integerSchema,
        ...sameSchemaByName(textSchema, 'name', 'slug'),
        main: { type: 'string', enum: groupFields.main.choices },
        role: { type: 'string', enum: groupRoles },
      }),
    ),
    csrf_token: { type: ['string', 'null'] },
  }),
  SignedOut: objectSchemaWithProperties({ signed_out: { const: true }, end_session_url: webAddressSchema }, [
    'end_session_url',
  ]),
}
