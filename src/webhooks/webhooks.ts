/** Webhooks, as administrators change them (contract §13, ext.). */

import { requireValidListArgs } from '../actions/listing/list-query.ts'
import type { Context } from '../api/context.ts'
import { requireScope } from '../api/policy.ts'
import { readArgs } from '../contract/arg.ts'
import type { UncheckedArgsByName } from '../contract/kinds/webhook.ts'
import {
  changeMessageTypes,
  SUBMISSION_TYPE,
  type WebhookMessageType,
} from '../contract/operations/integrations/webhooks.ts'
import { type ResourceName, resourceNamed, resourceNames } from '../contract/resources/index.ts'
import { parseValidPartOfListArgs } from '../contract/resources/parse.ts'
import {
  because,
  type Faults,
  faultBecause,
  invalidParam,
  invalidParams,
  Problem,
  type RefusalReason,
} from '../problem.ts'
import type { Delivery, NewWebhook, Webhook } from '../store/store.ts'
import { withAdministratorActor } from './matching.ts'

/** Why a URL may not be a receiver; undefined if it may. */
export type FindReceiverFault = (url: string) => RefusalReason | undefined

const DAY = 86_400

/** Returns the webhook of an id. Throws 404. */
export async function webhookWithId(
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

export interface WebhookArgs extends Partial<NewWebhook> {
  readonly url?: string
}

/** Adds a webhook, by default for every change. Returns it with its secret, which is shown this once. Throws 400. */
export async function addWebhook(
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
export async function changeWebhook(
  id: number,
  changes: WebhookArgs,
  fault: FindReceiverFault,
  context: Context,
): Promise<Webhook> {
  const before = await webhookWithId(context, id)
  // Its receiver reads what only administrators see.
  if (changes.isPrivate ?? before.isPrivate) requireScope(context.actor, 'read')
  if (changes.url !== undefined) allowReceiver(changes.url, fault)
  await allowFilter(changes.filter ?? before.filter, changes.types ?? before.types, context)
  if (Object.keys(changes).length > 0) await context.store.webhooks.change(id, changes, context)
  return webhookWithId(context, id)
}

/** Deletes a webhook with its deliveries. Returns it as it was. Throws 404. */
export async function removeWebhook(id: number, context: Context): Promise<Webhook> {
  const webhook = await webhookWithId(context, id)
  await context.store.webhooks.remove(id, context)
  return webhook
}

/** Gives a webhook a new secret; for a day both sign. `now` is in seconds since 1970 UTC. Throws 404. */
export async function setNewWebhookSecret(
  id: number,
  secret: string,
  now: number,
  context: Context,
): Promise<Webhook & { readonly secret: string }> {
  const webhook = await webhookWithId(context, id)
  await context.store.webhooks.rotate(id, secret, now + DAY, context)
  return { ...webhook, secret }
}

/** Makes a delivery due again. `now` is in seconds since 1970 UTC. Throws 404. */
export async function makeDeliveryDueAgain(
  id: number,
  delivery: number,
  now: number,
  context: Context,
): Promise<Delivery> {
  await webhookWithId(context, id)
  const found = await context.store.webhooks.redeliver(id, delivery, now)
  if (found === undefined) throw new Problem('delivery-not-found')
  return found
}
