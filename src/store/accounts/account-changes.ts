/** The transactions that change users and tokens. */
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { AccountChangeResult, UserAndRoles, WriteStamp } from '../store.ts'

/** The actor recorded when no user is given: a command. No login contains parentheses. */
export const commandLineActor: WriteStamp['actor'] = { id: 0, login: '(command)' }

/** Runs changes of accounts, each in one transaction. */
export interface AccountChangeRunner {
  change<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Changes what belongs to a user; undefined if no user has the login. */
  ofUser<T>(login: string, act: (db: Db, user: UserAndRoles) => Promise<T>): Promise<T | undefined>
  /** Changes a user. */
  user(
    login: string,
    act: (db: Db, user: UserAndRoles) => Promise<AccountChangeResult>,
  ): Promise<AccountChangeResult>
}

async function userNamed(db: Db, login: string): Promise<UserAndRoles | undefined> {
  return queryFirstRow(
    db,
    sql<UserAndRoles>`select id, login, role from users where login = ${login.toLowerCase()}`,
  )
}

/** Returns the changes of the accounts of one database. */
export function accountChangeRunnerOf(connection: OpenDatabase): AccountChangeRunner {
  const { accounts } = connection
  // Increments the revision too: responses that were cached in local mode must not outlive it.
  const change: AccountChangeRunner['change'] = async (act) => {
    accounts.changes += 1
    try {
      return await runTransaction(connection, async (db) => {
        await sql`update revision set value = value + 1`.execute(db)
        return act(db)
      })
    } finally {
      // Tokens that were read meanwhile are as they were before.
      accounts.changes += 1
    }
  }
  const ofUser: AccountChangeRunner['ofUser'] = (login, act) =>
    change(async (db) => {
      const user = await userNamed(db, login)
      return user === undefined ? undefined : act(db, user)
    })
  return { change, ofUser, user: async (login, act) => (await ofUser(login, act)) ?? 'unknown' }
}
