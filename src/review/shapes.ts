/** The shapes of what waits for a decision. */
import { named } from '../api/answer.ts'
import { decisions } from '../contract/operations/submissions.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  objectShape,
  optionalShape,
  orNullShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import type { Event } from '../representations/json/event.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'

const similarEvent = objectShape({
  id: integerShape,
  ...sameShapeByName(textShape, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url'),
})
const similar = listShape(similarEvent)
const event = orNullShape(schemaReferenceShape<Event>('Event'))
const state = choiceShape(['pending', 'asked', 'approved', 'rejected', 'withdrawn'])
const submitter = objectShape(sameShapeByName(textShape, 'name', 'email'))

export const challenge = named('Challenge', {
  ...sameShapeByName(textShape, 'algorithm', 'challenge', 'salt', 'signature'),
  maxnumber: integerShape,
})
export const newSubmission = named('Submitted', { id: integerShape, status: state, url: textShape })
export const ownSubmission = named('OwnSubmission', {
  id: integerShape,
  status: state,
  ...sameShapeByName(textShape, 'message', 'url', 'event_url'),
  created_utc: timestampShape,
  decided_utc: timestampOrEmptyShape,
  submitter,
  has_image: booleanShape,
  sent: anyObjectShape,
  unknown_terms: listShape(textShape),
})
export const submission = named('Submission', {
  id: integerShape,
  status: state,
  message: textShape,
  created_utc: timestampShape,
  decided_utc: timestampOrEmptyShape,
  language: choiceShape<string>(interfaceLanguageCodes),
  is_proven: booleanShape,
  submitter,
  unknown_terms: listShape(textShape),
  image_url: textShape,
  event,
  version: textShape,
  similar,
})
export const submissionList = named(
  'SubmissionList',
  {
    submissions: listShape(submission),
    ...sameShapeByName(integerShape, 'total', 'total_pages'),
    // For those who review all submissions.
    space_used: optionalShape(integerShape),
    space_limit: optionalShape(integerShape),
  },
  submission,
)
export const eventReview = named('EventReview', {
  status: textShape,
  decision: choiceShape(['', ...decisions]),
  ...sameShapeByName(textShape, 'message', 'reviewer'),
  decided_utc: timestampOrEmptyShape,
  event,
  version: textShape,
  similar,
})
export const askedEvents = named(
  'AskedEventList',
  { reviews: listShape(eventReview), ...sameShapeByName(integerShape, 'total', 'total_pages') },
  eventReview,
)
