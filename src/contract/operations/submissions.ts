/** The args of events that the public submits, and of decisions (contract §14, ext.). */
import {
  type ArgSpecs,
  type ArgsWithDefaults,
  asOptionalArg,
  type ChangedArgs,
  markedAsExtension,
  optional,
  required,
} from '../arg.ts'
import { mustBeEmpty, submitter } from '../kinds/of-one-room.ts'
import * as kind from '../kinds.ts'
import type { Operation } from '../operations.ts'
import { event } from '../resources/event.ts'
import { eventFieldsByPart } from '../resources/fields/event-fields.ts'
import { writableFieldNames } from '../resources/fields/row.ts'
import { typedRecordFromNames } from '../table-of.ts'

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

/** The args of a submission. In corrections, the group stays the one that it was sent to. */
export const submissionArgs = {
  ...submitted,
  group: markedAsExtension(optional(kind.groupTarget)),
  image,
  submitter: markedAsExtension(required(submitter)),
  nickname: markedAsExtension(optional(mustBeEmpty)),
  proof: markedAsExtension(required(kind.text(4000))),
}

export const correctionArgs = { ...corrected, image, submitter: markedAsExtension(optional(submitter)) }

/** Returns whether an operation is on submissions: they may be switched off. */
export const isOnSubmissions = ({ path = '' }: Partial<Pick<Operation, 'path'>>): boolean =>
  path.split('/')[1] === 'submissions'

/** The args of the event in a submission. */
export type SubmittedEventArgs = ArgsWithDefaults<SubmittedFields>
export type EventArgsCorrectedBySubmitter = ChangedArgs<SubmittedFields>
