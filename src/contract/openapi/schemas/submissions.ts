/** Schemas of submissions (contract §14, ext.). */
import { languageNames } from '../../languages.ts'
import type { PreviewLinkAction } from '../../operations/previews/preview-links.ts'
import type { ReviewAction } from '../../operations/reviews.ts'
import { decisions, type SubmissionAction } from '../../operations/submissions.ts'
import { componentReference, type Json } from '../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
} from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const submissionSchemaNames: { readonly [A in SubmissionAction]: string } = {
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
export const reviewSchemaNames: { readonly [A in ReviewAction]: string } = {
  'list-asked-events': 'AskedEventList',
  'read-review': 'EventReview',
  'decide-event': 'EventReview',
}

/** The schemas of links to previews. */
export const previewLinkSchemaNames: { readonly [A in PreviewLinkAction]: string } = {
  'share-preview': 'PreviewLink',
  'end-previews': 'EndedPreviewLinks',
}

const similar = listSchema(
  schemaOfObject({
    id: integerSchema,
    ...sameSchemaForEach(textSchema, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url'),
  }),
)
const state = { type: 'string', enum: ['pending', 'asked', 'approved', 'rejected', 'withdrawn'] }
const language = { type: 'string', enum: languageNames }
const submitter = schemaOfObject(sameSchemaForEach(textSchema, 'name', 'email'))
const event = { anyOf: [componentReference('Event'), { type: 'null' }] }

/** Schemas by name. */
export const schemasOfSubmissions: Readonly<Record<string, Json>> = {
  Challenge: schemaOfObject({
    ...sameSchemaForEach(textSchema, 'algorithm', 'challenge', 'salt', 'signature'),
    maxnumber: integerSchema,
  }),
  PreviewLink: schemaOfObject({ url: textSchema, expires_utc: timestampSchema }),
  EndedPreviewLinks: schemaOfObject({ ended: integerSchema }),
  Submitted: schemaOfObject({ id: integerSchema, status: state, url: textSchema }),
  OwnSubmission: schemaOfObject({
    id: integerSchema,
    status: state,
    ...sameSchemaForEach(textSchema, 'message', 'url', 'event_url'),
    created_utc: timestampSchema,
    decided_utc: timestampOrEmptySchema,
    submitter,
    has_image: booleanSchema,
    sent: anyObjectSchema,
    unknown_terms: listSchema(textSchema),
  }),
  Submission: schemaOfObject({
    id: integerSchema,
    status: state,
    message: textSchema,
    created_utc: timestampSchema,
    decided_utc: timestampOrEmptySchema,
    language,
    is_proven: booleanSchema,
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
    ...sameSchemaForEach(textSchema, 'message', 'reviewer'),
    decided_utc: timestampOrEmptySchema,
    event,
    version: textSchema,
    similar,
  }),
  AskedEventList: schemaOfObject({
    reviews: listSchema(componentReference('EventReview')),
    ...sameSchemaForEach(integerSchema, 'total', 'total_pages'),
  }),
  SubmissionList: schemaOfObject(
    {
      submissions: listSchema(componentReference('Submission')),
      ...sameSchemaForEach(integerSchema, 'total', 'total_pages', 'space_used', 'space_limit'),
    },
    // For those who review all submissions.
    ['space_used', 'space_limit'],
  ),
}
