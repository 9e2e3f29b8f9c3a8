/** Representation of submissions, as reviewers and private webhooks see them (contract §14). */
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { Proposal, ProposalState } from '../../store/store.ts'
import { type Root, restUrl } from '../urls.ts'

/** The status of a submission in the words of the interface: one that was sent is pending, as its event is. */
export const statusOfSubmission = ({
  state,
}: Proposal): 'pending' | Exclude<ProposalState, 'draft' | 'sent'> =>
  state === 'sent' || state === 'draft' ? 'pending' : state

/**
 * Returns the representation of a submission with that of its event, which is undefined if the event is deleted. It names the submitter,
 * so only reviewers may see it.
 */
export function representSubmission<E extends object>(shown: Proposal, event: E | undefined, root: Root) {
  const { id, message, sent_utc, decided_utc, language, is_proven, name, email } = shown
  return {
    id,
    status: statusOfSubmission(shown),
    message,
    language,
    is_proven,
    created_utc: utcTimestampOfEpoch(sent_utc),
    decided_utc: decided_utc === null ? '' : utcTimestampOfEpoch(decided_utc),
    submitter: { name, email },
    unknown_terms: shown.dropped,
    image_url: shown.image_size > 0 ? `${restUrl(root, 'submissions', id)}/image` : '',
    event: event ?? null,
  }
}
