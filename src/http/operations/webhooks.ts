/** Webhooks over HTTP (contract §13, ext.): for administrators only. A secret is shown once, when it is made. */

import type { Context } from '../../actions/context.ts'
import { requireMayAdministerUser } from '../../actions/policy.ts'
import {
  addWebhook,
  changeWebhook,
  type FindReceiverFault,
  makeDeliveryDueAgain,
  removeWebhook,
  setNewWebhookSecret,
  type WebhookArgs,
  webhookWithId,
} from '../../actions/webhooks/webhooks.ts'
import type { ChangedArgs } from '../../contract/arg.ts'
import {
  changeMessageTypes,
  type WebhookOperationName,
  webhookArgsByOperation,
  webhookOperationNames,
} from '../../contract/operations/integrations/webhooks.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../domain/time/timestamp.ts'
import { type Root, restUrl } from '../../representations/urls.ts'
import type { Delivery, Webhook } from '../../store/store.ts'
import type { DeliveryAttemptCounts } from '../observability/metric-families.ts'
import { type ApiRequest, idOfPathParams } from '../request/api-request.ts'
import { sentArgs } from '../request/body.ts'
import type { OperationHandlers } from './handler.ts'
import { readPaging } from './paging.ts'

/** The tools of webhooks besides the store. */
export interface WebhookTools {
  readonly receiverFault: FindReceiverFault
  readonly newSecret: () => string
  /** Sends a test to a webhook now. Returns its delivery. */
  readonly test: (webhook: Webhook) => Promise<Delivery>
  /** The counts of this process's attempts since it started. */
  counts(): DeliveryAttemptCounts
}

async function shown(webhook: Webhook, { store }: Context, root: Root): Promise<object> {
  const { id, url, types, filter, active, isPrivate, created_utc, failures, switched_off } = webhook
  return {
    id,
    url,
    types,
    filter,
    active,
    private: isPrivate,
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    failures,
    waiting: await store.webhooks.waiting(id),
    switched_off,
    switched_off_utc: formatSecondsAsTimestampOrEmpty(webhook.switched_off_utc),
    rest_url: restUrl(root, 'webhooks', id),
  }
}

const shownDelivery = (delivery: Delivery) => {
  const { id, message_id, type, resource, item_id, revision, state, attempts, created_utc } = delivery
  const { tried_utc, next_utc, status, milliseconds, result } = delivery
  return {
    id,
    message_id,
    type,
    resource,
    item_id,
    revision,
    state,
    attempts,
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    tried_utc: formatSecondsAsTimestampOrEmpty(tried_utc),
    next_utc: formatSecondsAsTimestampOrEmpty(next_utc),
    status,
    milliseconds,
    result,
  }
}

/** The fields as sent; null clears: all types, no filter. */
function argsIn(sent: ChangedArgs<(typeof webhookArgsByOperation)['change-webhook']>): WebhookArgs {
  const { url, types, filter, active, private: isPrivate } = sent
  return {
    ...(url !== undefined && { url: String(url) }),
    ...(types !== undefined && { types: types ?? changeMessageTypes }),
    ...(filter !== undefined && { filter: filter ?? {} }),
    ...(active !== undefined && { active: active === true }),
    ...(isPrivate !== undefined && { isPrivate: isPrivate === true }),
  }
}

type Act = (request: ApiRequest, id: number, now: number) => Promise<object>

const withSecret = async (
  { secret, ...webhook }: Webhook & { readonly secret: string },
  { context, root }: ApiRequest,
) => ({ ...(await shown(webhook, context, root)), secret })

function actsOf(
  { receiverFault, newSecret, test }: WebhookTools,
  maxPerPage: number,
): { readonly [A in WebhookOperationName]: Act } {
  return {
    'list-webhooks': async ({ context, root }) => {
      const all = await context.store.webhooks.all()
      return { webhooks: await Promise.all(all.map((one) => shown(one, context, root))) }
    },
    async 'add-webhook'(request) {
      const args = argsIn(parseArgs(webhookArgsByOperation['add-webhook'], await sentArgs(request), 'create'))
      const wanted = { ...args, url: args.url ?? '' }
      return withSecret(await addWebhook(wanted, newSecret(), receiverFault, request.context), request)
    },
    'read-webhook': async ({ context, root }, id) => shown(await webhookWithId(context, id), context, root),
    async 'change-webhook'(request, id) {
      const { context, root } = request
      const changes = argsIn(
        parseArgs(webhookArgsByOperation['change-webhook'], await sentArgs(request), 'update'),
      )
      return shown(await changeWebhook(id, changes, receiverFault, context), context, root)
    },
    async 'remove-webhook'({ context, root }, id) {
      const before = await shown(await webhookWithId(context, id), context, root)
      await removeWebhook(id, context)
      return before
    },
    'test-webhook': async ({ context }, id) => shownDelivery(await test(await webhookWithId(context, id))),
    'rotate-webhook': async (request, id, now) =>
      withSecret(await setNewWebhookSecret(id, newSecret(), now, request.context), request),
    async 'list-deliveries'(request, id) {
      const { context, root } = request
      await webhookWithId(context, id)
      const address = `${restUrl(root, 'webhooks', id)}/deliveries`
      const { pagingOf } = readPaging(request, { values: {}, address, maxPerPage })
      const { page, per_page } = pagingOf(0)
      const found = await context.store.webhooks.deliveries(id, page, per_page)
      return { deliveries: found.deliveries.map(shownDelivery), total: found.total }
    },
    redeliver: async ({ context, params }, id, now) =>
      shownDelivery(
        await makeDeliveryDueAgain(id, idOfPathParams({ id: params.delivery ?? '' }), now, context),
      ),
  }
}

const statusOf = (action: WebhookOperationName) =>
  action === 'add-webhook' ? 201 : action === 'redeliver' ? 202 : 200

/** Builds the operations on webhooks; `maxPerPage` is the maximum deliveries of a page. They throw 400, 401, 403 or 404. */
export function webhookHandlers(
  tools: WebhookTools,
  maxPerPage: number,
): OperationHandlers<WebhookOperationName> {
  const acts = actsOf(tools, maxPerPage)
  return recordFromNames(webhookOperationNames, (action) => async (request) => {
    const { context, params } = request
    requireMayAdministerUser(context.actor)
    const body = await acts[action](request, idOfPathParams(params), epochOfInstant(context.moment.now))
    return { status: statusOf(action), headers: { 'Cache-Control': 'private, no-store' }, body }
  })
}
