/** The activities that went to other servers, and how these stand (contract §19, ext.), for editors. */
import { wallAt } from '../../domain/time/zones.ts'
import type { ContactedHost, SentActivity } from '../../store/store.ts'
import type { ToolsAnsweringOtherServers } from '../federation-tools.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import {
  federationListAnswer,
  handleOfOwnActor,
  requireFederationToolsForEditor,
} from './federation-answers.ts'

type TimeText = (seconds: number | null) => string

/** Returns the function that writes instants in the site time zone; "" for none. */
const timeTextFor =
  ({ context }: ApiRequest): TimeText =>
  (seconds) =>
    seconds === null || seconds === 0 ? '' : wallAt(seconds, context.moment.zone)

function shownActivity({ root }: ApiRequest, sent: SentActivity, at: TimeText) {
  const { activity_id, type, event_id, title, created_utc, hosts, waiting, failed } = sent
  return {
    id: activity_id,
    type,
    event: event_id,
    title: title ?? '',
    account: handleOfOwnActor(root, sent.name),
    date: at(created_utc),
    hosts,
    delivered: Math.max(0, hosts - waiting - failed),
    waiting,
    failed,
    missed: sent.missed.map(({ host, reason, status, at_utc, waits }) => ({
      host,
      reason,
      status,
      waits,
      date: at(at_utc),
    })),
  }
}

function shownHost(contacted: ContactedHost, at: TimeText) {
  const { host, followers, waiting, delivered, failed, reason, status } = contacted
  return {
    host,
    followers,
    waiting,
    delivered,
    last_delivered: at(contacted.delivered_utc),
    failed,
    last_failed: at(contacted.failed_utc),
    reason,
    status,
    failing_since: at(contacted.failing_since_utc),
    next_attempt: at(contacted.retry_utc),
  }
}

/** Reads a page of a list for a request. */
type RowsOf = (
  request: ApiRequest,
  page: number,
  perPage: number,
) => Promise<{ readonly rows: readonly object[]; readonly total: number }>

/** Returns the handlers of what was sent. They throw 401, 403 or 404; 404 for everybody where the calendar does not federate. */
export function federationSentHandlers(
  federation: ToolsAnsweringOtherServers | undefined,
  maxPerPage: number,
) {
  const listing =
    (name: 'sent' | 'hosts', rowsOf: RowsOf) =>
    (request: ApiRequest): Promise<ApiResponse> => {
      requireFederationToolsForEditor(request, federation)
      const read = (page: number, perPage: number) => rowsOf(request, page, perPage)
      return federationListAnswer(request, { name, path: `federation/${name}`, maxPerPage, read })
    }
  const storeOf = ({ context }: ApiRequest) => context.store.federation.sent
  return {
    'list-sent': listing('sent', async (request, page, perPage) => {
      const { rows, total } = await storeOf(request).activities(page, perPage)
      return { rows: rows.map((one) => shownActivity(request, one, timeTextFor(request))), total }
    }),
    'list-hosts': listing('hosts', async (request, page, perPage) => {
      const { rows, total } = await storeOf(request).hosts(page, perPage)
      return { rows: rows.map((one) => shownHost(one, timeTextFor(request))), total }
    }),
  }
}
