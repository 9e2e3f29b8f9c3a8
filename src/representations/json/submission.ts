/** Representation of submissions, as reviewers and private webhooks see them (contract §14). */
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { Submission } from '../../store/store.ts'
import { type Root, restUrl } from '../urls.ts'

/**
 * Returns the representation of a submission with that of its event, which is undefined if the event is deleted. It names the submitter,
 * so only reviewers may see it.
 */
export function representSubmission<E extends object>(shown: Submission, event: E | undefined, root: Root) {
  const { id, state, message, created_utc, decided_utc, language, is_proven, name, email } = shown
  return {
    id,
    status: state,
    message,
    language,
    is_proven,
    created_utc: utcTimestampOfEpoch(created_utc),
    decided_utc: decided_utc === null ? '' : utcTimestampOfEpoch(decided_utc),
    submitter: { name, email },
    unknown_terms: shown.dropped,
    image_url: shown.has_image ? `${restUrl(root, 'submissions', id)}/image` : '',
    event: event ?? null,
  }
}
