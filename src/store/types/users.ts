/** Users, their tokens and their sessions: types only. */
import type { GroupRole, Scope } from '../../contract/operations/accounts/account-names.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { WriteStamp } from './write-stamp.ts'

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
