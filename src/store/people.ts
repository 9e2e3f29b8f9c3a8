/** Users, their tokens and their sessions, as others may know of them. Types only. */
import type { Status } from '../contract/resources/shared.ts'
import type { Moment } from '../domain/moment.ts'
import type { Writer } from './store.ts'

/** A user as far as others may know. */
export interface Account {
  readonly id: number
  readonly login: string
  readonly role: string
}

/** Whose token it is that a request came with. */
export interface SignedIn extends Account {
  readonly token: number
}

export interface KeptToken {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly created_utc: number
  readonly expires_utc: number | null
  readonly last_used_utc: number | null
}

/** Who changes an account, for the audit; a command where nobody is named. */
type By = Pick<Account, 'id' | 'login'>

export interface Accounts {
  /** The new user's id, or undefined where the login is taken. The password is hashed already; null for tokens alone. */
  addUser(
    login: string,
    role: string,
    moment: Moment,
    password?: string | null,
    by?: By,
  ): Promise<number | undefined>
  users(): Promise<readonly (Account & { readonly created_utc: number })[]>
  /** Whether there is such a user. */
  setRole(login: string, role: string, moment: Moment, by?: By): Promise<boolean>
  removeUser(login: string, moment: Moment, by?: By): Promise<boolean>
  /** Keeps a password, hashed already, or none, and ends the user's sessions. Whether there is such a user. */
  setPassword(login: string, password: string | null, moment: Moment, by?: By): Promise<boolean>
  /** Ends the user's sessions. Whether there is such a user. */
  endSessions(login: string, moment: Moment, by: By): Promise<boolean>
  /** The token, which is shown this once, or undefined where there is no such user. `expires` in seconds since 1970 UTC. */
  createToken(
    login: string,
    name: string,
    expires: number | null,
    moment: Moment,
    by?: By,
  ): Promise<string | undefined>
  tokens(login: string | undefined): Promise<readonly KeptToken[]>
  revokeToken(id: number, moment: Moment, by?: By): Promise<boolean>
  /** Whose token it is, if it holds; with a login, if it is that user's. */
  accountOf(token: string, login: string | undefined, moment: Moment): Promise<SignedIn | undefined>
}

/** A secret address of a feed: whose events it shows as they see them, and of which statuses. */
export interface FeedLink {
  readonly name: string
  readonly statuses: readonly Status[]
}

export interface KeptFeedLink extends FeedLink {
  readonly id: number
  readonly login: string
  readonly created_utc: number
  readonly last_used_utc: number | null
}

export interface FeedLinks {
  /** Its id and the secret, which is shown this once, or undefined where there is no such user. */
  create(
    login: string,
    link: FeedLink,
    writer: Writer,
  ): Promise<{ readonly id: number; readonly secret: string } | undefined>
  all(): Promise<readonly KeptFeedLink[]>
  /** Whether there was one of that id. */
  revoke(id: number, writer: Writer): Promise<boolean>
  /** Whose address it is, if it holds, and the statuses that it shows. */
  held(secret: string, moment: Moment): Promise<(Account & Pick<FeedLink, 'statuses'>) | undefined>
}

/** A session of the web; `expires_utc` in seconds since 1970 UTC. */
export interface Session extends Account {
  /** What the cookie carries; kept hashed alone. */
  readonly secret: string
  readonly expires_utc: number
}

export interface Sessions {
  /** The hash of the user's password; undefined where there is no such user, or no password. */
  passwordOf(login: string): Promise<string | undefined>
  /** A new session of the user with that password hash, or undefined where it has changed. Sweeps those that expired. */
  begin(login: string, passwordHash: string, moment: Moment): Promise<Session | undefined>
  /** The session of a secret, if it holds; whether this use prolongs it. */
  held(secret: string, moment: Moment): Promise<(Session & { readonly isProlonged: boolean }) | undefined>
  end(secret: string): Promise<void>
}
