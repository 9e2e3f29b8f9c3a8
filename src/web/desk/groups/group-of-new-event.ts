/** The group that new events begin in. */
import { hasRoleAtLeast, memberships } from '../api/session.ts'
import { deskGroupIdSignal } from '../route.ts'

/** Returns the id of the group that a new event begins in: the one that the desk is about, or the only one of a person who doesn't edit the whole site; 0 for none. */
export function groupIdOfNewEvent(): number {
  const shown = Number(deskGroupIdSignal.value)
  const own = memberships()
  if (shown > 0 && (hasRoleAtLeast('editor') || own.some(({ id }) => id === shown))) return shown
  const mayLeaveOpen = hasRoleAtLeast('editor') || (own.length > 1 && hasRoleAtLeast('contributor'))
  return mayLeaveOpen ? 0 : (own[0]?.id ?? 0)
}
