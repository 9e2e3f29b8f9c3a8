/** The webhooks of one service: their delivery, and the functions for their administration. */
import type { Context } from '../api/context.ts'
import { anonymousActor } from '../api/policy.ts'
import type { ContentLanguages } from '../domain/languages.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { makeRootPartForSiteLanguage } from '../representations/urls.ts'
import type { Delivery, Webhook } from '../store/store.ts'
import {
  attemptDelivery,
  deliveryStateAfter,
  newWebhookSecret,
  type SendPost,
  webhookDelivererOf,
} from './deliveries.ts'
import { type MessageContext, newTestDelivery } from './messages.ts'
import type { FindReceiverFault } from './operations.ts'

interface WebhookOptions {
  readonly contextNow: () => Omit<Context, 'actor'>
  readonly baseUrl: string
  readonly namespace: string
  readonly contentLanguages: ContentLanguages
  readonly name: string
  readonly post: SendPost
  readonly receiverFault: FindReceiverFault
}

export function newWebhookService(options: WebhookOptions) {
  const { contextNow, baseUrl, namespace, contentLanguages, name, post, receiverFault } = options
  const { store } = contextNow()
  const source: MessageContext = {
    context: () => ({ ...contextNow(), actor: anonymousActor }),
    root: { base: baseUrl, url: baseUrl, namespace, ...makeRootPartForSiteLanguage(contentLanguages, true) },
    siteName: name,
  }
  /** Sends a test to a webhook now. Returns its delivery, which is not tried again. */
  const test = async (webhook: Webhook): Promise<Delivery> => {
    const now = epochOfInstant(contextNow().moment.now)
    const message = newTestDelivery(webhook, source)
    const secrets = await store.webhooks.secretsOf(webhook.id, now)
    const outcome = await attemptDelivery({ url: webhook.url, secrets }, message, { now, post })
    const { state, ...after } = deliveryStateAfter(message, outcome, now)
    const isDone = state === 'delivered'
    return store.webhooks.record({
      ...message,
      ...after,
      next_utc: null,
      state: isDone ? 'delivered' : 'failed',
    })
  }
  const deliverer = webhookDelivererOf({ store, source, post })
  return {
    ...deliverer,
    tools: { receiverFault, newSecret: newWebhookSecret, test, counts: deliverer.counts },
  }
}
