/** Labels and badges for statuses. */
import type { Status } from '../../api/types.ts'
import { t } from '../../words/index.ts'

/** The label of a status. */
export const statusText = (status: Status): string => t(`status.${status}`)

/** The badge of a status. */
export function StatusMark({ status }: { readonly status: Status }) {
  return <span class={`status ${status}`}>{statusText(status)}</span>
}
