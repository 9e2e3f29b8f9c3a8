/** Schemas of calendar subscriptions (contract §0, ext.). */
import type { SubscriptionOperationName } from '../../operations/calendars/calendar-subscriptions.ts'
import { componentReference, type JsonObject } from '../document.ts'
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
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const responseSchemaNameBySubscriptionOperation: {
  readonly [A in SubscriptionOperationName]: string
} = {
  'list-subscriptions': 'SubscriptionList',
  'add-subscription': 'Subscription',
  'change-subscription': 'Subscription',
  'end-subscription': 'Subscription',
  'run-subscription': 'Subscription',
}

/** Schemas by name. */
export const schemasOfCalendarSubscriptions: Readonly<Record<string, JsonObject>> = {
  Subscription: objectSchemaWithProperties({
    id: integerSchema,
    address: webAddressSchema,
    has_login: booleanSchema,
    every: textSchema,
    categories: listSchema(textSchema),
    group: { type: ['integer', 'null'] },
    prune: booleanSchema,
    created_utc: timestampSchema,
    ...sameSchemaByName(timestampOrEmptySchema, 'tried_utc', 'read_utc'),
    next_utc: timestampSchema,
    failures: integerSchema,
    result: textSchema,
    reason: textSchema,
    values: anyObjectSchema,
  }),
  SubscriptionList: objectSchemaWithProperties({
    subscriptions: listSchema(componentReference('Subscription')),
  }),
}
