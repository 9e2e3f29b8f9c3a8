/** Users, their profiles, roles and passwords. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, unlessTaken } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import { dropAssignee, touchEventsOfAssignee } from '../records/duties.ts'
import type { AccountChangeResult, AccountStore, Profile, UserAndRoles, WriteStamp } from '../store.ts'
import { type AccountChangeRunner, accountChangeRunnerOf, commandLineActor } from './account-changes.ts'
import { findEmailAddressToConfirm, isEmailTaken, storeProfileAndEndLinks } from './email-changes.ts'
import { accessTokenStore } from './tokens.ts'
import { allUsers, emptyProfile, storePasswordAndEndSessions } from './user-rows.ts'

const ofUser = ({ id, login }: UserAndRoles) => ({
  resource: 'user',
  item_id: id,
  values: { person: { id, login } },
})

/** Adds the row of a user in the transaction `db`. Returns the id; undefined if another user has the e-mail address. */
export async function addUserRow(
  db: Db,
  account: Omit<UserAndRoles, 'id' | 'groups'> & Profile & { readonly password_hash: string | null },
  writer: WriteStamp,
): Promise<number | undefined> {
  if (await isEmailTaken(db, account.email)) return undefined
  const id = await insertRow(db, 'users', { ...account, created_utc: epochOfInstant(writer.moment.now) })
  await addActRow(db, writer, { ...ofUser({ ...account, id }), verb: 'create', act: 'account_added' })
  return id
}

/** Changes the profile of a user in the transaction `db`. An address that users give themselves is not proven. */
export async function setProfile(
  db: Db,
  user: UserAndRoles,
  { isConfirmed = false, ...profile }: Partial<Profile> & { readonly isConfirmed?: boolean },
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  const outcome = await storeProfileAndEndLinks(db, user, profile, writer.moment)
  if (outcome === 'done' && profile.email !== undefined) {
    const isUnproven = !isConfirmed && writer.actor.id === user.id
    await sql`update users set is_email_unproven = ${isUnproven ? 1 : 0} where id = ${user.id}`.execute(db)
  }
  if (outcome !== 'done') return outcome
  const { values, ...row } = ofUser(user)
  const changed = { ...values, fields: Object.keys(profile) }
  if (profile.display_name !== undefined) await touchEventsOfAssignee(db, user.id)
  await addActRow(db, writer, { ...row, act: 'profile_changed', values: changed })
  return outcome
}

/** Whether there is no other administrator. Reliable in a transaction that changes accounts: they run one after the other. */
async function isLastAdministrator(db: Db, { id, role }: UserAndRoles): Promise<boolean> {
  if (role !== 'administrator') return false
  const other = sql`select id from users where role = 'administrator' and is_suspended = 0 and id <> ${id} limit 1`
  return (await queryFirstRow(db, other)) === undefined
}

const isAlone = async (db: Db, { id }: UserAndRoles) =>
  (await queryFirstRow(db, sql`select id from users where id <> ${id} limit 1`)) === undefined

/** Changes the role of a user in the transaction `db`. */
export async function setRole(
  db: Db,
  user: UserAndRoles,
  role: string,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  if (role !== 'administrator' && (await isLastAdministrator(db, user))) return 'last'
  await sql`update users set role = ${role} where id = ${user.id}`.execute(db)
  const { values, ...row } = ofUser(user)
  await addActRow(db, writer, { ...row, act: 'role_given', values: { ...values, role } })
  return 'done'
}

async function setSuspended(
  db: Db,
  user: UserAndRoles,
  isSuspended: boolean,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  if (isSuspended && (await isLastAdministrator(db, user))) return 'last'
  await sql`update users set is_suspended = ${isSuspended ? 1 : 0} where id = ${user.id}`.execute(db)
  if (isSuspended) await sql`delete from sessions where user_id = ${user.id}`.execute(db)
  await addActRow(db, writer, { ...ofUser(user), act: isSuspended ? 'suspended' : 'resumed' })
  return 'done'
}

async function removeUser(
  db: Db,
  user: UserAndRoles,
  leavesNobody: boolean,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  const isLast = await isLastAdministrator(db, user)
  if (isLast && !(leavesNobody && (await isAlone(db, user)))) return 'last'
  await addActRow(db, writer, { ...ofUser(user), verb: 'delete', act: 'account_removed' })
  await dropAssignee(db, user.id)
  await sql`delete from users where id = ${user.id}`.execute(db)
  return 'done'
}

type Profiles = Pick<AccountStore, 'setProfile' | 'confirmEmail'>

/** The changes by which users tell of themselves. */
const profilesOf = (changes: AccountChangeRunner): Profiles => ({
  setProfile: (login, profile, writer) =>
    changes.user(login, (db, user) => setProfile(db, user, profile, writer)),
  confirmEmail: (login, secret, writer) =>
    changes.user(login, async (db, user) => {
      const email = await findEmailAddressToConfirm(db, user, secret, writer.moment)
      return email === undefined ? 'unknown' : setProfile(db, user, { email, isConfirmed: true }, writer)
    }),
})

type Access = Pick<AccountStore, 'setPassword' | 'endSessions'>

/** How users sign in. */
const accessOf = (changes: AccountChangeRunner): Access => ({
  async setPassword(login, password, moment, { by = commandLineActor, kept } = {}) {
    const done = await changes.ofUser(login, async (db, user) => {
      await storePasswordAndEndSessions(db, user, password, kept)
      await addActRow(db, { moment, actor: by }, { ...ofUser(user), act: 'password_set' })
      return true
    })
    return done ?? false
  },
  async endSessions(login, moment, actor) {
    const done = await changes.ofUser(login, async (db, user) => {
      await sql`delete from sessions where user_id = ${user.id}`.execute(db)
      await addActRow(db, { moment, actor }, { ...ofUser(user), act: 'sessions_ended' })
      return true
    })
    return done ?? false
  },
})

/** The accounts of one database. Every change writes an audit row. */
export function userStore(connection: OpenDatabase): AccountStore {
  const changes = accountChangeRunnerOf(connection)
  return {
    addUser(login, role, moment, { password = null, by = commandLineActor, profile = {} } = {}) {
      const account = {
        login: login.toLowerCase(),
        role,
        password_hash: password,
        ...emptyProfile,
        ...profile,
      }
      const add = (db: Db) => addUserRow(db, account, { moment, actor: by })
      return unlessTaken(() => changes.change(add), undefined)
    },
    users: () => allUsers(connection.reader),
    setRole: (login, role, moment, actor = commandLineActor) =>
      changes.user(login, (db, user) => setRole(db, user, role, { moment, actor })),
    setSuspended: (login, isSuspended, writer) =>
      changes.user(login, (db, user) => setSuspended(db, user, isSuspended, writer)),
    removeUser: (login, moment, actor = commandLineActor, leavesNobody = false) =>
      changes.user(login, (db, user) => removeUser(db, user, leavesNobody, { moment, actor })),
    ...profilesOf(changes),
    ...accessOf(changes),
    ...accessTokenStore(connection, changes),
  }
}
