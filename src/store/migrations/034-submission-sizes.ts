/** Adds how often each submission was corrected, and the space that it takes. */
import { addColumn, type Migration } from './migration.ts'

export const submissionSizes: Migration = {
  name: '034-submission-sizes',
  async up(db) {
    await addColumn(db, 'submissions', 'corrections', 'integer default 0 not null')
    await addColumn(db, 'submissions', 'size', 'bigint default 0 not null')
  },
}
