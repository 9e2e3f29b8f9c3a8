/** Schemas of calendar subscriptions (contract §0, ext.). */
import type { CalendarSubscriptionAction } from '../../operations/calendars/calendar-subscriptions.ts'
import { type Json, ref } from '../document.ts'
import {
  eachSchema,
  flagSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampOrNone,
  timestampSchema,
  webAddressSchema,
  wholeSchema,
} from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const calendarSubscriptionSchemas: { readonly [A in CalendarSubscriptionAction]: string } = {
  'list-subscriptions': 'SubscriptionList',
  'add-subscription': 'Subscription',
  'change-subscription': 'Subscription',
  'end-subscription': 'Subscription',
  'run-subscription': 'Subscription',
}

/** Schemas by name. */
export const schemasOfCalendarSubscriptions: Readonly<Record<string, Json>> = {
  Subscription: schemaOfObject({
    id: wholeSchema,
    address: webAddressSchema,
    has_login: flagSchema,
    every: textSchema,
    categories: listSchema(textSchema),
    prune: flagSchema,
    created_utc: timestampSchema,
    ...eachSchema(timestampOrNone, 'tried_utc', 'read_utc'),
    next_utc: timestampSchema,
    failures: wholeSchema,
    result: textSchema,
  }),
  SubscriptionList: schemaOfObject({ subscriptions: listSchema(ref('Subscription')) }),
}
