/** Whom events wait for, and their notes (contract §23): types only. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Viewer } from './queries.ts'

/** A user whom an event waits for. */
export interface Assignee {
  readonly id: number
  readonly login: string
  /** The name that others see. */
  readonly display_name: string
}

/** What of an event or a series only those see who may edit it. */
export interface InternalPart {
  readonly note: string
  /** The user whom it waits for; null for nobody. */
  readonly assignee: Assignee | null
}

/** A user who is not suspended. */
export interface ActiveUser extends Assignee {
  readonly role: string
  readonly groups: ReadonlyMap<number, GroupRole>
}

/** The events that wait for some: those to include, or, where all others do, to exclude. */
export type EventIdsByAssignee =
  | { readonly include: readonly number[] }
  | { readonly exclude: readonly number[] }

export interface DutyReading {
  /** The user with an id, suspended or not. */
  assignee(id: number): Promise<Assignee | undefined>
  /** All users, suspended or not; only the one with a login. */
  assignees(login?: string): Promise<readonly Assignee[]>
  /** The users who are not suspended, by login; only the one with an id or a login. */
  activeUsers(named?: { readonly id: number } | { readonly text: string }): Promise<readonly ActiveUser[]>
  /** The events that wait for one of these users, or for nobody, and that the viewer may edit. */
  eventsByAssignee(
    assignees: { readonly ids: readonly number[]; readonly none: boolean },
    viewer: Viewer,
  ): Promise<EventIdsByAssignee>
}

export interface DutyWriting {
  /** Queues an e-mail to a user that an event or a series waits for them. What was not sent yet is told in one. */
  tellAssignee(
    user: number,
    of: { readonly name: 'event' | 'series'; readonly id: number },
    moment: Moment,
  ): Promise<void>
}
