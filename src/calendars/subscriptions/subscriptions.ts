/** Manages calendar subscriptions for administrators (contract §0, ext.). */

import type { Context } from '../../api/context.ts'
import { invalidParams, Problem } from '../../problem.ts'
import type {
  CalendarSubscription,
  NewCalendarSubscription,
  SubscriptionRunResult,
} from '../../store/store.ts'

/** Imports the calendar of a subscription now; undefined if another process is importing it. */
export type ImportSubscribedCalendarNow = (id: number) => Promise<SubscriptionRunResult | undefined>

/** Returns the subscription with an id. Throws 404. */
export async function subscriptionWithId(
  { store }: { readonly store: Pick<Context['store'], 'subscriptions'> },
  id: number,
): Promise<CalendarSubscription> {
  const found = (await store.subscriptions.all()).find((one) => one.id === id)
  if (found === undefined) throw new Problem('subscription-not-found')
  return found
}

/** Why a calendar that is there could not be imported. Its subscription stays and reads it again. */
const calendarFaults = ['calendar_cut_off', 'no_event_imported', 'no_event_read']

/** Whether a first reading found a calendar, even one that could not be imported; otherwise nothing is subscribed to. */
export const hasFoundCalendar = ({
  failures,
  reason,
}: Pick<SubscriptionRunResult, 'failures' | 'reason'>): boolean =>
  failures === 0 || calendarFaults.includes(reason)

/**
 * Adds a subscription and imports its calendar. One whose calendar is there and can't be imported stays, as failing. Throws 400 if there is no
 * calendar, 409 if the address already has a subscription.
 */
export async function subscribeToCalendar(
  wanted: NewCalendarSubscription,
  readNow: ImportSubscribedCalendarNow,
  context: Context,
): Promise<CalendarSubscription> {
  const { subscriptions } = context.store
  const id = await subscriptions.add(wanted, context)
  if (id === undefined) throw new Problem('subscription_exists')
  const settled = await readNow(id)
  if (settled === undefined || hasFoundCalendar(settled)) return subscriptionWithId(context, id)
  await subscriptions.remove(id, context)
  const { result: message, reason, values } = settled
  throw invalidParams({ address: { code: 'rest_invalid_param', message, reason, values } })
}

/** Removes the login when the address moves to another server, unless a new login is sent. */
function withoutOldLogin(
  changes: Partial<NewCalendarSubscription>,
  before: string,
): Partial<NewCalendarSubscription> {
  const { address = before } = changes
  return new URL(address).origin === new URL(before).origin ? changes : { login: '', ...changes }
}

/**
 * Changes a subscription. A change of more than the interval makes it due immediately. Throws 404, or 409 if another
 * subscription has the address or the calendar is being imported now.
 */
export async function changeSubscribedCalendar(
  id: number,
  changes: Partial<NewCalendarSubscription>,
  context: Pick<Context, 'store' | 'actor' | 'moment'>,
): Promise<CalendarSubscription> {
  const { address } = await subscriptionWithId(context, id)
  const changed = await context.store.subscriptions.change(id, withoutOldLogin(changes, address), context)
  if (changed === 'taken') throw new Problem('subscription_exists')
  if (changed === 'busy') throw new Problem('subscription_busy')
  return subscriptionWithId(context, id)
}

/** Ends a subscription and keeps its events. Returns the former subscription. Throws 404. */
export async function endSubscription(id: number, context: Context): Promise<CalendarSubscription> {
  const subscription = await subscriptionWithId(context, id)
  await context.store.subscriptions.remove(id, context)
  return subscription
}

/** Imports a calendar now, whether due or not. Throws 404, or 409 if it is being imported already. */
export async function importSubscriptionNow(
  id: number,
  readNow: ImportSubscribedCalendarNow,
  context: Context,
): Promise<CalendarSubscription> {
  await subscriptionWithId(context, id)
  if ((await readNow(id)) === undefined) throw new Problem('subscription_busy')
  return subscriptionWithId(context, id)
}
