/** Shows the author of an event the last message of a reviewer. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser } from '../api/api.ts'
import type { ChangesDraft } from '../events/changes-draft.ts'
import { useLoaded } from '../parts/loaded.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'

export type EventReview = components['schemas']['EventReview']

export async function loadLastReview(id: number): Promise<EventReview> {
  return (await callApi<EventReview>('GET', `/events/${id}/review`)).body
}

interface LastReviewProps {
  readonly id: number
  readonly status: string
  readonly author: number
  readonly modified_utc: string
  /** The draft of changes to an event that is public. */
  readonly draft: Pick<ChangesDraft, 'sent_utc' | 'modified_utc'> | undefined
}

/**
 * The message, until the event is published, or the draft that was given back is changed; of a draft that a reviewer took away, until the
 * public event is changed.
 */
export function LastReviewOfEvent({ id, status, author, modified_utc, draft }: LastReviewProps) {
  const loaded = useLoaded(() => loadLastReview(id), [id, status, draft])
  const { decision, message = '', reviewer = '', decided_utc = '' } = loaded.value ?? {}
  const isGivenBack = draft !== undefined && draft.sent_utc === '' && decided_utc >= draft.modified_utc
  const isTaken =
    status === 'publish' &&
    draft === undefined &&
    decision === 'reject' &&
    author === currentUser()?.id &&
    decided_utc >= modified_utc
  const isOpen = status === 'draft' || status === 'pending'
  if (!(isOpen || isGivenBack || isTaken) || (decision !== 'ask' && decision !== 'reject')) return null
  return (
    <div class="told" role="status">
      <p>
        {t(
          (isGivenBack || isTaken) && decision === 'reject'
            ? 'review.told.changes'
            : `review.told.${decision}`,
          {
            name: reviewer,
          },
        )}
      </p>
      <p class="detail">{utcAsSiteTimeText(decided_utc)}</p>
      {message !== '' && <blockquote>{message}</blockquote>}
    </div>
  )
}
