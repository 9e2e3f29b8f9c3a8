/** Adds the scopes of tokens, and how audited writes came. */
import { addColumn, type Migration } from './migration.ts'

export const tokenScopes: Migration = {
  name: '021-scopes',
  async up(db) {
    await addColumn(db, 'tokens', 'scopes', "text not null default '[]'")
    await addColumn(db, 'audit', 'via', "varchar(20) not null default ''")
  },
}
