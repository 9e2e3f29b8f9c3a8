/** What administrators do with webhooks. A secret is shown once, when it is made. */

import { requireValidListArgs } from '../actions/listing/list-query.ts'
import { answer, changedAnswer, named } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { administrators } from '../api/permission.ts'
import { requireScope } from '../api/policy.ts'
import {
  type ChangedArgs,
  defaulted,
  markedAsExtension,
  notClearable,
  optional,
  readArgs,
  required,
} from '../contract/arg.ts'
import { receiverUrl, type UncheckedArgsByName, webhookFilter } from '../contract/kinds/of-one-room.ts'
import * as kind from '../contract/kinds.ts'
import {
  changeMessageTypes,
  deliveryStates,
  SUBMISSION_TYPE,
  switchedOffReasons,
  TEST_MESSAGE_TYPE,
  type WebhookMessageType,
  webhookMessageTypes,
} from '../contract/operations/other-programs.ts'
import {
  parseValidPartOfListArgs,
  type ResourceName,
  resourceNamed,
  resourceNames,
} from '../contract/resources/index.ts'
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
import { pick } from '../contract/table-of.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import {
  because,
  type Faults,
  faultBecause,
  invalidParam,
  invalidParams,
  Problem,
  type RefusalReason,
} from '../problem.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { Delivery, NewWebhook, Webhook } from '../store/store.ts'
import { withAdministratorActor } from './messages.ts'

// Webhooks, as administrators change them (contract §13, ext.).

/** Why a URL may not be a receiver; undefined if it may. */
export type FindReceiverFault = (url: string) => RefusalReason | undefined

const DAY = 86_400

/** Returns the webhook of an id. Throws 404. */
async function webhookWithId(
  { store }: { readonly store: Pick<Context['store'], 'webhooks'> },
  id: number,
): Promise<Webhook> {
  const found = (await store.webhooks.all()).find((one) => one.id === id)
  if (found === undefined) throw new Problem('webhook-not-found')
  return found
}

/** Args of lists that say which part of a list is shown, or what a request may open. */
const noFilters = ['page', 'per_page', 'order', 'orderby', 'password', 'collapse']

/** The resources whose lists the filter has args of. That of a submission is its event. */
const resourcesOf = (types: readonly WebhookMessageType[]): readonly ResourceName[] =>
  resourceNames.filter(
    (name) =>
      types.some((type) => type.startsWith(`${name}.`)) ||
      (name === 'event' && types.includes(SUBMISSION_TYPE)),
  )

/** The faults of a filter of a resource's list, by arg. */
function faultsOf(name: ResourceName, filter: UncheckedArgsByName): Faults {
  const { listArgs } = resourceNamed(name)
  const unknown = Object.keys(filter).filter(
    (arg) => noFilters.includes(arg) || !Object.hasOwn(listArgs, arg),
  )
  const faults = unknown.map((arg) => [
    arg,
    faultBecause(because('no_such_filter', { list: resourceNamed(name).collection })),
  ])
  return { ...readArgs(listArgs, filter, 'query').faults, ...Object.fromEntries(faults) }
}

/** Checks a filter as the lists of all the types' resources do. Throws 400 that names each arg as `filter.ARG`. */
async function allowFilter(
  filter: UncheckedArgsByName,
  types: readonly WebhookMessageType[],
  context: Context,
): Promise<void> {
  for (const name of Object.keys(filter).length === 0 ? [] : resourcesOf(types)) {
    const faults = faultsOf(name, filter)
    const named = Object.entries(faults).map(([arg, one]) => [`filter.${arg}`, one] as const)
    if (named.length > 0) throw invalidParams(Object.fromEntries(named))
    const args = parseValidPartOfListArgs(name, filter)
    await requireValidListArgs(name, args, withAdministratorActor(context)).catch((error: unknown) => {
      if (error instanceof Problem && error.status < 500)
        throw invalidParam('filter', because('filter_not_valid', { why: error.message }))
      throw error
    })
  }
}

function allowReceiver(url: string, fault: FindReceiverFault): void {
  const reason = fault(url)
  if (reason !== undefined) throw invalidParam('url', reason)
}

interface WebhookArgs extends Partial<NewWebhook> {
  readonly url?: string
}

/** Adds a webhook, by default for every change. Returns it with its secret, which is shown this once. Throws 400. */
async function addWebhook(
  wanted: WebhookArgs & Pick<NewWebhook, 'url'>,
  secret: string,
  fault: FindReceiverFault,
  context: Context,
): Promise<Webhook & { readonly secret: string }> {
  const { url, types = changeMessageTypes, filter = {}, isPrivate = false, active = true } = wanted
  if (isPrivate) requireScope(context.actor, 'read')
  allowReceiver(url, fault)
  await allowFilter(filter, types, context)
  const id = await context.store.webhooks.add({ url, types, filter, isPrivate, active }, secret, context)
  return { ...(await webhookWithId(context, id)), secret }
}

/** Changes a webhook. Throws 400 or 404. */
async function changeWebhook(
  id: number,
  changes: WebhookArgs,
  fault: FindReceiverFault,
  context: Context,
): Promise<{ readonly webhook: Webhook; readonly isChanged: boolean }> {
  const before = await webhookWithId(context, id)
  // Its receiver reads what only administrators see.
  if (changes.isPrivate ?? before.isPrivate) requireScope(context.actor, 'read')
  if (changes.url !== undefined) allowReceiver(changes.url, fault)
  await allowFilter(changes.filter ?? before.filter, changes.types ?? before.types, context)
  const isChanged =
    Object.keys(changes).length > 0 && (await context.store.webhooks.change(id, changes, context))
  return { webhook: await webhookWithId(context, id), isChanged }
}

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

const shownDelivery = (delivery: Delivery) => ({
  ...pick(delivery, ['id', 'message_id', 'type', 'resource', 'item_id', 'revision', 'state', 'attempts']),
  ...pick(delivery, ['status', 'milliseconds', 'result']),
  created_utc: formatSecondsAsTimestampOrEmpty(delivery.created_utc),
  tried_utc: formatSecondsAsTimestampOrEmpty(delivery.tried_utc),
  next_utc: formatSecondsAsTimestampOrEmpty(delivery.next_utc),
})

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
  answer: changedAnswer(webhook, 'The updated webhook.'),
  right,
  problems,
  async run(given, sent) {
    const { receiverFault } = given.webhooks
    const { webhook, isChanged } = await changeWebhook(given.id, argsIn(sent), receiverFault, given)
    return { result: await shown(webhook, given), isChanged }
  },
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
    await given.store.webhooks.remove(given.id, given)
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
    const webhook = await webhookWithId(given, given.id)
    const secret = given.webhooks.newSecret()
    await given.store.webhooks.rotate(webhook.id, secret, epochOfInstant(given.moment.now) + DAY, given)
    return { ...(await shown(webhook, given)), secret }
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
  async run({ id, delivery, ...given }) {
    await webhookWithId(given, id)
    const now = epochOfInstant(given.moment.now)
    const found = await given.store.webhooks.redeliver(id, delivery, now)
    if (found === undefined) throw new Problem('delivery-not-found')
    return shownDelivery(found)
  },
})
