/** Persons whom an organisation signs in (contract §17): each is known by the issuer and a name there, and has one user. */
import { type GroupRole, groupRoles } from '../../contract/operations/account-names.ts'
import { lowerCaseWithoutLatinAccents, unicodeNormalizedText } from '../../domain/text/letters.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { OpenDatabase } from '../database/connection.ts'
import { type Db, insertRow, sql } from '../database/sql.ts'
import { addActRow } from '../log/log.ts'
import { saveSettings, storedSettings } from '../records/settings.ts'
import { idOfFormerSlug } from '../records/slugs.ts'
import type {
  IssuerPerson,
  OrganisationSignIn,
  OrganisationSignInRefusal,
  OrganisationSignInResult,
  Session,
  User,
  UserAndRoles,
  WriteStamp,
} from '../types/index.ts'
import { setMemberByRule } from './groups.ts'
import { beginUserSession } from './sessions.ts'
import { allUsers } from './user-rows.ts'
import { accountChangeRunnerOf, addUserRow, isEmailTaken, setProfile, setRole } from './users.ts'

// Logins of accounts that an organisation brings.

const LONGEST = 60

/** Returns a login made from a name or an address: its letters without accents, and nothing that follows an @. */
function loginFrom(name: string): string {
  const [local = ''] = name.split('@')
  const plain = lowerCaseWithoutLatinAccents(local)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  return plain.slice(0, LONGEST) || 'user'
}

/** Returns a login like a name that none of the others is: with a number if need be. */
function freeLogin(name: string, taken: readonly string[]): string {
  const wanted = loginFrom(name)
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`
    const login = `${wanted.slice(0, LONGEST - end.length)}${end}`
    if (!taken.includes(login)) return login
  }
}

/** The actor of what a sign-in changes, in the audit. No login contains parentheses. */
const organisation: WriteStamp['actor'] = { id: 0, login: '(organisation)' }

/** The longest ID token that is kept for the end of a session: a longer one does not fit into an address. */
const LONGEST_TOKEN = 4000

async function knownUser(
  db: Db,
  { issuer, subject }: Pick<IssuerPerson, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  const found = await sql<{ readonly user_id: number }>`
      select user_id from identities where issuer = ${issuer} and subject = ${subject}`.first(db)
  return found && (await allUsers(db)).find(({ id }) => id === found.user_id)
}

/**
 * Returns the account of a person's verified address, which no organisation has yet. An address that its user gave without a proof
 * is no ground: whoever gave it would share the rights of the person.
 */
async function linkableUser(db: Db, { email }: IssuerPerson): Promise<User | undefined> {
  if (email === '') return undefined
  const found = await sql<{
    readonly id: number
  }>`select id from users where lower(email) = ${email.toLowerCase()}
      and is_email_unproven = 0 and not exists (select 1 from identities where user_id = users.id)`.first(db)
  return found && (await allUsers(db)).find(({ id }) => id === found.id)
}

/** Adds the user of a new person. The address is left out where another account has it. */
async function addPerson(db: Db, person: IssuerPerson, role: string, writer: WriteStamp): Promise<User> {
  const taken = (await allUsers(db)).map(({ login }) => login)
  const email = (await isEmailTaken(db, person.email)) ? '' : person.email
  const account = {
    login: freeLogin(person.login, taken),
    role,
    password_hash: null,
    display_name: person.displayName,
    email,
    language: '',
  }
  const id = await addUserRow(db, account, writer)
  const added = (await allUsers(db)).find((user) => user.id === id)
  if (added === undefined) throw new Error(`the account ${account.login} was not made`)
  return added
}

/** Gives a user the role that the organisation says now. The last administrator stays one. */
async function setRoleTo(db: Db, user: User, role: string, writer: WriteStamp): Promise<void> {
  if (role !== user.role) await setRole(db, user, role, writer)
}

/** Gives a user the name and the verified address that the organisation says now; not an address that another account has. */
async function followProfile(
  db: Db,
  user: User,
  { email, displayName }: IssuerPerson,
  writer: WriteStamp,
): Promise<void> {
  const isNewName = displayName !== '' && displayName !== user.display_name
  const isNewEmail = email !== '' && email.toLowerCase() !== user.email.toLowerCase()
  const changed = {
    ...(isNewName && { display_name: displayName }),
    ...(isNewEmail && !(await isEmailTaken(db, email, user.id)) && { email }),
  }
  if (Object.keys(changed).length > 0) await setProfile(db, user, changed, writer)
}

/** The groups that the organisation speaks of. */
interface OrganisationGroups {
  /** By id, the role that the person has; undefined for none. */
  readonly roles: ReadonlyMap<number, GroupRole | undefined>
  readonly unknown: readonly string[]
}

/** Returns the id of the group that a rule names: by its id, or by the slug that it has or was the last to have. */
async function groupNamed(db: Db, text: string): Promise<number | undefined> {
  const slug = unicodeNormalizedText(text, 'NFKC').toLowerCase()
  const id = /^\d{1,15}$/.test(slug) ? Number(slug) : 0
  const found = sql<{ readonly id: number }>`select id from groups where id = ${id} or slug = ${slug}
    order by case when id = ${id} then 0 else 1 end`
  return (await found.first(db))?.id ?? idOfFormerSlug(db, 'group', slug)
}

/** Returns the groups that rules name. The higher role counts where two names are of one group. */
async function groupsNamed(db: Db, named: OrganisationSignIn['groups']): Promise<OrganisationGroups> {
  const roles = new Map<number, GroupRole | undefined>()
  const unknown: string[] = []
  for (const [text, role] of named) {
    const id = await groupNamed(db, text)
    if (id === undefined) unknown.push(text)
    else {
      const known = roles.get(id)
      roles.set(
        id,
        groupRoles.findLast((one) => one === role || one === known),
      )
    }
  }
  return { roles, unknown }
}

/**
 * Gives a user the roles in groups that the organisation says now, and takes what a rule gave that none gives any more. Other memberships in groups
 * that it does not speak of stay.
 */
async function followGroups(
  db: Db,
  user: User,
  { roles }: OrganisationGroups,
  writer: WriteStamp,
): Promise<void> {
  const given = await sql<{
    readonly group_id: number
  }>`select group_id from group_members where user_id = ${user.id} and by_rule = 1`.rows(db)
  for (const { group_id } of given)
    if (!roles.has(group_id)) await setMemberByRule(db, group_id, user, undefined, writer)
  for (const [group, role] of roles) await setMemberByRule(db, group, user, role, writer)
}

/** Takes from the account of a refused person what the organisation gave. */
async function turnAway(
  db: Db,
  user: User,
  { role, groups }: { readonly role: string; readonly groups: OrganisationGroups },
  writer: WriteStamp,
): Promise<void> {
  await setRoleTo(db, user, role, writer)
  const none = new Map([...groups.roles.keys()].map((group) => [group, undefined]))
  await followGroups(db, user, { ...groups, roles: none }, writer)
  await sql`delete from sessions where user_id = ${user.id}`.execute(db)
}

async function noteSignIn(
  db: Db,
  { id }: User,
  { issuer, subject }: IssuerPerson,
  now: number,
): Promise<void> {
  const noted = await sql`update identities set signed_in_utc = ${now}
      where issuer = ${issuer} and subject = ${subject} returning id`.first(db)
  if (noted !== undefined) return
  await insertRow(db, 'identities', { user_id: id, issuer, subject, created_utc: now, signed_in_utc: now })
}

/** Seconds in which the same refusal is noted once. */
const REFUSED_AGAIN = 3600

/** Notes in the audit why a person was refused. */
async function noteRefusal(
  db: Db,
  user: User | undefined,
  refusal: OrganisationSignIn['refusal'],
  writer: WriteStamp,
): Promise<void> {
  const person = user && { id: user.id, login: user.login }
  const values = { ...refusal, ...(person && { person }) }
  const since = epochOfInstant(writer.moment.now) - REFUSED_AGAIN
  const noted =
    await sql`select id from audit where at_utc > ${since} and act = 'sign_in_refused' and act_values = ${JSON.stringify(values)} limit 1`.first(
      db,
    )
  if (noted === undefined)
    await addActRow(db, writer, { resource: 'user', item_id: user?.id ?? 0, act: 'sign_in_refused', values })
}

const RULES = 'sign_in_rules'
/** The id of the user who set the rules. */
const RULES_BY = 'sign_in_rules_by'

async function setRules(
  db: Db,
  text: string,
  writer: WriteStamp,
  check: (before: string) => void,
): Promise<void> {
  const before = (await storedSettings(db))[RULES] ?? ''
  check(before)
  if (text === before) return
  const isCleared = text === ''
  await saveSettings(db, {
    [RULES]: isCleared ? undefined : text,
    [RULES_BY]: isCleared ? undefined : String(writer.actor.id),
  })
  const values = { rules: text.split('\n').filter((line) => line !== '') }
  await addActRow(db, writer, { resource: 'settings', item_id: 0, act: 'sign_in_rules_set', values })
}

type NamedPerson = Pick<IssuerPerson, 'issuer' | 'subject'>

/** Takes a person of an organisation from whoever is that person, and signs them out. */
async function unlink(db: Db, { issuer, subject }: NamedPerson, writer: WriteStamp): Promise<void> {
  const user = await knownUser(db, { issuer, subject })
  if (user === undefined) return
  await sql`delete from identities where issuer = ${issuer} and subject = ${subject}`.execute(db)
  await sql`delete from sessions where user_id = ${user.id}`.execute(db)
  const person = { id: user.id, login: user.login }
  await addActRow(db, writer, {
    resource: 'user',
    item_id: user.id,
    act: 'identity_unlinked',
    values: { person },
  })
}

/** The persons of organisations that a user is. */
const personsOf = (db: Db, { id }: Pick<UserAndRoles, 'id'>): Promise<readonly NamedPerson[]> =>
  sql<NamedPerson>`select issuer, subject from identities where user_id = ${id}`.rows(db)

/** Whether a person is one of these; undefined for whether there are none. */
const isOneOf = (persons: readonly NamedPerson[], person: NamedPerson | undefined) =>
  person === undefined
    ? persons.length === 0
    : persons.some(({ issuer, subject }) => issuer === person.issuer && subject === person.subject)

async function link(
  db: Db,
  { id, login }: UserAndRoles,
  person: NamedPerson | undefined,
  writer: WriteStamp,
): Promise<boolean> {
  const has = await personsOf(db, { id })
  if (isOneOf(has, person)) return false
  for (const one of has) await unlink(db, one, writer)
  if (person === undefined) return true
  await unlink(db, person, writer)
  await insertRow(db, 'identities', {
    ...person,
    user_id: id,
    created_utc: epochOfInstant(writer.moment.now),
    signed_in_utc: epochOfInstant(writer.moment.now),
  })
  await sql`delete from sessions where user_id = ${id}`.execute(db)
  const values = { person: { id, login } }
  await addActRow(db, writer, { resource: 'user', item_id: id, act: 'identity_linked', values })
  return true
}

/** Ends sessions in the transaction `db`: those that began at the issuer alone. */
async function logOut(
  db: Db,
  { issuer, subject, sid }: NamedPerson & { readonly sid: string },
): Promise<number> {
  // Without both, everybody would be signed out.
  if (subject === '' && sid === '') return 0
  const ofPerson = subject === '' ? sql`` : sql`and subject = ${subject}`
  // Sessions from before their names were kept have none.
  const ofSession = sid === '' ? sql`` : subject === '' ? sql`and sid = ${sid}` : sql`and sid in (${sid}, '')`
  const ended = await sql`delete from sessions where ends_utc is not null ${ofSession}
      and user_id in (select user_id from identities where issuer = ${issuer} ${ofPerson}) returning id`.rows(
    db,
  )
  return ended.length
}

async function entered(
  db: Db,
  entry: OrganisationSignIn,
  groups: OrganisationGroups,
  moment: Moment,
): Promise<Session | OrganisationSignInRefusal> {
  const { person, links, roleOf, refusedRole } = entry
  const writer: WriteStamp = { moment, actor: organisation }
  const now = epochOfInstant(moment.now)
  const known = await knownUser(db, person)
  const found = known ?? (links ? await linkableUser(db, person) : undefined)
  if (found?.suspended) return 'suspended'
  const isInGroup = [...groups.roles.values()].some((one) => one !== undefined)
  const setDeskRules = found !== undefined && (await storedSettings(db))[RULES_BY] === String(found.id)
  const role = roleOf({ current: found?.role, isInGroup, setDeskRules })
  if (role === undefined) {
    if (known !== undefined) await turnAway(db, known, { role: refusedRole, groups }, writer)
    await noteRefusal(db, known, entry.refusal, writer)
    return 'refused'
  }
  const user = found ?? (await addPerson(db, person, role, writer))
  await setRoleTo(db, user, role, writer)
  await followGroups(db, user, groups, writer)
  await followProfile(db, user, person, writer)
  await noteSignIn(db, user, person, now)
  const after = (await allUsers(db)).find(({ id }) => id === user.id) ?? user
  const { id, login, display_name, language } = after
  const idToken = entry.idToken.length > LONGEST_TOKEN ? '' : entry.idToken
  const begun = { agent: entry.agent, idToken, sid: entry.sid, ends_utc: now + entry.seconds }
  return beginUserSession(db, { id, login, role: after.role, display_name, language }, begun, now)
}

async function enter(db: Db, entry: OrganisationSignIn, moment: Moment): Promise<OrganisationSignInResult> {
  const groups = await groupsNamed(db, entry.groups)
  return { outcome: await entered(db, entry, groups, moment), unknownGroups: groups.unknown }
}

/** Notes the use of a name, and forgets those that hold no more. Returns whether it is the first one. */
async function isFirstUse(
  db: Db,
  { name, until }: { readonly name: string; readonly until: number },
  { now }: Moment,
): Promise<boolean> {
  await sql`delete from used_assertions where until_utc < ${epochOfInstant(now)}`.execute(db)
  const noted = sql`insert into used_assertions (name, until_utc) values (${name}, ${until})
    on conflict (name) do nothing returning name`
  return await noted.exists(db)
}

/** The identities of one database. */
export function organisationSignInStore(connection: OpenDatabase) {
  const changes = accountChangeRunnerOf(connection)
  return {
    /**
     * Begins a session of a person whom an organisation signs in, with the account as the organisation wants it: in one transaction. An
     * account that is refused loses its role, its memberships in those groups and those that a rule gave, and its sessions. Others stay.
     */
    enter: (entry: OrganisationSignIn, moment: Moment) => changes.change((db) => enter(db, entry, moment)),
    /** Whether something that counts once is used for the first time, by its name, until a second since 1970 UTC at which it holds no more. */
    isFirstUse: (once: { readonly name: string; readonly until: number }, moment: Moment) =>
      changes.change((db) => isFirstUse(db, once, moment)),
    /** Whether an organisation signs the user in. */
    async has({ id }: Pick<UserAndRoles, 'id'>) {
      const found = sql`select id from identities where user_id = ${id} limit 1`
      return await found.exists(connection.reader)
    },
    /**
     * Makes a person of an organisation the one of a user, whoever was that person before, or nobody for undefined. All of them are
     * signed out. Returns false where that is so: nothing is written.
     */
    async link(
      user: Pick<UserAndRoles, 'id' | 'login'>,
      person: NamedPerson | undefined,
      writer: WriteStamp,
    ) {
      if (isOneOf(await personsOf(connection.reader, user), person)) return false
      return (await changes.ofUser(user.login, (db, user) => link(db, user, person, writer))) ?? false
    },
    /** Ends the sessions that an issuer ended: all of a person by that issuer, or the one with a name there. Returns how many. */
    logOut: (ended: Pick<IssuerPerson, 'issuer' | 'subject'> & { readonly sid: string }) =>
      changes.change((db) => logOut(db, ended)),
    /** Returns the rules for roles that administrators keep, one a line. */
    rules: async () => (await storedSettings(connection.reader))[RULES] ?? '',
    /** Keeps rules. `check` throws where those before are not the ones that the caller has seen. */
    setRules: (text: string, writer: WriteStamp, check: (before: string) => void = () => {}) =>
      changes.change((db) => setRules(db, text, writer, check)),
  }
}
