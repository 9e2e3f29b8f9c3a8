/** Which memberships in groups a rule of the organisation gave: they end when no rule gives them any more. */
import { addColumn, type Migration } from './migration.ts'

export const membersByRule: Migration = {
  name: '072-members-by-rule',
  // What older programs write is noted at the next sign-in.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'group_members', 'by_rule', 'smallint default 0 not null')
  },
}
