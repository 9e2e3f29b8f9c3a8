/** Schemas of calendar subscriptions (contract §0, ext.). */
import type { CalendarSubscriptionAction } from '../../operations/calendars/calendar-subscriptions.ts'
import { type Json, ref } from '../document.ts'
import { each, flag, listOf, object, text, timestamp, timestampOrNone, webAddress, whole } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const calendarSubscriptionSchemas: { readonly [A in CalendarSubscriptionAction]: string } = {
  'list-subscriptions': 'SubscriptionList',
  'add-subscription': 'Subscription',
  'change-subscription': 'Subscription',
  'end-subscription': 'Subscription',
  'run-subscription': 'Subscription',
}

/** Schemas by name. */
export const ofCalendarSubscriptions: Readonly<Record<string, Json>> = {
  Subscription: object({
    id: whole,
    address: webAddress,
    has_login: flag,
    every: text,
    categories: listOf(text),
    prune: flag,
    created_utc: timestamp,
    ...each(timestampOrNone, 'tried_utc', 'read_utc'),
    next_utc: timestamp,
    failures: whole,
    result: text,
  }),
  SubscriptionList: object({ subscriptions: listOf(ref('Subscription')) }),
}
