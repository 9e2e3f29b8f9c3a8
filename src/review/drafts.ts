/** Drafts of changes to events: the public goes on seeing an event as it is until its draft is applied. */
import { applyDraft } from '../actions/editing/apply-draft.ts'
import {
  type DraftAndIsOutdated,
  discardDraft,
  draftOfEvent,
  type EventBeforeAndAfterDraft,
  listEditableDrafts,
  saveEventDraft,
} from '../actions/editing/event-drafts.ts'
import { runReportingAllFaults } from '../actions/writing/faults.ts'
import { checkUpdateArgs } from '../actions/writing/write-checks.ts'
import { type Answer, answer, named, versionTag } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/who.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { parsableUpdateArgs, parseUpdateArgs } from '../contract/resources/parse.ts'
import {
  anyObjectShape,
  booleanShape,
  integerShape,
  listShape,
  orNullShape,
  schemaReferenceShape,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import type { Event } from '../representations/json/event.ts'
import { representItem } from '../representations/json/index.ts'
import type { JsonItemContext } from '../representations/json/published.ts'
import type { Item, ListedEventChangesDraft, ResultAndRevision } from '../store/store.ts'

const allows = writersOf('event')
const reads = { scope: 'read', allows } as const
const writes = { scope: 'write:events', allows } as const
const notThere = ['event-not-found', 'event-no-longer-available'] as const
const seen = markedAsExtension(optional(kind.integer(0)))

const event = schemaReferenceShape<Event>('Event')
const byWhom = {
  event: integerShape,
  author: integerShape,
  author_name: textShape,
  modified_utc: timestampShape,
  sent_utc: timestampOrEmptyShape,
}
const draft = named('EventDraft', {
  ...byWhom,
  version: integerShape,
  is_outdated: booleanShape,
  etag: textShape,
  changes: anyObjectShape,
  base: event,
  preview: event,
})
const draftOrNone = named('DraftOfEvent', { draft: orNullShape(draft) }, draft)
const listedDraft = named('ListedDraft', { ...byWhom, title: textShape })
const draftList = named('EventDraftList', { drafts: listShape(listedDraft) }, listedDraft)

const sentText = ({ sent_utc }: { readonly sent_utc: number }) =>
  sent_utc === 0 ? '' : utcTimestampOfEpoch(sent_utc)

const shown = (found: DraftAndIsOutdated | undefined) => {
  if (found === undefined) return { draft: null }
  const { draft, isOutdated } = found
  const { base, preview } = JSON.parse(draft.views)
  return {
    draft: {
      event: draft.event_id,
      version: draft.version,
      author: draft.author,
      author_name: draft.author_name,
      modified_utc: utcTimestampOfEpoch(draft.modified_utc),
      sent_utc: sentText(draft),
      is_outdated: isOutdated,
      etag: versionTag(draft.event_version),
      changes: Object(JSON.parse(draft.changes)),
      base: Object(base),
      preview: Object(preview),
    },
  }
}

const listed = (draft: ListedEventChangesDraft) => ({
  event: draft.event_id,
  title: draft.title,
  author: draft.author,
  author_name: draft.author_name,
  modified_utc: utcTimestampOfEpoch(draft.modified_utc),
  sent_utc: sentText(draft),
})

/** The event before and after the change as the text that is kept. */
const textIn = (view: JsonItemContext) => (views: EventBeforeAndAfterDraft) =>
  JSON.stringify({
    base: representItem('event', views.base, view),
    preview: representItem('event', views.preview, view),
    public: representItem('event', views.public, view),
  })

/** The event as changed, with its version, and the revision of the change. */
const changedEvent: Answer<ResultAndRevision<Item<'event'>>> = {
  status: 200,
  schema: 'Event',
  text: 'The event as changed.',
  sends: ['ETag', 'X-Fasti-Revision'],
  items: ({ result }) => [result],
  shown: ({ result }, view) => representItem('event', result, view),
  headersOf: ({ revision }) => ({ 'X-Fasti-Revision': String(revision) }),
}

export const listDrafts = serviceOperation({
  route: 'GET /drafts',
  name: 'list-drafts',
  summary: 'List the drafts of changes to events',
  args: {},
  answer: answer(
    draftList,
    'The newest drafts of changes to events that the caller may change, at most 100.',
  ),
  right: reads,
  run: async (given) => ({ drafts: (await listEditableDrafts(given)).map(listed) }),
})

export const readDraft = serviceOperation({
  route: 'GET /events/{id}/draft',
  name: 'read-draft',
  about: 'event',
  summary: 'Show the draft of changes to an event',
  args: {},
  answer: answer(draftOrNone, 'The draft of changes, or null if there is none.'),
  right: reads,
  problems: notThere,
  run: async ({ id, ...by }) => shown(await draftOfEvent(id, by)),
})

export const keepDraft = serviceOperation({
  route: 'PUT /events/{id}/draft',
  name: 'keep-draft',
  about: 'event',
  summary: 'Keep a draft of changes to an event',
  args: {
    changes: markedAsExtension(required(kind.eventDraftChanges)),
    seen,
    review: markedAsExtension(optional(kind.boolean)),
  },
  body: { schema: 'KeptDraft', example: { changes: { title: 'Jazz night, with guests' } } },
  answer: answer(draftOrNone, 'The draft as it is kept.'),
  right: writes,
  problems: [...notThere, 'rest_precondition_failed', 'draft_outdated'],
  async run({ id, request, view, ...by }, { changes, seen, review: isSent = false }) {
    const args = await runReportingAllFaults(
      async () => parseUpdateArgs('event', changes, 'id'),
      () => [() => checkUpdateArgs('event', parsableUpdateArgs('event', changes), by)],
    )
    const precondition = await request.precondition('event')
    const keeping = { changes, args, seen, isSent, precondition, textOf: textIn(view) }
    return shown(await saveEventDraft(id, keeping, by))
  },
})

export const discardOneDraft = serviceOperation({
  route: 'DELETE /events/{id}/draft',
  name: 'discard-draft',
  about: 'event',
  summary: 'Discard the draft of changes to an event',
  args: { seen, published: markedAsExtension(optional(kind.boolean)) },
  answer: answer(draftOrNone, 'The draft as it stood.'),
  right: writes,
  problems: [...notThere, 'draft-not-found', 'draft_outdated'],
  run: async ({ id, ...by }, { seen, published: isPublished = false }) =>
    shown(await discardDraft(id, { seen, isPublished }, by)),
})

export const applyOneDraft = serviceOperation({
  route: 'POST /events/{id}/draft/apply',
  name: 'apply-draft',
  about: 'event',
  summary: 'Apply the draft of changes to an event',
  args: { seen },
  body: { schema: 'AppliedDraft', example: { seen: 3 } },
  answer: changedEvent,
  right: writes,
  problems: [...notThere, 'draft-not-found', 'rest_precondition_failed', 'draft_outdated'],
  async run({ id, request, ...by }, { seen }) {
    const precondition = await request.precondition('event')
    return applyDraft(id, { seen, precondition, saysVersion: request.headers['if-match'] !== undefined }, by)
  },
})
