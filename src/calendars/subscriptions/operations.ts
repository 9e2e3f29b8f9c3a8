/** What administrators do with calendar subscriptions; secrets in their addresses are shown to nobody. */

import { resolveGroupTarget } from '../../actions/groups/of-event.ts'
import { answer, named } from '../../api/answer.ts'
import type { Context } from '../../api/context.ts'
import { serviceOperation } from '../../api/operation.ts'
import { administrators } from '../../api/who.ts'
import {
  type ChangedArgs,
  defaulted,
  markedAsExtension,
  notClearable,
  optional,
  required,
} from '../../contract/arg.ts'
import {
  basicAuthLogin,
  calendarUrl,
  categoryNames,
  interval,
  intervalTextOfSeconds,
  secondsOfIntervalText,
} from '../../contract/kinds/subscription.ts'
import * as kind from '../../contract/kinds.ts'
import { itemWriteScopes } from '../../contract/scopes.ts'
import {
  anyObjectShape,
  booleanShape,
  integerOrNullShape,
  integerShape,
  listShape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../../contract/shape.ts'
import { addressAndLoginOf, redactedWebAddress } from '../../domain/text/calendar-address.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../domain/time/timestamp.ts'
import { because } from '../../problem.ts'
import type { CalendarSubscription, NewCalendarSubscription } from '../../store/store.ts'
import {
  changeSubscribedCalendar,
  endSubscription,
  type ImportSubscribedCalendarNow,
  importSubscriptionNow,
  subscribeToCalendar,
  subscriptionWithId,
} from './subscriptions.ts'

declare module '../../api/outside.ts' {
  interface Outside {
    /** Reads the calendar of a calendar subscription now. */
    readonly readNow: ImportSubscribedCalendarNow
  }
}

const right = { scope: 'import', allows: administrators } as const
/** What a subscription writes, it writes later and without the token, which so needs the scopes of all items. */
const writes = { ...right, also: itemWriteScopes }
const alone = { reason: because('calendar_being_read') }

const subscription = named('Subscription', {
  id: integerShape,
  address: webAddressShape,
  has_login: booleanShape,
  every: textShape,
  categories: listShape(textShape),
  group: integerOrNullShape,
  prune: booleanShape,
  created_utc: timestampShape,
  ...sameShapeByName(timestampOrEmptyShape, 'tried_utc', 'read_utc'),
  next_utc: timestampShape,
  failures: integerShape,
  result: textShape,
  reason: textShape,
  values: anyObjectShape,
})
const subscriptions = named('SubscriptionList', { subscriptions: listShape(subscription) })

const shown = (subscription: CalendarSubscription) => {
  const { id, address, has_login, every_seconds, categories, group_id, prunes } = subscription
  const { failures, result, reason, values } = subscription
  const { created_utc, tried_utc, read_utc, next_utc } = subscription
  return {
    id,
    address: redactedWebAddress(address),
    has_login,
    every: intervalTextOfSeconds(every_seconds),
    categories,
    group: group_id,
    prune: prunes,
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    tried_utc: formatSecondsAsTimestampOrEmpty(tried_utc),
    read_utc: formatSecondsAsTimestampOrEmpty(read_utc),
    next_utc: formatSecondsAsTimestampOrEmpty(next_utc),
    failures,
    result,
    reason,
    values,
  }
}

const changeArgs = {
  address: markedAsExtension(notClearable(calendarUrl)),
  login: markedAsExtension(optional(basicAuthLogin)),
  every: markedAsExtension(notClearable(interval)),
  categories: markedAsExtension(notClearable(categoryNames)),
  group: markedAsExtension(optional(kind.groupTarget)),
  prune: markedAsExtension(notClearable(kind.boolean)),
}
type Sent = ChangedArgs<typeof changeArgs>

/** The seconds of a valid interval. */
const secondsFrom = (interval: string) => secondsOfIntervalText(interval) ?? 0

/** An address and a login as sent: a login in the address is one, too; undefined if nothing is said of it. */
function placeIn({ address: where, login }: Pick<Sent, 'address' | 'login'>): {
  readonly address?: string
  readonly login?: string
} {
  const parted = where ? addressAndLoginOf(where) : undefined
  const own = login === null ? '' : login
  return {
    ...(parted !== undefined && { address: parted.address }),
    ...(parted !== undefined && parted.login !== '' && { login: parted.login }),
    ...(own !== undefined && { login: own }),
  }
}

/** Returns the id of the group that is sent; null for none. Throws 400 for one that there is not. */
async function groupIdOf(target: Sent['group'], context: Context): Promise<number | null> {
  return (target ? await resolveGroupTarget(context.store, target, context) : undefined)?.id ?? null
}

/** The changes to a subscription as sent; its address as it was shown is no change. */
async function changesIn(
  sent: Sent,
  id: number,
  context: Context,
): Promise<Partial<NewCalendarSubscription>> {
  const { every, categories, group, prune } = sent
  const { address, ...place } = placeIn(sent)
  const isSame =
    address !== undefined && address === redactedWebAddress((await subscriptionWithId(context, id)).address)
  return {
    ...place,
    ...(address !== undefined && !isSame && { address }),
    ...(every && { every_seconds: secondsFrom(every) }),
    ...(categories && { categories }),
    ...(group !== undefined && { group_id: await groupIdOf(group, context) }),
    ...(prune !== undefined && { prunes: prune === true }),
  }
}

/** A rehearsal fetches nothing. */
const unread: ImportSubscribedCalendarNow = async () => undefined

export const listSubscriptions = serviceOperation({
  route: 'GET /subscriptions',
  name: 'list-subscriptions',
  summary: 'List calendar subscriptions',
  args: {},
  answer: answer(subscriptions, 'The subscriptions with their last results.'),
  right,
  run: async ({ store }) => ({ subscriptions: (await store.subscriptions.all()).map(shown) }),
})

export const addSubscription = serviceOperation({
  route: 'POST /subscriptions',
  name: 'add-subscription',
  summary: 'Subscribe to an external calendar',
  args: {
    address: markedAsExtension(required(calendarUrl)),
    login: changeArgs.login,
    every: markedAsExtension(defaulted(interval, '6h')),
    categories: changeArgs.categories,
    group: changeArgs.group,
    prune: markedAsExtension(defaulted(kind.boolean, false)),
  },
  body: {
    schema: 'NewSubscription',
    example: { address: 'https://opera.example.org/season.ics', every: '6h', categories: ['Opera'] },
  },
  answer: answer(subscription, 'The subscription with the result of the first import.', { status: 201 }),
  right: writes,
  problems: ['subscription_exists'],
  alone,
  isSlow: true,
  async run(given, sent) {
    const wanted = {
      address: '',
      ...placeIn(sent),
      every_seconds: secondsFrom(sent.every),
      categories: sent.categories ?? [],
      group_id: await groupIdOf(sent.group, given),
      prunes: sent.prune,
    }
    return shown(await subscribeToCalendar(wanted, given.isDry ? unread : given.readNow, given))
  },
})

export const changeSubscription = serviceOperation({
  route: 'PATCH /subscriptions/{id}',
  name: 'change-subscription',
  summary: 'Change a calendar subscription',
  args: changeArgs,
  body: { schema: 'SubscriptionChanges', example: { every: '1d' } },
  answer: answer(subscription, 'The updated subscription.'),
  right: writes,
  problems: ['subscription-not-found', 'subscription_exists', 'subscription_busy'],
  async run({ id, ...given }, sent) {
    if (Object.keys(sent).length === 0) return shown(await subscriptionWithId(given, id))
    return shown(await changeSubscribedCalendar(id, await changesIn(sent, id, given), given))
  },
})

export const endOneSubscription = serviceOperation({
  route: 'DELETE /subscriptions/{id}',
  name: 'end-subscription',
  summary: 'Delete a calendar subscription and keep its events',
  args: {},
  answer: answer(subscription, 'The deleted subscription.'),
  right,
  problems: ['subscription-not-found'],
  run: async ({ id, ...given }) => shown(await endSubscription(id, given)),
})

export const runSubscription = serviceOperation({
  route: 'POST /subscriptions/{id}/run',
  name: 'run-subscription',
  summary: 'Read a subscribed calendar now',
  args: {},
  answer: answer(subscription, 'The subscription with the result of the import.'),
  right: writes,
  problems: ['subscription-not-found', 'subscription_busy'],
  alone,
  isSlow: true,
  run: async ({ id, ...given }) =>
    shown(
      given.isDry
        ? await subscriptionWithId(given, id)
        : await importSubscriptionNow(id, given.readNow, given),
    ),
})
