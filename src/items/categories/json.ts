/** Categories as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representCategory } from '../../representations/json/term.ts'

export const categories: Resource<'category'> = {
  name: 'category',
  collection: 'categories',
  schema: 'Category',
  represent: representCategory,
}
