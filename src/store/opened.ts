/** Events whose password the viewer sent (contract §1.10). */
import type { Asker } from './store.ts'

/** Whether the viewer sent the password of the event with this id. */
export function isOpened({ opened }: Asker, id: number): boolean {
  return opened === 'all' || opened?.has(id) === true
}
