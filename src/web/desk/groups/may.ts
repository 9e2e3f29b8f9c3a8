/** The rights of the signed-in user, by the role on the site and those in groups. The service decides; the desk only offers what will pass. */
import { type GroupRole, groupRoles } from '../../../contract/operations/accounts/account-names.ts'
import { currentUser, hasRoleAtLeast, memberships, type Role } from '../api/session.ts'
import type { EventItem, Venue } from '../api/types.ts'

const names: readonly string[] = groupRoles

/** Whether a role in a group is this one or a higher one. */
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

/** Whether the user may change a group and keep its members. */
export const mayManageGroup = (group: number): boolean =>
  hasRoleAtLeast('editor') || hasGroupRole('manager', group)

/** Whether the user decides whether events of a group are in the main calendar. */
export const mayDecideInMainOfGroup = ({ main }: { readonly main: string }): boolean =>
  hasRoleAtLeast('editor') || main === 'all'
