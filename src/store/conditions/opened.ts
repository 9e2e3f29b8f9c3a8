/** Events whose password the viewer sent (contract §1.10). */
import type { Viewer } from '../store.ts'

/** Whether the viewer sent the password of the event with this id. */
export function hasSentPassword({ opened }: Viewer, id: number): boolean {
  return opened === 'all' || opened?.has(id) === true
}
