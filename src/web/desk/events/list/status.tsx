/** Labels and badges for statuses. */
import type { Status } from '../../api/types.ts'
import { type Key, t } from '../../words/index.ts'

const words: Readonly<Record<Status, Key>> = {
  publish: 'status.publish',
  future: 'status.future',
  draft: 'status.draft',
  pending: 'status.pending',
  private: 'status.private',
  trash: 'status.trash',
}

/** The label of a status. */
export const statusText = (status: Status): string => t(words[status])

/** The badge of a status. */
export function StatusMark({ status }: { readonly status: Status }) {
  return <span class={`status ${status}`}>{statusText(status)}</span>
}
