/** Shows the author of an event the last message of a reviewer. */
import { useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'
import { loadLastReview } from './review.ts'

/** The message, until the event is published. */
export function LastReview({ id, status }: { readonly id: number; readonly status: string }) {
  const loaded = useLoaded(() => loadLastReview(id), [id, status])
  const { decision, message = '', reviewer = '' } = loaded.value ?? {}
  const isOpen = status === 'draft' || status === 'pending'
  if (!isOpen || (decision !== 'ask' && decision !== 'reject')) return null
  return (
    <div class="told" role="status">
      <p>{t(`review.told.${decision}`, { name: reviewer })}</p>
      {message !== '' && <blockquote>{message}</blockquote>}
    </div>
  )
}
