/** Groups as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representGroup } from '../../representations/json/term.ts'

export const groups: Resource<'group'> = {
  name: 'group',
  collection: 'groups',
  schema: 'Group',
  represent: representGroup,
}
