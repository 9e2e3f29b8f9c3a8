/** What administrators do with webhooks. A secret is shown once, when it is made. */
import { answer, named } from '../api/answer.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { administrators } from '../api/who.ts'
import {
  type ChangedArgs,
  defaulted,
  markedAsExtension,
  notClearable,
  optional,
  required,
} from '../contract/arg.ts'
import { receiverUrl, webhookFilter } from '../contract/kinds/webhook.ts'
import * as kind from '../contract/kinds.ts'
import {
  changeMessageTypes,
  deliveryStates,
  switchedOffReasons,
  TEST_MESSAGE_TYPE,
  webhookMessageTypes,
} from '../contract/operations/integrations/webhooks.ts'
import { resourceNames } from '../contract/resources/index.ts'
import { pagingArgs } from '../contract/resources/shared.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  integerOrNullShape,
  integerShape,
  listShape,
  type Shape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../contract/shape.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { Delivery, Webhook } from '../store/store.ts'
import {
  addWebhook,
  changeWebhook,
  type FindReceiverFault,
  makeDeliveryDueAgain,
  removeWebhook,
  setNewWebhookSecret,
  type WebhookArgs,
  webhookWithId,
} from './webhooks.ts'

declare module '../api/outside.ts' {
  interface Outside {
    readonly webhooks: {
      readonly receiverFault: FindReceiverFault
      newSecret(): string
      /** Sends a test to a webhook now. Returns its delivery. */
      test(webhook: Webhook): Promise<Delivery>
    }
    /** The most members of a page. */
    readonly maxPerPage: number
  }
}

const right = { scope: 'webhooks', allows: administrators } as const
const problems = ['webhook-not-found'] as const

const ofWebhook = {
  id: integerShape,
  url: webAddressShape,
  types: listShape(choiceShape([...webhookMessageTypes])),
  filter: anyObjectShape,
  ...sameShapeByName(booleanShape, 'active', 'private'),
  created_utc: timestampShape,
  ...sameShapeByName(integerShape, 'failures', 'waiting'),
  switched_off: choiceShape<string>(['', ...switchedOffReasons]),
  switched_off_utc: timestampOrEmptyShape,
  rest_url: webAddressShape,
}
const secret: Shape<string> = { schema: { type: 'string', pattern: '^whsec_' } }

const webhook = named('Webhook', ofWebhook)
const createdWebhook = named('CreatedWebhook', { ...ofWebhook, secret })
const webhooks = named('WebhookList', { webhooks: listShape(webhook) })
const delivery = named('Delivery', {
  id: integerShape,
  message_id: textShape,
  type: choiceShape<string>([...webhookMessageTypes, TEST_MESSAGE_TYPE]),
  resource: choiceShape<string>(['', ...resourceNames, 'submission']),
  ...sameShapeByName(integerShape, 'item_id', 'revision'),
  state: choiceShape<string>([...deliveryStates]),
  attempts: integerShape,
  created_utc: timestampShape,
  ...sameShapeByName(timestampOrEmptyShape, 'tried_utc', 'next_utc'),
  ...sameShapeByName(integerOrNullShape, 'status', 'milliseconds'),
  result: textShape,
})
const deliveries = named('DeliveryList', { deliveries: listShape(delivery), total: integerShape })

async function shown(webhook: Webhook, { store, root }: { readonly store: ReadStore; readonly root: Root }) {
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

const shownDelivery = ({ webhook_id: _, created_utc, tried_utc, next_utc, ...rest }: Delivery) => {
  const { id, message_id, type, resource, item_id, revision, state, attempts, status, milliseconds, result } =
    rest
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

const types = markedAsExtension(optional(kind.choiceList(webhookMessageTypes)))
const filter = markedAsExtension(optional(webhookFilter))
const changeArgs = {
  url: markedAsExtension(notClearable(receiverUrl)),
  types,
  filter,
  active: markedAsExtension(notClearable(kind.boolean)),
  private: markedAsExtension(notClearable(kind.boolean)),
}

/** The fields as sent; null clears: all types, no filter. */
function argsIn(sent: ChangedArgs<typeof changeArgs>): WebhookArgs {
  const { url, types, filter, active, private: isPrivate } = sent
  return {
    ...(url != null && { url }),
    ...(types !== undefined && { types: types ?? changeMessageTypes }),
    ...(filter !== undefined && { filter: filter ?? {} }),
    ...(active != null && { active }),
    ...(isPrivate != null && { isPrivate }),
  }
}

export const listWebhooks = serviceOperation({
  route: 'GET /webhooks',
  name: 'list-webhooks',
  summary: 'List webhooks',
  args: {},
  answer: answer(webhooks, 'The webhooks, without their secrets.'),
  right,
  async run(given) {
    const all = await given.store.webhooks.all()
    return { webhooks: await Promise.all(all.map((one) => shown(one, given))) }
  },
})

export const addNewWebhook = serviceOperation({
  route: 'POST /webhooks',
  name: 'add-webhook',
  summary: 'Add a webhook',
  args: {
    url: markedAsExtension(required(receiverUrl)),
    types,
    filter,
    active: markedAsExtension(defaulted(kind.boolean, true)),
    private: markedAsExtension(defaulted(kind.boolean, false)),
  },
  body: {
    schema: 'NewWebhook',
    example: {
      url: 'https://hooks.example.org/calendar',
      types: ['event.created'],
      filter: { featured: true },
    },
  },
  answer: answer(createdWebhook, 'The webhook with its secret, which is shown only once.', { status: 201 }),
  right,
  async run(given, { url, ...sent }) {
    const { receiverFault, newSecret } = given.webhooks
    const { secret, ...added } = await addWebhook({ ...argsIn(sent), url }, newSecret(), receiverFault, given)
    return { ...(await shown(added, given)), secret }
  },
})

export const readWebhook = serviceOperation({
  route: 'GET /webhooks/{id}',
  name: 'read-webhook',
  summary: 'Read a webhook',
  args: {},
  answer: answer(webhook, 'The webhook, without its secret.'),
  right,
  problems,
  run: async (given) => shown(await webhookWithId(given, given.id), given),
})

export const changeOneWebhook = serviceOperation({
  route: 'POST, PUT, PATCH /webhooks/{id}',
  name: 'change-webhook',
  summary: 'Change a webhook',
  args: changeArgs,
  body: { schema: 'WebhookChanges', example: { active: true } },
  answer: answer(webhook, 'The updated webhook.'),
  right,
  problems,
  run: async (given, sent) =>
    shown(await changeWebhook(given.id, argsIn(sent), given.webhooks.receiverFault, given), given),
})

export const removeOneWebhook = serviceOperation({
  route: 'DELETE /webhooks/{id}',
  name: 'remove-webhook',
  summary: 'Delete a webhook with its deliveries',
  args: {},
  answer: answer(webhook, 'The deleted webhook.'),
  right,
  problems,
  async run(given) {
    const before = await shown(await webhookWithId(given, given.id), given)
    await removeWebhook(given.id, given)
    return before
  },
})

export const testWebhook = serviceOperation({
  route: 'POST /webhooks/{id}/test',
  name: 'test-webhook',
  summary: 'Send a test message to a webhook now',
  args: {},
  answer: answer(delivery, 'The delivery of the test and its result.'),
  right,
  problems,
  rehearsal: 'none',
  run: async (given) => shownDelivery(await given.webhooks.test(await webhookWithId(given, given.id))),
})

export const rotateWebhook = serviceOperation({
  route: 'POST /webhooks/{id}/rotate',
  name: 'rotate-webhook',
  summary: 'Give a webhook a new secret',
  args: {},
  answer: answer(
    createdWebhook,
    'The webhook with its new secret, which is shown only once. For a day, messages are signed with both secrets.',
  ),
  right,
  problems,
  async run(given) {
    const now = epochOfInstant(given.moment.now)
    const { secret, ...rest } = await setNewWebhookSecret(given.id, given.webhooks.newSecret(), now, given)
    return { ...(await shown(rest, given)), secret }
  },
})

export const listDeliveries = serviceOperation({
  route: 'GET /webhooks/{id}/deliveries',
  name: 'list-deliveries',
  summary: 'List the deliveries of a webhook',
  args: { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) },
  answer: answer(deliveries, 'A page of the deliveries, newest first.'),
  right,
  problems,
  async run(given, { page, per_page }) {
    const { id, store, maxPerPage } = given
    await webhookWithId(given, id)
    const found = await store.webhooks.deliveries(id, page, Math.min(per_page, maxPerPage))
    return { deliveries: found.deliveries.map(shownDelivery), total: found.total }
  },
})

export const redeliver = serviceOperation({
  route: 'POST /webhooks/{id}/deliveries/{delivery}/redeliver',
  name: 'redeliver',
  summary: 'Send a delivery again',
  args: {},
  answer: answer(delivery, 'The delivery, which is due now.', { status: 202 }),
  right,
  problems: [...problems, 'delivery-not-found'],
  run: async ({ id, delivery, ...given }) =>
    shownDelivery(await makeDeliveryDueAgain(id, delivery, epochOfInstant(given.moment.now), given)),
})
