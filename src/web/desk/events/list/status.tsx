/** Labels and badges for statuses. */
import type { EventPublicationStatus } from '../../api/types.ts'
import { t } from '../../words/index.ts'

/** The label of a status. */
export const statusText = (status: EventPublicationStatus): string => t(`status.${status}`)

/** The badge of a status. */
export function StatusMark({ status }: { readonly status: EventPublicationStatus }) {
  return <span class={`status ${status}`}>{statusText(status)}</span>
}
