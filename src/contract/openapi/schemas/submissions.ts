/** Schemas of submissions (contract §14, ext.). */
import { languageNames } from '../../languages.ts'
import type { ReviewAction } from '../../operations/reviews.ts'
import { decisions, type SubmissionAction } from '../../operations/submissions.ts'
import { type Json, ref } from '../document.ts'
import { each, flag, listOf, object, open, text, timestamp, timestampOrNone, whole } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const submissionSchemas: { readonly [A in SubmissionAction]: string } = {
  'submission-challenge': 'Challenge',
  submit: 'Submitted',
  'list-submissions': 'SubmissionList',
  'read-submission': 'OwnSubmission',
  'change-submission': 'OwnSubmission',
  'withdraw-submission': 'OwnSubmission',
  'submission-image': 'Submission',
  'decide-submission': 'Submission',
}

/** The schemas of reviews of events. */
export const reviewSchemas: { readonly [A in ReviewAction]: string } = {
  'read-review': 'EventReview',
  'decide-event': 'EventReview',
}

const similar = listOf(
  object({ id: whole, ...each(text, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url') }),
)
const state = { type: 'string', enum: ['pending', 'asked', 'approved', 'rejected', 'withdrawn'] }
const language = { type: 'string', enum: languageNames }
const submitter = object(each(text, 'name', 'email'))
const event = { anyOf: [ref('Event'), { type: 'null' }] }

/** Schemas by name. */
export const ofSubmissions: Readonly<Record<string, Json>> = {
  Challenge: object({ ...each(text, 'algorithm', 'challenge', 'salt', 'signature'), maxnumber: whole }),
  Submitted: object({ id: whole, status: state, url: text }),
  OwnSubmission: object({
    id: whole,
    status: state,
    ...each(text, 'message', 'url', 'event_url'),
    created_utc: timestamp,
    decided_utc: timestampOrNone,
    submitter,
    has_image: flag,
    sent: open,
    unknown_terms: listOf(text),
  }),
  Submission: object({
    id: whole,
    status: state,
    message: text,
    created_utc: timestamp,
    decided_utc: timestampOrNone,
    language,
    is_proven: flag,
    submitter,
    unknown_terms: listOf(text),
    image_url: text,
    event,
    version: text,
    similar,
  }),
  EventReview: object({
    status: text,
    decision: { type: 'string', enum: ['', ...decisions] },
    ...each(text, 'message', 'reviewer'),
    decided_utc: timestampOrNone,
    event,
    version: text,
    similar,
  }),
  SubmissionList: object({
    submissions: listOf(ref('Submission')),
    ...each(whole, 'total', 'total_pages', 'space_used', 'space_limit'),
  }),
}
