/** Schemas of webhooks and their deliveries (contract §13, ext.). */

import {
  deliveryStates,
  switchedOffReasons,
  TEST_TYPE,
  type WebhookAction,
  webhookTypes,
} from '../../../operations/integrations/webhooks.ts'
import { resourceNames } from '../../../resources/index.ts'
import { type Json, ref } from '../../document.ts'
import {
  each,
  flag,
  listOf,
  object,
  open,
  text,
  timestamp,
  timestampOrNone,
  webAddress,
  whole,
} from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const webhookSchemas: { readonly [A in WebhookAction]: string } = {
  'list-webhooks': 'WebhookList',
  'add-webhook': 'CreatedWebhook',
  'read-webhook': 'Webhook',
  'change-webhook': 'Webhook',
  'remove-webhook': 'Webhook',
  'test-webhook': 'Delivery',
  'rotate-webhook': 'CreatedWebhook',
  'list-deliveries': 'DeliveryList',
  redeliver: 'Delivery',
}

const webhook = {
  id: whole,
  url: webAddress,
  types: listOf({ type: 'string', enum: [...webhookTypes] }),
  filter: open,
  ...each(flag, 'active', 'private'),
  created_utc: timestamp,
  ...each(whole, 'failures', 'waiting'),
  switched_off: { type: 'string', enum: ['', ...switchedOffReasons] },
  switched_off_utc: timestampOrNone,
  rest_url: webAddress,
}

const wholeOrNull = { type: ['integer', 'null'] }

/** Schemas by name. */
export const ofWebhooks: Readonly<Record<string, Json>> = {
  Webhook: object(webhook),
  CreatedWebhook: object({ ...webhook, secret: { type: 'string', pattern: '^whsec_' } }),
  WebhookList: object({ webhooks: listOf(ref('Webhook')) }),
  Delivery: object({
    id: whole,
    message_id: text,
    type: { type: 'string', enum: [...webhookTypes, TEST_TYPE] },
    resource: { type: 'string', enum: ['', ...resourceNames, 'submission'] },
    ...each(whole, 'item_id', 'revision'),
    state: { type: 'string', enum: [...deliveryStates] },
    attempts: whole,
    created_utc: timestamp,
    ...each(timestampOrNone, 'tried_utc', 'next_utc'),
    ...each(wholeOrNull, 'status', 'milliseconds'),
    result: text,
  }),
  DeliveryList: object({ deliveries: listOf(ref('Delivery')), total: whole }),
}
