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
  eachSchema,
  flagSchema,
  listSchema,
  openSchema,
  schemaOfObject,
  textSchema,
  timestampOrNone,
  timestampSchema,
  webAddressSchema,
  wholeSchema,
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
  id: wholeSchema,
  url: webAddressSchema,
  types: listSchema({ type: 'string', enum: [...webhookTypes] }),
  filter: openSchema,
  ...eachSchema(flagSchema, 'active', 'private'),
  created_utc: timestampSchema,
  ...eachSchema(wholeSchema, 'failures', 'waiting'),
  switched_off: { type: 'string', enum: ['', ...switchedOffReasons] },
  switched_off_utc: timestampOrNone,
  rest_url: webAddressSchema,
}

const wholeOrNull = { type: ['integer', 'null'] }

/** Schemas by name. */
export const schemasOfWebhooks: Readonly<Record<string, Json>> = {
  Webhook: schemaOfObject(webhook),
  CreatedWebhook: schemaOfObject({ ...webhook, secret: { type: 'string', pattern: '^whsec_' } }),
  WebhookList: schemaOfObject({ webhooks: listSchema(ref('Webhook')) }),
  Delivery: schemaOfObject({
    id: wholeSchema,
    message_id: textSchema,
    type: { type: 'string', enum: [...webhookTypes, TEST_TYPE] },
    resource: { type: 'string', enum: ['', ...resourceNames, 'submission'] },
    ...eachSchema(wholeSchema, 'item_id', 'revision'),
    state: { type: 'string', enum: [...deliveryStates] },
    attempts: wholeSchema,
    created_utc: timestampSchema,
    ...eachSchema(timestampOrNone, 'tried_utc', 'next_utc'),
    ...eachSchema(wholeOrNull, 'status', 'milliseconds'),
    result: textSchema,
  }),
  DeliveryList: schemaOfObject({ deliveries: listSchema(ref('Delivery')), total: wholeSchema }),
}
