/** Schemas of webhooks and their deliveries (contract §13, ext.). */

import {
  deliveryStates,
  switchedOffReasons,
  TEST_MESSAGE_TYPE,
  type WebhookOperationName,
  webhookMessageTypes,
} from '../../../operations/integrations/webhooks.ts'
import { resourceNames } from '../../../resources/index.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
  webAddressSchema,
} from '../shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const webhookSchemaNamesByOperation: { readonly [A in WebhookOperationName]: string } = {
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
  id: integerSchema,
  url: webAddressSchema,
  types: listSchema({ type: 'string', enum: [...webhookMessageTypes] }),
  filter: anyObjectSchema,
  ...sameSchemaByName(booleanSchema, 'active', 'private'),
  created_utc: timestampSchema,
  ...sameSchemaByName(integerSchema, 'failures', 'waiting'),
  switched_off: { type: 'string', enum: ['', ...switchedOffReasons] },
  switched_off_utc: timestampOrEmptySchema,
  rest_url: webAddressSchema,
}

const wholeOrNull = { type: ['integer', 'null'] }

/** Schemas by name. */
export const schemasOfWebhooks: Readonly<Record<string, JsonObject>> = {
  Webhook: objectSchemaWithProperties(webhook),
  CreatedWebhook: objectSchemaWithProperties({ ...webhook, secret: { type: 'string', pattern: '^whsec_' } }),
  WebhookList: objectSchemaWithProperties({ webhooks: listSchema(componentReference('Webhook')) }),
  Delivery: objectSchemaWithProperties({
    id: integerSchema,
    message_id: textSchema,
    type: { type: 'string', enum: [...webhookMessageTypes, TEST_MESSAGE_TYPE] },
    resource: { type: 'string', enum: ['', ...resourceNames, 'submission'] },
    ...sameSchemaByName(integerSchema, 'item_id', 'revision'),
    state: { type: 'string', enum: [...deliveryStates] },
    attempts: integerSchema,
    created_utc: timestampSchema,
    ...sameSchemaByName(timestampOrEmptySchema, 'tried_utc', 'next_utc'),
    ...sameSchemaByName(wholeOrNull, 'status', 'milliseconds'),
    result: textSchema,
  }),
  DeliveryList: objectSchemaWithProperties({
    deliveries: listSchema(componentReference('Delivery')),
    total: integerSchema,
  }),
}
