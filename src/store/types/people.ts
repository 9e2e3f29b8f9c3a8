/** Users, credentials, members, persons: types. */
import type { GroupRole, Scope } from '../../contract/operations/account-names.ts'
import type { ValuesByAct } from '../../contract/operations/audit.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { EventTemplateTable, MailTable, SecondFactorTable, SecretLinkTable } from '../tables/accounts.ts'
import type { GroupRecord } from '../tables.ts'
import type { WriteStamp } from './log.ts'

// Secret links, second factors, the queue of e-mail, and persons whom an organisation signs in.

/** A valid secret link, and its user. `expires_utc` is in seconds since 1970 UTC. */
export interface SecretLink extends UserAndRoles {
  readonly kind: SecretLinkTable['kind']
  readonly expires_utc: number
  readonly invited_by: string
}

export interface SecretLinkStore {
  /**
   * Creates a link of a user, valid for a day, for an invitation a week, which ends the one before it; `invited_by` is the name of who
   * invites. Returns its secret for the only time.
   */
  create(
    user: number,
    kind: SecretLink['kind'],
    moment: Moment,
    invited_by?: string,
  ): Promise<{ readonly secret: string; readonly expires_utc: number }>
  /** How many links of a user were created after a time in seconds since 1970 UTC. */
  createdSince(user: number, since: number): Promise<number>
  find(secret: string, moment: Moment): Promise<SecretLink | undefined>
  /** Returns an invitation that expired without being used, or followed by another one. */
  expiredInvitation(secret: string, moment: Moment): Promise<Pick<SecretLink, 'invited_by'> | undefined>
  /**
   * Uses a link up: stores the hash of a password, and ends the user's sessions and other links. Returns the user; undefined for
   * a link that is not valid.
   */
  use(secret: string, passwordHash: string, moment: Moment): Promise<UserAndRoles | undefined>
}

/** A new e-mail address with the secret that confirms it, and its user. */
interface AddressSecret {
  readonly secret: string
  readonly email: string
  readonly user: number
}

/** New e-mail addresses of users, which wait a day to be confirmed (`Accounts.confirmEmail`). */
export interface EmailChangeStore {
  /**
   * Queues a message to a new address of a user, in place of one that waits. Returns its id; undefined after `most`
   * messages of that user or to that address within `seconds`.
   */
  begin(
    user: Pick<UserAndRoles, 'id'>,
    email: string,
    limit: { readonly most: number; readonly seconds: number },
    moment: Moment,
  ): Promise<number | undefined>
  /** The address that waits for a user's confirmation. */
  waitingOf(user: Pick<UserAndRoles, 'id'>, moment: Moment): Promise<string | undefined>
  /** Makes a new secret for an address; undefined for one that does not wait any more, or that another account has. */
  newSecret(id: number, moment: Moment): Promise<AddressSecret | undefined>
}

type Owner = Pick<UserAndRoles, 'id' | 'login'>

/** A second factor, and how many recovery codes are left. */
export interface SecondFactor extends SecondFactorTable {
  readonly codes: number
}

export interface SecondFactorStore {
  of(user: number): Promise<SecondFactor | undefined>
  /** Stores the key of a factor that is not confirmed yet. Returns whether it was stored: not where one is in use. */
  begin(user: number, secret: string): Promise<boolean>
  /** Puts the factor to use, with its recovery codes. Returns whether one was waiting for that. */
  confirm(user: Owner, step: number, codes: readonly string[], by: WriteStamp): Promise<boolean>
  /** Marks the time step of a code as used. Returns whether it was unused, and the factor not locked. */
  takeStep(user: number, step: number, moment: Moment): Promise<boolean>
  /** Uses a recovery code up. Returns whether it was one, and the factor not locked. */
  takeCode(user: number, code: string, moment: Moment): Promise<boolean>
  /** Counts a wrong code. The `most`th in succession locks the factor for `seconds`. */
  fail(
    user: number,
    limit: { readonly most: number; readonly seconds: number },
    moment: Moment,
  ): Promise<void>
  /** Removes the factor and its recovery codes. Returns whether there was one. */
  remove(user: Owner, by: WriteStamp): Promise<boolean>
}

/** An e-mail of the queue. */
export interface QueuedMail extends Omit<MailTable, 'data'> {
  readonly data: Readonly<Record<string, string>>
}

export type NewUncomposedMail = Pick<QueuedMail, 'kind' | 'recipient' | 'subject_id' | 'language' | 'data'>

export interface MailQueue {
  /** Adds an e-mail, due at once. */
  add(mail: NewUncomposedMail, moment: Moment): Promise<void>
  /** Whether an e-mail is due that no process has reserved. */
  isDue(moment: Moment): Promise<boolean>
  /** How many e-mails are in the queue, and since when the oldest one, in seconds since 1970 UTC; null if there is none. */
  standing(): Promise<{ readonly waiting: number; readonly waitingSince: number | null }>
  /** Takes an e-mail that is due, and reserves it for `seconds`, or until it is removed or postponed. */
  take(moment: Moment, seconds: number): Promise<QueuedMail | undefined>
  /** Returns the users with a login, or with an e-mail address in any case. */
  usersNamed(name: string): Promise<readonly User[]>
  /** Replaces an e-mail by others, in one transaction. */
  replace(id: number, mails: readonly NewUncomposedMail[], moment: Moment): Promise<void>
  remove(id: number): Promise<void>
  /** Makes an e-mail due later, after a failure. */
  postpone(id: number, failed: Pick<QueuedMail, 'next_utc' | 'attempts' | 'error'>): Promise<void>
  /** Records that a user wants a new password while no e-mail can be sent. */
  noteAsked(user: number, moment: Moment): Promise<void>
}

/** A person whom an organisation signs in; "" for what it does not say. */
export interface IssuerPerson {
  readonly issuer: string
  /** The name of the person at the issuer, which never changes. */
  readonly subject: string
  /** The name or address from which the login of a new account is made. */
  readonly login: string
  readonly displayName: string
  /** A verified e-mail address. */
  readonly email: string
}

/** How a person whom an organisation signs in becomes a user. */
export interface OrganisationSignIn {
  readonly person: IssuerPerson
  /** Whether a verified e-mail address finds an account that no organisation has yet. */
  readonly links: boolean
  /** The roles in groups that the organisation speaks of, by id or slug, also a former one; undefined takes the person out of the group. */
  readonly groups: ReadonlyMap<string, GroupRole | undefined>
  /**
   * Returns the role on the site, given that of the account if there is one, whether the person gets a role in a group that exists, and
   * whether the person was the last to set the rules that administrators keep; undefined refuses the person.
   */
  roleOf(known: {
    readonly current: string | undefined
    readonly isInGroup: boolean
    readonly setDeskRules: boolean
  }): string | undefined
  /** The role of an account whose person is refused: it keeps nothing that the organisation gave. */
  readonly refusedRole: string
  readonly agent: string
  /** The ID token, which ends the session at the issuer. */
  readonly idToken: string
  /** The name of the session at the issuer; "" without one. */
  readonly sid: string
  /** What the audit says if the person is refused. */
  readonly refusal: Omit<ValuesByAct['sign_in_refused'], 'person'>
  /** Seconds after which the session ends at the latest. */
  readonly seconds: number
}

/** Why a person does not enter: the organisation's rules refuse them, or an administrator suspended the account. */
export type OrganisationSignInRefusal = 'refused' | 'suspended'

/** The session that a sign-in began, or why it began none. */
export interface OrganisationSignInResult {
  readonly outcome: Session | OrganisationSignInRefusal
  /** The slugs that no group has. */
  readonly unknownGroups: readonly string[]
}

export interface OrganisationSignInStore {
  /**
   * Begins a session of a person whom an organisation signs in, with the account as the organisation wants it: in one transaction. An
   * account that is refused loses its role, its memberships in those groups and those that a rule gave, and its sessions. Others stay.
   */
  enter(entry: OrganisationSignIn, moment: Moment): Promise<OrganisationSignInResult>
  /** Whether something that counts once is used for the first time, by its name, until a second since 1970 UTC at which it holds no more. */
  isFirstUse(once: { readonly name: string; readonly until: number }, moment: Moment): Promise<boolean>
  /** Whether an organisation signs the user in. */
  has(user: Pick<UserAndRoles, 'id'>): Promise<boolean>
  /**
   * Makes a person of an organisation the one of a user, whoever was that person before, or nobody for undefined. All of them are
   * signed out. Returns whether there is such a user.
   */
  link(
    login: string,
    person: Pick<IssuerPerson, 'issuer' | 'subject'> | undefined,
    writer: WriteStamp,
  ): Promise<boolean>
  /** Ends the sessions that an issuer ended: all of a person by that issuer, or the one with a name there. Returns how many. */
  logOut(ended: Pick<IssuerPerson, 'issuer' | 'subject'> & { readonly sid: string }): Promise<number>
  /** Returns the rules for roles that administrators keep, one a line. */
  rules(): Promise<string>
  setRules(text: string, writer: WriteStamp): Promise<void>
}

// Users, their tokens and their sessions.

/** The public part of a user. */
export interface UserAndRoles {
  readonly id: number
  readonly login: string
  readonly role: string
  /** The roles in groups, by the id of the group; undefined for none, and where nobody asks for them. */
  readonly groups?: ReadonlyMap<number, GroupRole> | undefined
}

/** The fields of the profile that users fill in. */
export interface Profile {
  /** The name that others see; "" shows the login. */
  readonly display_name: string
  readonly email: string
  /** The language of e-mail to the user; "" is that of the site. */
  readonly language: string
}

/** A user as administrators and the user see it. Times are seconds since 1970 UTC. */
export interface User extends UserAndRoles, Profile {
  readonly created_utc: number
  readonly has_password: boolean
  readonly second_factor: boolean
  /** When a new password was last requested while no e-mail could be sent; null if never. */
  readonly reset_asked_utc: number | null
  /** When the invitation of a user expires, or did, who has not followed it; null if there is none. */
  readonly invited_until_utc: number | null
  /** When a session or a token of the user was last used, to the hour, in seconds since 1970 UTC; null if never. */
  readonly last_seen_utc: number | null
  /** Whether the user may neither sign in nor use tokens and secret feeds. */
  readonly suspended: boolean
  /** Whether the user signs in through the organisation, and so has no password. */
  readonly single_sign_on: boolean
  /** The name that the organisation has for the user (`sub`); "" for none. */
  readonly subject: string
}

/** The user whose token a request has sent. */
export interface TokenUser extends UserAndRoles {
  readonly token: number
  /** The scopes that limit the token; undefined if nothing does. */
  readonly scopes?: readonly Scope[] | undefined
}

/** A token to create. `expires` is in seconds since 1970 UTC; without scopes it has all rights of its user. */
export interface NewToken {
  readonly name: string
  readonly expires: number | null
  readonly scopes: readonly Scope[]
}

export interface Token {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly created_utc: number
  readonly expires_utc: number | null
  readonly last_used_utc: number | null
  /** Empty for all rights of the user. */
  readonly scopes: readonly Scope[]
}

/** The user who changes an account, for the audit. By default a command. */
type By = WriteStamp['actor']

/**
 * The outcome of a change of an account: `unknown` if there is no such user or secret, `taken` if another account has the e-mail
 * address, `last` if it would leave no administrator.
 */
export type AccountChangeResult = 'done' | 'unknown' | 'taken' | 'last'

/** A session that has ended, with the ID token if an organisation began it. */
export interface EndedSession {
  /** undefined for a session that began with a password; "" if the organisation's token was not stored. */
  readonly idToken: string | undefined
}

export interface AccountStore {
  /**
   * Adds a user. Returns the id, or undefined if the login or the e-mail address is taken. `password` is already hashed; null allows
   * tokens only.
   */
  addUser(
    login: string,
    role: string,
    moment: Moment,
    more?: { readonly password?: string | null; readonly by?: By; readonly profile?: Partial<Profile> },
  ): Promise<number | undefined>
  users(): Promise<readonly User[]>
  /** Changes what a user tells of themselves. The former e-mail address gets a message about a new one. */
  setProfile(login: string, profile: Partial<Profile>, writer: WriteStamp): Promise<AccountChangeResult>
  /** Stores the e-mail address that a secret confirms. */
  confirmEmail(login: string, secret: string, writer: WriteStamp): Promise<AccountChangeResult>
  setRole(login: string, role: string, moment: Moment, by?: By): Promise<AccountChangeResult>
  /** Suspends a user, whose sessions end, or takes that back. `last` would leave no administrator. */
  setSuspended(login: string, isSuspended: boolean, writer: WriteStamp): Promise<AccountChangeResult>
  /** `leavesNobody` also removes the last administrator where there is no other user. */
  removeUser(login: string, moment: Moment, by?: By, leavesNobody?: boolean): Promise<AccountChangeResult>
  /**
   * Stores a password, already hashed, or null for none. Ends the user's sessions, except the one with the secret `kept`, and
   * the user's secret links. Returns whether the user exists.
   */
  setPassword(
    login: string,
    password: string | null,
    moment: Moment,
    more?: { readonly by?: By; readonly kept?: string | undefined },
  ): Promise<boolean>
  /** Ends the user's sessions. Returns whether the user exists. */
  endSessions(login: string, moment: Moment, by: By): Promise<boolean>
  /**
   * Creates a token. Returns it for the only time, or undefined if the user does not exist.
   */
  createToken(login: string, token: NewToken, moment: Moment, by?: By): Promise<string | undefined>
  tokens(login: string | undefined): Promise<readonly Token[]>
  revokeToken(id: number, moment: Moment, by?: By): Promise<boolean>
  /**
   * Returns the owner of a valid token; with a login, only if it is that user's. With `restDays`, the tokens of users whom an organisation
   * signs in are not valid so many days after the last sign-in.
   */
  accountOf(
    token: string,
    login: string | undefined,
    moment: Moment,
    restDays?: number,
  ): Promise<TokenUser | undefined>
}

/** A secret feed: it shows the events of these statuses that its owner may see. */
export interface NewSecretFeed {
  readonly name: string
  readonly statuses: readonly Status[]
}

export interface StoredSecretFeed extends NewSecretFeed {
  readonly id: number
  readonly login: string
  readonly created_utc: number
  readonly last_used_utc: number | null
}

export interface SecretFeedStore {
  /**
   * Creates a secret feed. Returns its id and, for the only time, its secret; undefined if the user does not
   * exist.
   */
  create(
    login: string,
    link: NewSecretFeed,
    writer: WriteStamp,
  ): Promise<{ readonly id: number; readonly secret: string } | undefined>
  all(): Promise<readonly StoredSecretFeed[]>
  /** Returns whether the feed existed. */
  revoke(id: number, writer: WriteStamp): Promise<boolean>
  /** Returns the owner of a valid secret, and the statuses that the feed shows. */
  held(secret: string, moment: Moment): Promise<(UserAndRoles & Pick<NewSecretFeed, 'statuses'>) | undefined>
}

/** A web session; `expires_utc` is in seconds since 1970 UTC. */
export interface Session extends UserAndRoles, Pick<Profile, 'display_name' | 'language'> {
  /** The value of the cookie. Only its hash is stored. */
  readonly secret: string
  readonly expires_utc: number
  /** When it ends whatever its use, of a session through an organisation; null for others. */
  readonly ends_utc: number | null
}

/** A session as its user sees it, without its secret. */
export interface ShownSession {
  readonly id: number
  readonly login: string
  readonly created_utc: number
  readonly used_utc: number
  readonly expires_utc: number
  /** The User-Agent header of the sign-in; "" if there was none. */
  readonly agent: string
  /** The id of its user. */
  readonly user_id: number
  readonly is_current: boolean
}

export interface SessionStore {
  /** The valid sessions of a user, or all with undefined, newest first; `current` is the secret of the session of the caller. */
  all(user: number | undefined, current: string | undefined, moment: Moment): Promise<readonly ShownSession[]>
  /** Ends one session by its id. */
  endOne(session: ShownSession, writer: WriteStamp): Promise<void>
  /** Returns the hash of the user's password; undefined if there is no such user or no password. */
  passwordOf(login: string): Promise<string | undefined>
  /**
   * Begins a session of the user with that password hash; undefined if the hash has changed. Deletes expired
   * sessions.
   */
  begin(login: string, passwordHash: string, moment: Moment, agent?: string): Promise<Session | undefined>
  /** Returns the valid session of a secret, and whether this use prolonged it. */
  held(secret: string, moment: Moment): Promise<(Session & { readonly isProlonged: boolean }) | undefined>
  end(secret: string): Promise<EndedSession>
}

// Persons, and the data that is kept of them.

/** A person: a user, whoever has an e-mail address, or both. */
export interface Person {
  readonly user: User | undefined
  /** "" for none. */
  readonly email: string
  /** The address of an actor of another server; undefined for others. */
  readonly actor?: string | undefined
}

type StoredRows = readonly Readonly<Record<string, unknown>>[]

/** The data that is kept of a person besides the account. Times are seconds since 1970 UTC. */
export interface KeptPersonData {
  readonly identity: StoredRows
  readonly sessions: StoredRows
  readonly tokens: StoredRows
  readonly feeds: StoredRows
  /** The groups of the account, with its roles. */
  readonly memberships: StoredRows
  readonly submissions: StoredRows
  /** The drafts of changes to events that the account kept last. */
  readonly drafts: StoredRows
  readonly audit: StoredRows
  /** The events that wait for the account. */
  readonly duties: StoredRows
  /** The items that the account is author of. */
  readonly items: StoredRows
  /** The images that the account uploaded. */
  readonly images: StoredRows
  /** The images, of whomever, that have the name of the person in their title or slug: erasing leaves them. */
  readonly named_images: readonly { readonly id: number; readonly title: string; readonly slug: string }[]
  /** Answers that are kept for a day, for clients that repeat a request. */
  readonly kept_answers: StoredRows
  /** E-mail to the person that waits to be sent, and addresses that the person has not confirmed. */
  readonly mail: StoredRows
  readonly email_changes: StoredRows
  /** An actor of another server as one that follows the calendar, is followed by it, and likes or shares events. */
  readonly followers: StoredRows
  readonly following: StoredRows
  readonly reactions: StoredRows
  /** The organizers with the address. */
  readonly organizers: readonly {
    readonly id: number
    readonly version: number
    readonly organizer: string
    readonly email: string
  }[]
}

export interface PersonStore {
  /** Notes in the audit that somebody else saw all that is kept of a person. The note has no address. */
  noteExport(person: Person, writer: WriteStamp): Promise<void>
  /** Deletes what the audit has from before a time in seconds since 1970 UTC. Returns the number of rows. */
  pruneAudit(before: number): Promise<number>
  dataOf(person: Person): Promise<KeptPersonData>
  /**
   * Erases the person from all that is kept besides accounts and organizers, the contact of merged organizers included. In the audit,
   * `deleted-N` stands in place of the login, and `organizers` have no values of their e-mail addresses and telephone numbers.
   */
  forget(person: Person, organizers: readonly number[]): Promise<void>
}

// The members and templates of groups.

/** A member of a group. */
export interface GroupMember extends Pick<UserAndRoles, 'login'>, Pick<Profile, 'display_name'> {
  /** The id of the user. */
  readonly user: number
  readonly role: GroupRole
}

/** A group that a user is a member of. */
export interface Membership extends Pick<GroupRecord, 'id' | 'name' | 'slug' | 'main'> {
  /** The user's role in the group. */
  readonly role: GroupRole
}

/** Reads the members of groups. */
export interface GroupMemberStore {
  /** The members of a group, by login. */
  all(group: number): Promise<readonly GroupMember[]>
  /** The groups of a user, by name. */
  of(user: number): Promise<readonly Membership[]>
}

/** A template of events. */
export interface EventTemplate extends EventTemplateTable {}

/** Keeps the templates of events. Every change writes an audit row of the group, or of the settings of the site. */
export interface EventTemplateStore {
  /** All templates, by name. */
  all(): Promise<readonly EventTemplate[]>
  /** The template with an id. */
  find(id: number): Promise<EventTemplate | undefined>
  /** Adds a template, and returns its id; undefined where its group, or the site, has `most` already. */
  add(
    template: Pick<EventTemplate, 'group_id' | 'name' | 'fields'>,
    most: number,
    writer: WriteStamp,
  ): Promise<number | undefined>
  rename(template: EventTemplate, name: string, writer: WriteStamp): Promise<void>
  remove(template: EventTemplate, writer: WriteStamp): Promise<void>
}
