/** Events whose password the viewer sent (contract §1.10). */
import { scopeMayEdit } from '../../domain/publication/access.ts'
import type { ListedEventRecord, Viewer } from '../store.ts'

/** Whether the viewer sent the password of the event with this id. */
export function hasSentPassword({ opened }: Viewer, id: number): boolean {
  return opened === 'all' || opened?.has(id) === true
}

/**
 * Whether a password hides the event from the viewer. Viewers who sent it or may edit the event see everything
 * (contract §4.7).
 */
export function isPasswordHidden(
  { id, password_hash, author, status, group_id }: ListedEventRecord,
  viewer: Viewer,
): boolean {
  const isEditable = () =>
    scopeMayEdit(viewer.scope, { author, isPublic: status === 'publish', group: group_id ?? 0 })
  return password_hash !== null && !isEditable() && !hasSentPassword(viewer, id)
}
