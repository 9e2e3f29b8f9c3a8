/** Operations on events that the public submits (contract §14, ext.). */
import {
  type ArgSpecs,
  type ArgsWithDefaults,
  asOptionalArg,
  type ChangedArgs,
  defaulted,
  markedAsExtension,
  optional,
  required,
} from '../arg.ts'
import { collectArgsByOperation } from '../args-of.ts'
import { mustBeEmpty, submitter } from '../kinds/submission.ts'
import * as kind from '../kinds.ts'
import { event } from '../resources/event.ts'
import { eventFieldsByPart } from '../resources/fields/event-fields.ts'
import { writableFieldNames } from '../resources/fields/row.ts'
import { idInPath, ofOneById, pagingArgs } from '../resources/shared.ts'
import { typedRecordFromNames } from '../table-of.ts'

const secret = { secret: required(kind.text(100)) }

/** The decisions of reviewers. */
export const decisions = ['approve', 'ask', 'reject'] as const
export type Decision = (typeof decisions)[number]

/** The args of a decision, on a submission or another event that waits. */
export const decisionArgs = {
  decision: markedAsExtension(required(kind.choice(decisions))),
  message: markedAsExtension(optional(kind.plain(2000))),
  version: markedAsExtension(optional(kind.text(200))),
}

/** The largest image that is accepted, in bytes. */
export const MAX_IMAGE_BYTES = 5 * 1_048_576

/** The fields of an event that the public may send. Any other is ignored. */
export const submittableFields = [
  'title',
  'no_end_time',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  ...writableFieldNames(eventFieldsByPart.text),
  'cost',
  ...writableFieldNames(eventFieldsByPart.main),
  ...writableFieldNames(eventFieldsByPart.outcome),
  'categories',
  'tags',
  'venue',
  'organizer',
  'tickets',
  'recurrence',
] as const

/** The most characters of all texts of a submission together. */
export const MAX_CHARACTERS_PER_SUBMISSION = 20_000

/** The fields of an event that the public sends, as they are declared there. */
type SubmittedFields = Pick<typeof event.fields, (typeof submittableFields)[number]>

const declared: ArgSpecs = event.fields

const submitted: SubmittedFields = {
  ...typedRecordFromNames<SubmittedFields>(
    submittableFields,
    (name) => declared[name] && markedAsExtension(declared[name]),
  ),
  description: markedAsExtension({
    ...event.fields.description,
    kind: kind.html(MAX_CHARACTERS_PER_SUBMISSION),
  }),
}
/** A correction leaves out what stays as it is. */
const whole: ArgSpecs = submitted
const corrected = typedRecordFromNames<SubmittedFields>(
  submittableFields,
  (name) => whole[name] && asOptionalArg(whole[name]),
)
const image = markedAsExtension(
  optional(kind.upload({ mediaTypes: ['image/*'], mostBytes: MAX_IMAGE_BYTES })),
)

/** Args of a submission besides the fields that a correction may change: the group stays the one that it was sent to. */
const own = {
  group: markedAsExtension(optional(kind.groupTarget)),
  image,
  submitter: markedAsExtension(required(submitter)),
  nickname: markedAsExtension(optional(mustBeEmpty)),
}

/** The operations on submissions, in the order of the index. */
export const submissionOperations = [
  {
    path: '/submissions/challenge',
    address: {},
    action: 'submission-challenge',
    methods: ['GET'],
    args: {},
  },
  {
    path: '/submissions',
    address: {},
    action: 'list-submissions',
    methods: ['GET'],
    args: {
      page: markedAsExtension(pagingArgs.page),
      per_page: markedAsExtension(defaulted(kind.integer(1, 100), 20)),
    },
  },
  {
    path: '/submissions',
    address: {},
    action: 'submit',
    methods: ['POST'],
    args: { ...submitted, ...own, proof: markedAsExtension(required(kind.text(4000))) },
  },
  { path: '/submissions/{secret}', address: secret, action: 'read-submission', methods: ['GET'], args: {} },
  {
    path: '/submissions/{secret}',
    address: secret,
    action: 'change-submission',
    methods: ['PATCH'],
    args: { ...corrected, image, submitter: markedAsExtension(optional(submitter)) },
  },
  {
    path: '/submissions/{secret}',
    address: secret,
    action: 'withdraw-submission',
    methods: ['DELETE'],
    args: {},
  },
  { ...ofOneById, path: '/submissions/{id}/image', action: 'submission-image', methods: ['GET'] },
  {
    path: '/submissions/{id}/decision',
    address: idInPath,
    action: 'decide-submission',
    methods: ['POST'],
    args: decisionArgs,
  },
] as const

export type SubmissionOperationName = (typeof submissionOperations)[number]['action']

/** The args of the operations on submissions, by the name of the operation. */
export const submissionArgsByOperation = collectArgsByOperation(submissionOperations)

/** The actions on submissions. */
export const submissionOperationNames: readonly SubmissionOperationName[] = submissionOperations.map(
  ({ action }) => action,
)

const ofReviewers: readonly string[] = ['list-submissions', 'submission-image', 'decide-submission']

/** Returns whether the action belongs to submissions. */
export const isSubmissionAction = (action: string): boolean =>
  submissionOperationNames.some((one) => one === action)

/** Returns whether the action is for the public: it needs no credentials, and ignores a session. */
export const isPublicSubmissionAction = (action: string): boolean =>
  isSubmissionAction(action) && !ofReviewers.includes(action)

/** The args of the event in a submission. */
export type SubmittedEventArgs = ArgsWithDefaults<SubmittedFields>
/** The args of the event in a correction. */
export type EventArgsCorrectedBySubmitter = ChangedArgs<SubmittedFields>
