/** Calendar subscriptions over HTTP (contract §0, ext.): for administrators only; secrets in their URLs are shown to nobody. */

import {
  changeSubscribedCalendar,
  endSubscription,
  type ImportSubscribedCalendarNow,
  importSubscriptionNow,
  subscribeToCalendar,
  subscriptionWithId,
} from '../../../actions/accounts/calendar-subscriptions.ts'
import { resolveGroupTarget } from '../../../actions/groups/of-event.ts'
import type { Context } from '../../../api/context.ts'
import { type Actor, requireMayAdministerUser, requireScope } from '../../../api/policy.ts'
import type { ChangedArgs } from '../../../contract/arg.ts'
import { intervalTextOfSeconds, secondsOfIntervalText } from '../../../contract/kinds/subscription.ts'
import {
  type SubscriptionOperationName,
  subscriptionArgsByOperation,
  subscriptionOperationNames,
} from '../../../contract/operations/calendars/calendar-subscriptions.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { itemWriteScopes } from '../../../contract/scopes.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import { addressAndLoginOf, redactedWebAddress } from '../../../domain/text/calendar-address.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../../domain/time/timestamp.ts'
import { because } from '../../../problem.ts'
import type { CalendarSubscription, NewCalendarSubscription } from '../../../store/store.ts'
import { oneTaskAtATimeRunner } from '../../../support/one-at-a-time.ts'
import { type ApiRequest, idOfPathParams } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { OperationHandlers } from '../handler.ts'

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

const shownAll = (all: readonly CalendarSubscription[]) => ({ subscriptions: all.map(shown) })

/** A dry run fetches nothing. */
const unread: ImportSubscribedCalendarNow = async () => undefined

interface Given {
  readonly id: number
  readonly request: ApiRequest
  readonly context: Context
}

type Sent = ChangedArgs<(typeof subscriptionArgsByOperation)['change-subscription']>

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

/** The actions after which a subscription reads its calendar and writes what that has. */
const writing: readonly SubscriptionOperationName[] = [
  'add-subscription',
  'change-subscription',
  'run-subscription',
]

/** Throws 401 or 403. What a subscription writes, it writes later and without the token, which so needs the scopes of all items. */
function allowAction(action: SubscriptionOperationName, actor: Actor): void {
  requireMayAdministerUser(actor)
  if (writing.includes(action)) for (const scope of itemWriteScopes) requireScope(actor, scope)
}

/** Builds the operations on calendar subscriptions. One calendar is read at a time. Throws 400, 401, 403, 404, 409 or 503. */
export function calendarSubscriptionHandlers(
  readNow: ImportSubscribedCalendarNow,
): OperationHandlers<SubscriptionOperationName> {
  const alone = oneTaskAtATimeRunner(because('calendar_being_read'))
  const acts: { readonly [A in SubscriptionOperationName]: (given: Given) => Promise<object> } = {
    'list-subscriptions': async ({ context: { store } }) => shownAll(await store.subscriptions.all()),
    async 'add-subscription'({ request, context }) {
      const body = await sentArgs(request)
      const sent = parseArgs(subscriptionArgsByOperation['add-subscription'], body, 'create')
      const wanted = {
        address: '',
        ...placeIn(sent),
        every_seconds: secondsFrom(sent.every),
        categories: sent.categories ?? [],
        group_id: await groupIdOf(sent.group, context),
        prunes: sent.prune,
      }
      return request.isDry === true
        ? shown(await subscribeToCalendar(wanted, unread, context))
        : alone(async () => shown(await subscribeToCalendar(wanted, readNow, context)))
    },
    async 'change-subscription'({ id, request, context }) {
      const body = await sentArgs(request)
      const sent = parseArgs(subscriptionArgsByOperation['change-subscription'], body, 'update')
      if (Object.keys(sent).length === 0) return shown(await subscriptionWithId(context, id))
      return shown(await changeSubscribedCalendar(id, await changesIn(sent, id, context), context))
    },
    'end-subscription': async ({ id, context }) => shown(await endSubscription(id, context)),
    'run-subscription': async ({ id, request, context }) =>
      request.isDry === true
        ? shown(await subscriptionWithId(context, id))
        : alone(async () => shown(await importSubscriptionNow(id, readNow, context))),
  }
  return recordFromNames(subscriptionOperationNames, (action) => async (request) => {
    const { context } = request
    allowAction(action, context.actor)
    const body = await acts[action]({ id: idOfPathParams(request.params), request, context })
    const status = action === 'add-subscription' ? 201 : 200
    return { status, headers: { 'Cache-Control': 'private, no-store' }, body }
  })
}
