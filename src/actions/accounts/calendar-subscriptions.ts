/** Subscriptions to outside calendars, as administrators change them (contract §0, ext.). */
import { invalidParam, Problem } from '../../problem.ts'
import type { CalendarSubscription, NewCalendarSubscription, Settled } from '../../store/store.ts'
import type { Context } from '../context.ts'

/** Reads the calendar of a subscription now; undefined where another process has it in hand. */
export type ReadNow = (id: number) => Promise<Settled | undefined>

/** The subscription of an id. Throws 404. */
export async function subscriptionOf(
  { store }: Pick<Context, 'store'>,
  id: number,
): Promise<CalendarSubscription> {
  const found = (await store.subscriptions.all()).find((one) => one.id === id)
  if (found === undefined) throw new Problem('subscription-not-found')
  return found
}

/** Subscribes to a calendar, which is read at once: one that can't be is not subscribed to. Throws 400 or 409. */
export async function subscribe(
  wanted: NewCalendarSubscription,
  readNow: ReadNow,
  context: Context,
): Promise<CalendarSubscription> {
  const { subscriptions } = context.store
  const id = await subscriptions.add(wanted, context)
  if (id === undefined) throw new Problem('subscription_exists')
  const settled = await readNow(id)
  if (settled === undefined || settled.failures === 0) return subscriptionOf(context, id)
  await subscriptions.remove(id, context)
  throw invalidParam('address', settled.result)
}

/** A login is for one server: with an address elsewhere it is forgotten, unless another one is sent. */
function withoutOldLogin(
  changes: Partial<NewCalendarSubscription>,
  before: string,
): Partial<NewCalendarSubscription> {
  const { address = before } = changes
  return new URL(address).origin === new URL(before).origin ? changes : { login: '', ...changes }
}

/**
 * Changes a subscription. What changes more than the interval makes it due at once. Throws 404, 409 where another
 * subscription has the address, or 409 where the calendar is being read just now.
 */
export async function changeSubscription(
  id: number,
  changes: Partial<NewCalendarSubscription>,
  context: Pick<Context, 'store' | 'actor' | 'moment'>,
): Promise<CalendarSubscription> {
  const { address } = await subscriptionOf(context, id)
  const changed = await context.store.subscriptions.change(id, withoutOldLogin(changes, address), context)
  if (changed === 'taken') throw new Problem('subscription_exists')
  if (changed === 'busy') throw new Problem('subscription_busy')
  return subscriptionOf(context, id)
}

/** Ends a subscription, whose events stay; the subscription as it was. Throws 404. */
export async function endSubscription(id: number, context: Context): Promise<CalendarSubscription> {
  const subscription = await subscriptionOf(context, id)
  await context.store.subscriptions.remove(id, context)
  return subscription
}

/** Reads a calendar now, due or not. Throws 404, or 409 where it is being read already. */
export async function runSubscription(
  id: number,
  readNow: ReadNow,
  context: Context,
): Promise<CalendarSubscription> {
  await subscriptionOf(context, id)
  if ((await readNow(id)) === undefined) throw new Problem('subscription_busy')
  return subscriptionOf(context, id)
}
