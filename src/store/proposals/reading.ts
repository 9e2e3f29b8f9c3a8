/** Proposals as rows, and reading them. */
import { secretHash } from '../accounts/secrets.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { rawSql, type Sql, sql } from '../database/sql.ts'
import type { Proposal, ProposalReading } from '../store.ts'
import type { ProposalTable } from '../tables/proposals.ts'

type Row = Omit<ProposalTable, 'image' | 'revision'> & Pick<Proposal, 'keeper' | 'reviewer'>

/** Returns a row as a proposal. */
function shown({ weight, ...row }: Row): Proposal {
  return {
    ...row,
    is_proven: weight === 1,
    changes: row.changes === '' ? {} : JSON.parse(row.changes),
    dropped: JSON.parse(row.dropped),
    made: JSON.parse(row.made),
  }
}

/** All columns but the image, which is long. */
const columns = rawSql(
  [
    ...['id', 'event_id', 'user_id', 'state', 'version', 'event_version', 'series_version', 'modified_utc'],
    ...['sent_utc', 'decision', 'decided_by', 'decided_utc', 'weight', 'corrections', 'size', 'image_size'],
    ...['language', 'name', 'email', 'message', 'dropped', 'made', 'changes', 'views', 'image_mark'],
    'image_type',
  ]
    .map((column) => `proposals.${column}`)
    .join(', '),
)

/** The name of a user; "" for one who is gone. */
export const userNameSql = (users: 'keepers' | 'reviewers'): Sql =>
  rawSql(`coalesce(nullif(${users}.display_name, ''), ${users}.login, '')`)

/** Returns the proposals that a condition, with an order, selects. */
export async function readProposalsWhere(db: Db, where: Sql): Promise<readonly Proposal[]> {
  const found = await queryRows(
    db,
    sql<Row>`select ${columns}, ${userNameSql('keepers')} as keeper, ${userNameSql('reviewers')} as reviewer
      from proposals left join users as keepers on keepers.id = proposals.user_id
        left join users as reviewers on reviewers.id = decided_by where ${where}`,
  )
  return found.map(shown)
}

/**
 * The bytes of what the public sent, about: the texts of events that nobody approved and that still exist, also in the trash, and
 * the images that wait.
 */
export async function countUnapprovedSubmissionBytes(db: Db): Promise<number> {
  const found = await queryFirstRow(
    db,
    sql<{ readonly taken: number }>`
      select coalesce(sum(image_size + case when state <> 'approved'
        and exists (select 1 from events where events.id = event_id) then size else 0 end), 0) as taken from proposals`,
  )
  return Number(found?.taken ?? 0)
}

/** Reads proposals of one database. */
export function proposalReadOperations(db: Db): ProposalReading {
  const one = async (where: Sql) => (await readProposalsWhere(db, where))[0]
  return {
    byId: (id) => one(sql`proposals.id = ${id} and user_id is null`),
    ofPublic: (event) => one(sql`event_id = ${event} and user_id is null`),
    bySecret: (secret) =>
      one(sql`proposals.id = (select proposal_id from secrets where hash = ${secretHash(secret)})`),
    draft: (event) => one(sql`event_id = ${event} and user_id is not null and changes <> ''`),
    review: (event) => one(sql`event_id = ${event} and user_id is not null and decision <> ''`),
    space: () => countUnapprovedSubmissionBytes(db),
    async image(id) {
      const found = await queryFirstRow(
        db,
        sql<Pick<ProposalTable, 'image_type' | 'image'>>`
          select image_type, image from proposals where id = ${id} and image_size > 0`,
      )
      return found && { type: found.image_type, bytes: Buffer.from(found.image, 'base64') }
    },
  }
}
