/** Webhooks as the service has them. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ask } from '../api/ask.ts'
import type { Key } from '../words/index.ts'

export type Webhook = components['schemas']['Webhook']
export type CreatedWebhook = components['schemas']['CreatedWebhook']
export type Delivery = components['schemas']['Delivery']

/** All webhooks. */
export async function listWebhooks(): Promise<readonly Webhook[]> {
  const { body } = await ask<{ webhooks: readonly Webhook[] }>('GET', '/webhooks')
  return body.webhooks
}

/** The last deliveries of a webhook. */
export async function lastDeliveries({ id }: Webhook): Promise<readonly Delivery[]> {
  const { body } = await ask<{ deliveries: readonly Delivery[] }>('GET', `/webhooks/${id}/deliveries`, {
    query: { per_page: 20 },
  })
  return body.deliveries
}

/** The address of a webhook in the interface. */
export const pathOf = ({ id }: Webhook): string => `/webhooks/${id}`

/** The host that a webhook is named by. */
export const hostOf = ({ url }: Webhook): string => new URL(url).host

/** What may be chosen to be sent, and its types. Everything is what the service sends by default. */
export const choices: Readonly<
  Record<string, { readonly label: Key; readonly types: readonly string[] | null }>
> = {
  'new-events': { label: 'webhook.new-events', types: ['event.created'] },
  events: { label: 'webhook.events', types: ['event.created', 'event.updated', 'event.removed'] },
  submissions: { label: 'webhook.submissions', types: ['submission.received'] },
  all: { label: 'webhook.all', types: null },
}
