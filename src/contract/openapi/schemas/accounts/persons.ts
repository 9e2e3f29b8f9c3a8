/** Schemas of the data of persons (contract §22, ext.). */
import type { PersonDataOperationName } from '../../../operations/accounts/persons.ts'
import type { JsonObject } from '../../document.ts'
import {
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
} from '../shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const personDataSchemaNamesByOperation: { readonly [A in PersonDataOperationName]: string } = {
  'export-person': 'PersonData',
  'erase-person': 'ErasedPerson',
}

const rows = listSchema({ type: 'object', additionalProperties: true })
const kept = [
  'identity',
  'sessions',
  'tokens',
  'feeds',
  'memberships',
  'submissions',
  'drafts',
  'items',
  'images',
  'named_images',
  'kept_answers',
  'mail',
  'email_changes',
  'audit',
  'followers',
  'following',
  'reactions',
  'organizers',
] as const

/** Schemas by name. */
export const schemasOfPersonData: Readonly<Record<string, JsonObject>> = {
  PersonData: objectSchemaWithProperties({
    account: { type: ['object', 'null'], additionalProperties: true },
    ...sameSchemaByName(rows, ...kept),
  }),
  ErasedPerson: objectSchemaWithProperties({
    ...sameSchemaByName(
      integerSchema,
      'items',
      'images',
      'named_images',
      'organizers',
      'submissions',
      'follows',
    ),
    name: textSchema,
  }),
}
