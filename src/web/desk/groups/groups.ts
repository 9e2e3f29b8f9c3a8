/** The groups that the desk offers, and what the signed-in user may do in them and on the site. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type GroupRole, groupRoles } from '../../../contract/operations/account-names.ts'
import {
  currentUser,
  hasRoleAtLeast,
  loadWholeList,
  memberships,
  type QueryFields,
  type Role,
} from '../api/api.ts'
import type { EventItem, Group, Venue } from '../api/types.ts'
import { deskGroupIdSignal } from '../route.ts'
import { t, wordAt } from '../words/index.ts'

/** The label of a role in a group; of one that this version does not know, its name. */
export const groupRoleText = (role: string): string => wordAt(`group-role.${role}`) ?? role

// The rights of the signed-in user, by the role on the site and those in groups. The service decides; the desk only offers what will pass.

const names: readonly string[] = groupRoles

const isAtLeast = (role: string, other: GroupRole) => names.indexOf(role) >= names.indexOf(other)

/** Whether the user has this role or a higher one in a group; without a group, in any. */
const hasGroupRole = (role: GroupRole, group?: number): boolean =>
  memberships().some((one) => (group === undefined || one.id === group) && isAtLeast(one.role, role))

/** The roles in groups that are also roles on the site. */
type CommonRole = Exclude<GroupRole, 'manager'> & Role

/** Whether the user has a role or a higher one on the site, or on the events of a group. */
const hasRoleWithin = (role: CommonRole, group: number): boolean =>
  hasRoleAtLeast(role) || (group !== 0 && hasGroupRole(role, group))

/** Whether the user may create events: on the site or in any group. */
export const mayCreateEvents = (): boolean => hasRoleAtLeast('contributor') || memberships().length > 0

/** Whether what the user publishes in a group, or in none (0), is public at once. */
export const mayPublishIn = (group: number): boolean => hasRoleWithin('author', group)

/** Whether the user may upload images and use those of the library. */
export const mayUpload = (): boolean => hasRoleAtLeast('author') || hasGroupRole('author')

/** Whether the user may decide on the pending events of a group, or of none (0). */
export const mayReviewInGroup = (group: number): boolean => hasRoleWithin('editor', group)

/** Whether the user may decide on pending events at all. */
export const mayReviewSome = (): boolean => hasRoleAtLeast('editor') || hasGroupRole('editor')

/** Whether the user may change an event, or propose changes to it: editors any, others their own. */
export function mayChangeEvent({ author, group }: Pick<EventItem, 'author' | 'group'>): boolean {
  const within = group?.id ?? 0
  const isOwn = author === currentUser()?.id
  return hasRoleWithin('editor', within) || (isOwn && hasRoleWithin('contributor', within))
}

/** Whether the user may change a venue or an organizer, which are of no group: editors any, authors their own, contributors their own that are not public. */
export function mayChangeVenueOrOrganizer({ author, status }: Pick<Venue, 'author' | 'status'>): boolean {
  if (hasRoleAtLeast('editor')) return true
  const isPublic = status === 'publish' || status === 'future'
  return author === currentUser()?.id && hasRoleAtLeast(isPublic ? 'author' : 'contributor')
}

export const mayManageGroup = (group: number): boolean =>
  hasRoleAtLeast('editor') || hasGroupRole('manager', group)

/** Whether the user decides whether events of a group are in the main calendar. */
export const mayDecideInMainOfGroup = ({ main }: { readonly main: string }): boolean =>
  hasRoleAtLeast('editor') || main === 'all'

// The groups that the desk offers: all of them to those who edit the whole site, their own to others.

type OfferedGroup = Pick<Group, 'id' | 'name' | 'main'>

const all = signal<readonly OfferedGroup[] | undefined>(undefined)
let isLoading = false

export const loadAllGroups = (more: QueryFields = {}): Promise<readonly Group[]> =>
  loadWholeList('/groups', more)

/** Loads the groups of menus again, after one was changed. A service that cannot tell them leaves the menus as they are. */
export async function refreshGroups(): Promise<void> {
  isLoading = true
  const found = await loadAllGroups().catch(() => undefined)
  isLoading = false
  if (found !== undefined) all.value = found
}

/** The groups that menus offer to the user, by name, as far as they are loaded. */
export const listOfferedGroups = (): readonly OfferedGroup[] =>
  hasRoleAtLeast('editor') ? (all.value ?? []) : memberships()

/** The name of a group, as far as it is known; empty for 0. */
export const groupName = (group: number): string =>
  group === 0 ? '' : (listOfferedGroups().find(({ id }) => id === group)?.name ?? t('number', { id: group }))

/** Returns the groups that menus offer, and loads them first if nobody did. */
export function useOfferedGroups(): readonly OfferedGroup[] {
  useEffect(() => {
    if (all.value === undefined && !isLoading && hasRoleAtLeast('editor')) void refreshGroups()
  }, [])
  return listOfferedGroups()
}

/** Returns the id of the group that a new event begins in: the one that the desk is about, or the only one of a person who doesn't edit the whole site; 0 for none. */
export function groupIdOfNewEvent(): number {
  const shown = Number(deskGroupIdSignal.value)
  const own = memberships()
  if (shown > 0 && (hasRoleAtLeast('editor') || own.some(({ id }) => id === shown))) return shown
  const mayLeaveOpen = hasRoleAtLeast('editor') || (own.length > 1 && hasRoleAtLeast('contributor'))
  return mayLeaveOpen ? 0 : (own[0]?.id ?? 0)
}
