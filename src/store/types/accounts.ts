/** Secret links, second factors, the queue of e-mail, and persons whom an organisation signs in: types only. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'
import type { ValuesByAct } from '../../contract/operations/accounts/audit-acts.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { MailTable, SecondFactorTable, SecretLinkTable } from '../tables/accounts.ts'
import type { Session, User, UserAndRoles } from './users.ts'
import type { WriteStamp } from './write-stamp.ts'

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
