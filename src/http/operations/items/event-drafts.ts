/** Operations on drafts of changes to events over HTTP (ext.). */
import { applyDraft } from '../../../actions/editing/apply-draft.ts'
import {
  type DraftAndIsOutdated,
  discardDraft,
  draftOfEvent,
  type EventBeforeAndAfterDraft,
  listEditableDrafts,
  saveEventDraft,
} from '../../../actions/editing/event-drafts.ts'
import { runReportingAllFaults } from '../../../actions/writing/faults.ts'
import { checkUpdateArgs } from '../../../actions/writing/write-checks.ts'
import { requireMayWriteSomeItems } from '../../../api/policy.ts'
import {
  type EventChangesDraftOperationName,
  eventChangesDraftArgsByOperation,
} from '../../../contract/operations/previews/event-drafts.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { parsableUpdateArgs, parseUpdateArgs } from '../../../contract/resources/parse.ts'
import { utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { representItem } from '../../../representations/json/index.ts'
import type { ListedEventChangesDraft } from '../../../store/store.ts'
import { versionTag } from '../../protocol/etag.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  representationContextOf,
} from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts, OperationHandlers } from '../handler.ts'
import { preconditionCheck } from './preconditions.ts'
import { singleResponse } from './single-response.ts'

const headers = { 'Cache-Control': 'private, no-store' }

const sentText = ({ sent_utc }: { readonly sent_utc: number }) =>
  sent_utc === 0 ? '' : utcTimestampOfEpoch(sent_utc)

const shown = ({ draft, isOutdated }: DraftAndIsOutdated) => {
  const { base, preview } = JSON.parse(draft.views)
  return {
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
  }
}

const answer = (found: DraftAndIsOutdated | undefined): ApiResponse => ({
  status: 200,
  headers,
  body: { draft: found === undefined ? null : shown(found) },
})

const listed = (draft: ListedEventChangesDraft) => ({
  event: draft.event_id,
  title: draft.title,
  author: draft.author,
  author_name: draft.author_name,
  modified_utc: utcTimestampOfEpoch(draft.modified_utc),
  sent_utc: sentText(draft),
})

async function kept(request: ApiRequest, { siteName }: HandlerParts): Promise<ApiResponse> {
  const { context, params } = request
  requireMayWriteSomeItems(context.actor, 'event')
  const {
    changes,
    seen,
    review: isSent = false,
  } = parseArgs(eventChangesDraftArgsByOperation['keep-draft'], await sentArgs(request), 'create')
  const args = await runReportingAllFaults(
    async () => parseUpdateArgs('event', changes, 'id'),
    () => [() => checkUpdateArgs('event', parsableUpdateArgs('event', changes), context)],
  )
  const precondition = await preconditionCheck(request, 'event')
  const view = representationContextOf(request, true, siteName)
  const textOf = (views: EventBeforeAndAfterDraft) =>
    JSON.stringify({
      base: representItem('event', views.base, view),
      preview: representItem('event', views.preview, view),
      public: representItem('event', views.public, view),
    })
  return answer(
    await saveEventDraft(
      idOfPathParams(params),
      { changes, args, seen, isSent, precondition, textOf },
      context,
    ),
  )
}

async function applied(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { context, params } = request
  requireMayWriteSomeItems(context.actor, 'event')
  const { seen } = parseArgs(
    eventChangesDraftArgsByOperation['apply-draft'],
    await sentArgs(request),
    'create',
  )
  const precondition = await preconditionCheck(request, 'event')
  const saysVersion = request.headers['if-match'] !== undefined
  const { result, revision } = await applyDraft(
    idOfPathParams(params),
    { seen, precondition, saysVersion },
    context,
  )
  return { ...singleResponse(request, 'event', result, parts), headers: makeRevisionHeader(revision) }
}

/** Builds the handlers of drafts of changes. They throw 400, 401, 403, 404, 409, 410 or 412. */
export function eventChangesDraftHandlers(
  parts: HandlerParts,
): OperationHandlers<EventChangesDraftOperationName> {
  return {
    async 'list-drafts'({ context }) {
      return { status: 200, headers, body: { drafts: (await listEditableDrafts(context)).map(listed) } }
    },
    'read-draft': async ({ params, context }) => answer(await draftOfEvent(idOfPathParams(params), context)),
    'keep-draft': (request) => kept(request, parts),
    async 'discard-draft'(request) {
      const { seen, published } = parseArgs(
        eventChangesDraftArgsByOperation['discard-draft'],
        await sentArgs(request),
        'create',
      )
      return answer(
        await discardDraft(
          idOfPathParams(request.params),
          { seen, isPublished: published === true },
          request.context,
        ),
      )
    },
    'apply-draft': (request) => applied(request, parts),
  }
}
