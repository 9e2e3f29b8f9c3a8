/** Schemas of the data of persons (contract §22, ext.). */
import type { PersonAction } from '../../../operations/accounts/persons.ts'
import type { Json } from '../../document.ts'
import { integerSchema, listSchema, sameSchemaForEach, schemaOfObject, textSchema } from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const personSchemaNames: { readonly [A in PersonAction]: string } = {
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
  'audit',
  'followers',
  'following',
  'reactions',
  'organizers',
] as const

/** Schemas by name. */
export const schemasOfPersons: Readonly<Record<string, Json>> = {
  PersonData: schemaOfObject({
    account: { type: ['object', 'null'], additionalProperties: true },
    ...sameSchemaForEach(rows, ...kept),
  }),
  ErasedPerson: schemaOfObject({
    ...sameSchemaForEach(integerSchema, 'items', 'organizers', 'submissions', 'follows'),
    name: textSchema,
  }),
}
