/** Users, credentials, members, persons: types. */
import type { GroupRole, Scope } from '../../contract/operations/account-names.ts'
import type { ValuesByAct } from '../../contract/operations/audit.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type {
  EventTemplateTable,
  MailTable,
  SecondFactorTable,
  SecretFeedTable,
  SecretLinkTable,
  SessionTable,
  TokenTable,
} from '../tables/accounts.ts'
import type { GroupRecord } from '../tables.ts'

// Secret links, second factors, the queue of e-mail, and persons whom an organisation signs in.

/** A valid secret link, and its user. `expires_utc` is in seconds since 1970 UTC. */
export interface SecretLink extends UserAndRoles {
  readonly kind: SecretLinkTable['kind']
  readonly expires_utc: number
  readonly invited_by: string
}

/** A second factor, and how many recovery codes are left. */
export interface SecondFactor extends SecondFactorTable {
  readonly codes: number
}

/** An e-mail of the queue. */
export interface QueuedMail extends Omit<MailTable, 'data'> {
  readonly data: Readonly<Record<string, string>>
}

export type NewUncomposedMail = Pick<QueuedMail, 'kind' | 'recipient' | 'subject_id' | 'language' | 'data'>

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

export interface Token
  extends Readonly<Pick<TokenTable, 'id' | 'name' | 'created_utc' | 'expires_utc' | 'last_used_utc'>> {
  readonly login: string
  /** Empty for all rights of the user. */
  readonly scopes: readonly Scope[]
}

/**
 * The outcome of a change of an account: `unknown` if there is no such user or secret, `taken` if another account has the e-mail
 * address, `last` if it would leave no administrator.
 */
export type AccountChangeResult = 'done' | 'unknown' | 'taken' | 'last'

/** A secret feed: it shows the events of these statuses that its owner may see. */
export interface NewSecretFeed {
  readonly name: string
  readonly statuses: readonly Status[]
}

export interface StoredSecretFeed
  extends NewSecretFeed,
    Readonly<Pick<SecretFeedTable, 'id' | 'created_utc' | 'last_used_utc'>> {
  readonly login: string
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
export interface ShownSession
  extends Readonly<
    Pick<SessionTable, 'id' | 'user_id' | 'created_utc' | 'used_utc' | 'expires_utc' | 'agent'>
  > {
  readonly login: string
  readonly is_current: boolean
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

// The members and templates of groups.

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

export interface EventTemplate extends EventTemplateTable {}

/** The columns of a template that are set. */
export type TemplateValues = Pick<EventTemplate, 'group_id' | 'name' | 'fields'>
