/** Schemas of submissions (contract §14, ext.). */
import { languageNames } from '../../languages.ts'
import type { ReviewAction } from '../../operations/reviews.ts'
import { decisions, type SubmissionAction } from '../../operations/submissions.ts'
import { type Json, ref } from '../document.ts'
import {
  eachSchema,
  flagSchema,
  listSchema,
  openSchema,
  schemaOfObject,
  textSchema,
  timestampOrNone,
  timestampSchema,
  wholeSchema,
} from './shapes.ts'

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

const similar = listSchema(
  schemaOfObject({
    id: wholeSchema,
    ...eachSchema(textSchema, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url'),
  }),
)
const state = { type: 'string', enum: ['pending', 'asked', 'approved', 'rejected', 'withdrawn'] }
const language = { type: 'string', enum: languageNames }
const submitter = schemaOfObject(eachSchema(textSchema, 'name', 'email'))
const event = { anyOf: [ref('Event'), { type: 'null' }] }

/** Schemas by name. */
export const schemasOfSubmissions: Readonly<Record<string, Json>> = {
  Challenge: schemaOfObject({
    ...eachSchema(textSchema, 'algorithm', 'challenge', 'salt', 'signature'),
    maxnumber: wholeSchema,
  }),
  Submitted: schemaOfObject({ id: wholeSchema, status: state, url: textSchema }),
  OwnSubmission: schemaOfObject({
    id: wholeSchema,
    status: state,
    ...eachSchema(textSchema, 'message', 'url', 'event_url'),
    created_utc: timestampSchema,
    decided_utc: timestampOrNone,
    submitter,
    has_image: flagSchema,
    sent: openSchema,
    unknown_terms: listSchema(textSchema),
  }),
  Submission: schemaOfObject({
    id: wholeSchema,
    status: state,
    message: textSchema,
    created_utc: timestampSchema,
    decided_utc: timestampOrNone,
    language,
    is_proven: flagSchema,
    submitter,
    unknown_terms: listSchema(textSchema),
    image_url: textSchema,
    event,
    version: textSchema,
    similar,
  }),
  EventReview: schemaOfObject({
    status: textSchema,
    decision: { type: 'string', enum: ['', ...decisions] },
    ...eachSchema(textSchema, 'message', 'reviewer'),
    decided_utc: timestampOrNone,
    event,
    version: textSchema,
    similar,
  }),
  SubmissionList: schemaOfObject({
    submissions: listSchema(ref('Submission')),
    ...eachSchema(wholeSchema, 'total', 'total_pages', 'space_used', 'space_limit'),
  }),
}
