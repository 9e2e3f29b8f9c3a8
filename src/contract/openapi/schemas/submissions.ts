/** Schemas of submissions (contract §14, ext.). */
import { interfaceLanguageCodes } from '../../../words/languages.ts'
import type { PreviewLinkOperationName } from '../../operations/previews/preview-links.ts'
import type { ReviewOperationName } from '../../operations/reviews.ts'
import { decisions, type SubmissionOperationName } from '../../operations/submissions.ts'
import { componentReference, type JsonObject } from '../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const submissionSchemaNamesByOperation: { readonly [A in SubmissionOperationName]: string } = {
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
export const reviewSchemaNamesByOperation: { readonly [A in ReviewOperationName]: string } = {
  'list-asked-events': 'AskedEventList',
  'read-review': 'EventReview',
  'decide-event': 'EventReview',
}

/** The schemas of links to previews. */
export const previewLinkSchemaNamesByOperation: { readonly [A in PreviewLinkOperationName]: string } = {
  'share-preview': 'PreviewLink',
  'end-previews': 'EndedPreviewLinks',
}

const similar = listSchema(
  objectSchemaWithProperties({
    id: integerSchema,
    ...sameSchemaByName(textSchema, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url'),
  }),
)
const state = { type: 'string', enum: ['pending', 'asked', 'approved', 'rejected', 'withdrawn'] }
const language = { type: 'string', enum: interfaceLanguageCodes }
const submitter = objectSchemaWithProperties(sameSchemaByName(textSchema, 'name', 'email'))
const event = { anyOf: [componentReference('Event'), { type: 'null' }] }

/** Schemas by name. */
export const schemasOfSubmissions: Readonly<Record<string, JsonObject>> = {
  Challenge: objectSchemaWithProperties({
    ...sameSchemaByName(textSchema, 'algorithm', 'challenge', 'salt', 'signature'),
    maxnumber: integerSchema,
  }),
  PreviewLink: objectSchemaWithProperties({ url: textSchema, expires_utc: timestampSchema }),
  EndedPreviewLinks: objectSchemaWithProperties({ ended: integerSchema }),
  Submitted: objectSchemaWithProperties({ id: integerSchema, status: state, url: textSchema }),
  OwnSubmission: objectSchemaWithProperties({
    id: integerSchema,
    status: state,
    ...sameSchemaByName(textSchema, 'message', 'url', 'event_url'),
    created_utc: timestampSchema,
    decided_utc: timestampOrEmptySchema,
    submitter,
    has_image: booleanSchema,
    sent: anyObjectSchema,
    unknown_terms: listSchema(textSchema),
  }),
  Submission: objectSchemaWithProperties({
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
  EventReview: objectSchemaWithProperties({
    status: textSchema,
    decision: { type: 'string', enum: ['', ...decisions] },
    ...sameSchemaByName(textSchema, 'message', 'reviewer'),
    decided_utc: timestampOrEmptySchema,
    event,
    version: textSchema,
    similar,
  }),
  AskedEventList: objectSchemaWithProperties({
    reviews: listSchema(componentReference('EventReview')),
    ...sameSchemaByName(integerSchema, 'total', 'total_pages'),
  }),
  SubmissionList: objectSchemaWithProperties(
    {
      submissions: listSchema(componentReference('Submission')),
      ...sameSchemaByName(integerSchema, 'total', 'total_pages', 'space_used', 'space_limit'),
    },
    // For those who review all submissions.
    ['space_used', 'space_limit'],
  ),
}
