/** Who may read and edit what, and when it is public. */

// The one rule of who may read and who may edit an item (contract §5, §16). The policy calls it. Tests keep the SQL conditions and
// the in-memory columns of lists equal to it.

/** The items that a role lets a user read and edit in addition to published ones. */
export interface RoleReach {
  /** Unpublished items that the user may read. */
  readonly reads: 'none' | 'own' | 'all'
  /** Items that the user may edit: event passwords and hiding do not apply to these. */
  readonly edits: 'none' | 'own unpublished' | 'own' | 'all'
}

/** The items that a viewer may read and edit in addition to published ones. */
export interface AccessScope extends RoleReach {
  /** The id of the user; undefined for anonymous viewers. */
  readonly user: number | undefined
  /** By the id of a group, what its role there lets the viewer do on items of the group, where the role on the site does less. */
  readonly groups?: ReadonlyMap<number, RoleReach>
  /** Whether the viewer keeps the site itself: its own pages are seen by nobody else before they are public. */
  readonly administers?: true
}

/** The properties of an item that the rule depends on. */
export interface AccessedItem {
  /** The id of its author. */
  readonly author: number
  /** Whether it counts as published now. */
  readonly isPublic: boolean
  /** The id of its group; 0 for none. Absent for venues and organizers, which are of the whole site. */
  readonly group?: number
}

const owns = ({ user }: AccessScope, { author }: AccessedItem) => user !== undefined && user === author

function reachReads(reach: RoleReach | undefined, scope: AccessScope, item: AccessedItem): boolean {
  return reach?.reads === 'all' || (reach?.reads === 'own' && owns(scope, item))
}

function reachEdits(reach: RoleReach | undefined, scope: AccessScope, item: AccessedItem): boolean {
  if (reach === undefined || reach.edits === 'none') return false
  return reach.edits === 'all' || (owns(scope, item) && (reach.edits === 'own' || !item.isPublic))
}

/** The reach of the viewer's role in the group of an item; undefined if it is no member, or the item has no group. */
const reachInGroup = ({ groups }: AccessScope, { group }: AccessedItem) =>
  group === undefined ? undefined : groups?.get(group)

/** Whether the viewer may read the item. */
export function scopeMayRead(scope: AccessScope, item: AccessedItem): boolean {
  if (item.isPublic || reachReads(scope, scope, item)) return true
  if (scope.groups === undefined) return false
  // A place that a member adds to a draft of the group stays in sight of the member.
  return item.group === undefined ? owns(scope, item) : reachReads(reachInGroup(scope, item), scope, item)
}

/** Whether the viewer may edit, trash and delete the item. */
export function scopeMayEdit(scope: AccessScope, item: AccessedItem): boolean {
  if (reachEdits(scope, scope, item)) return true
  return scope.groups !== undefined && reachEdits(reachInGroup(scope, item), scope, item)
}

/** Returns the groups in which the viewer's role satisfies a test, ascending. */
export function groupIdsWhere(
  { groups }: AccessScope,
  test: (reach: RoleReach) => boolean,
): readonly number[] {
  return [...(groups ?? [])]
    .filter(([, reach]) => test(reach))
    .map(([id]) => id)
    .sort((a, b) => a - b)
}

/** Returns a text that is equal for viewers of whom each may read and edit what the others may. */
export function accessScopeKey({ user, reads, edits, groups, administers }: AccessScope): string {
  const isOwn = reads === 'own' || edits === 'own' || edits === 'own unpublished' || groups !== undefined
  const members = [...(groups ?? [])].map(([id, reach]) => `${id} ${reach.reads} ${reach.edits}`)
  return [reads, edits, administers === true ? 'site' : '', isOwn ? user : '', ...members].join('\n')
}

// Whether events are in the main calendar (contract §16).

/** The part of a group that decides whether its events are in the main calendar. */
interface OfGroup {
  readonly main: 'all' | 'review' | 'none'
}

/** Whether events of a group are in the main calendar that nobody has set. */
export const areGroupEventsInMainByDefault = ({ main }: OfGroup): boolean => main === 'all'

/** Whether an event is in the main calendar. `own` is set for it alone; null follows its group. Without a group it always is. */
export function isInMainCalendarByGroupAndOwnFlag(group: OfGroup | undefined, own: 0 | 1 | null): boolean {
  if (group === undefined) return true
  return own === null ? areGroupEventsInMainByDefault(group) : own === 1
}

/** Publication (contract §4.3): the status and publication date of items, and when an item counts as published. */

export type SettableStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private'
export type ItemStatus = SettableStatus | 'trash'

export interface Publication {
  readonly status: ItemStatus
  /** Publication date, seconds since 1970 UTC. */
  readonly date: number
  /** Whether the date was ever sent, or set by a first publication. */
  readonly dateSet: boolean
}

export interface RequestedPublicationChange {
  readonly status?: SettableStatus | undefined
  /** The publication date sent, seconds since 1970 UTC. */
  readonly date?: number | undefined
  /** Now, seconds since 1970 UTC. */
  readonly now: number
  /** Whether the user may publish. Without this right an item becomes `pending` until it is approved. */
  readonly mayPublish: boolean
}

/** The status of an item at `now` (seconds since 1970 UTC): a `future` item is published once its date is reached. */
export function itemStatusAt(kept: ItemStatus, date: number, now: number): ItemStatus {
  return kept === 'future' && date <= now ? 'publish' : kept
}

/** Whether the publication is approved: the item is published, or will be at its date. */
export function isApprovedStatus(status: ItemStatus): boolean {
  return status === 'publish' || status === 'future'
}

function scaledBack(sent: SettableStatus, mayPublish: boolean): SettableStatus {
  return mayPublish || sent === 'draft' ? sent : 'pending'
}

/** The publication of a new item; without a date in the change its date is now. */
export function newItemPublication(change: RequestedPublicationChange): Publication {
  const status = scaledBack(change.status ?? (change.mayPublish ? 'publish' : 'draft'), change.mayPublish)
  return settle(status, change.date ?? change.now, change.date !== undefined, change.now)
}

function settle(status: ItemStatus, date: number, dateSent: boolean, now: number): Publication {
  if (!isApprovedStatus(status)) return { status, date, dateSet: dateSent }
  return { status: date > now ? 'future' : 'publish', date, dateSet: true }
}

/**
 * The publication after a change. `kept` is the stored publication, with its status at `change.now`. A status equal
 * to the stored one counts as absent. A published item stays published unless its date moves into the future. A draft
 * without a date of its own gets now when it is first published.
 */
export function publicationAfterChange(kept: Publication, change: RequestedPublicationChange): Publication {
  const sent = change.status === kept.status ? undefined : change.status
  const dateSet = kept.dateSet || change.date !== undefined
  if (sent === undefined) {
    return settle(kept.status, change.date ?? kept.date, dateSet, change.now)
  }
  const status = scaledBack(sent, change.mayPublish)
  const takesNow = isApprovedStatus(status) && (kept.status === 'future' || !dateSet)
  const date = change.date ?? (takesNow ? change.now : kept.date)
  return settle(status, date, dateSet, change.now)
}
