/** Review: what waits for a decision, and what is seen before it is public. The door of the room. */
import type { Room } from '../api/room.ts'
import {
  decideOnOneEvent,
  decideOnOneSubmission,
  listAskedEvents,
  listSubmissions,
  readReview,
  readSubmissionImage,
} from './decisions.ts'
import {
  applyOneDraft,
  discardOneDraft,
  endPreviews,
  keepDraft,
  listDrafts,
  readDraft,
  sharePreview,
} from './drafts.ts'
import {
  changeSubmission,
  readChallenge,
  readSubmission,
  submit,
  withdrawOneSubmission,
} from './submissions.ts'

export const reviewRoom: Room = {
  name: 'review',
  operations: [
    readChallenge,
    listSubmissions,
    submit,
    readSubmission,
    changeSubmission,
    withdrawOneSubmission,
    readSubmissionImage,
    decideOnOneSubmission,
    listAskedEvents,
    readReview,
    decideOnOneEvent,
    sharePreview,
    endPreviews,
    listDrafts,
    readDraft,
    keepDraft,
    discardOneDraft,
    applyOneDraft,
  ],
}
