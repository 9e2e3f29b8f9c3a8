/** Loads webhooks and their deliveries. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { type Key, t } from '../words/index.ts'

export type Webhook = components['schemas']['Webhook']
export type CreatedWebhook = components['schemas']['CreatedWebhook']
export type Delivery = components['schemas']['Delivery']

/** Loads all webhooks. */
export async function listWebhooks(): Promise<readonly Webhook[]> {
  const { body } = await callApi<{ webhooks: readonly Webhook[] }>('GET', '/webhooks')
  return body.webhooks
}

/** Loads the last deliveries of a webhook. */
export async function loadLastDeliveriesOfWebhook({ id }: Webhook): Promise<readonly Delivery[]> {
  const { body } = await callApi<{ deliveries: readonly Delivery[] }>('GET', `/webhooks/${id}/deliveries`, {
    query: { per_page: 20 },
  })
  return body.deliveries
}

/** The path of a webhook in the API. */
export const pathOfWebhook = ({ id }: Webhook): string => `/webhooks/${id}`

/** The name of a webhook in the list: the host of its URL. */
export const webhookHost = ({ url }: Webhook): string => new URL(url).host

/** The types of changes that a webhook can select. By default the service sends all. */
export const webhookTypeChoices: Readonly<
  Record<string, { readonly label: Key; readonly types: readonly string[] | null }>
> = {
  'new-events': { label: 'webhook.new-events', types: ['event.created'] },
  events: { label: 'webhook.events', types: ['event.created', 'event.updated', 'event.removed'] },
  submissions: { label: 'webhook.submissions', types: ['submission.received'] },
  all: { label: 'webhook.all', types: null },
}

const kinds = ['event', 'series', 'venue', 'organizer', 'category', 'tag', 'group', 'media', 'page']
/** The types of all changes: the service names each. */
const changeTypes = kinds.flatMap((kind) => [`${kind}.created`, `${kind}.updated`, `${kind}.removed`])

const areAlike = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join() === [...others].sort().join()

/** Returns the name of the choice that a webhook has; undefined for types that are none. */
export const typeChoiceNameOfWebhook = ({ types }: Webhook): string | undefined =>
  Object.entries(webhookTypeChoices).find(([, one]) => areAlike(one.types ?? changeTypes, types))?.[0]

/** Returns in words the changes that a webhook sends; the first types, where they are none of the choices. */
export function webhookTypesText(webhook: Webhook): string {
  const choice = webhookTypeChoices[typeChoiceNameOfWebhook(webhook) ?? '']
  return choice === undefined ? webhook.types.slice(0, 6).join(' · ') : t(choice.label)
}
