/** Loads webhooks and their deliveries. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import type { Key } from '../words/index.ts'

export type Webhook = components['schemas']['Webhook']
export type CreatedWebhook = components['schemas']['CreatedWebhook']
export type Delivery = components['schemas']['Delivery']

/** Loads all webhooks. */
export async function listWebhooks(): Promise<readonly Webhook[]> {
  const { body } = await callApi<{ webhooks: readonly Webhook[] }>('GET', '/webhooks')
  return body.webhooks
}

/** Loads the last deliveries of a webhook. */
export async function loadLastDeliveries({ id }: Webhook): Promise<readonly Delivery[]> {
  const { body } = await callApi<{ deliveries: readonly Delivery[] }>('GET', `/webhooks/${id}/deliveries`, {
    query: { per_page: 20 },
  })
  return body.deliveries
}

/** The path of a webhook in the API. */
export const webhookPath = ({ id }: Webhook): string => `/webhooks/${id}`

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
