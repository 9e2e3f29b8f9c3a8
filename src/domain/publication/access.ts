/**
 * The one rule of who may read and who may edit an item (contract §5, §16). The policy calls it. Tests keep the SQL conditions and
 * the in-memory columns of lists equal to it.
 */

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
