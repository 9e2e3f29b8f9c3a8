/** Calendar subscriptions over HTTP (contract §0, ext.): for administrators only, since their URLs may contain secrets. */
import type { Context } from '../actions/context.ts'
import { allowAdministering } from '../actions/policy.ts'
import {
  changeInterval,
  endSubscription,
  type ReadNow,
  runSubscription,
  subscribe,
  subscriptionOf,
} from '../actions/subscriptions.ts'
import { intervalText, secondsOf } from '../contract/kinds/subscription.ts'
import type { SubscriptionAction } from '../contract/subscriptions.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import type { Subscription } from '../store/store.ts'
import { type Answer, type Asked, accepted, idIn } from './asked.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { written } from './written.ts'

const when = (seconds: number | null) => (seconds === null ? '' : utcTimestamp(seconds))

const shown = (subscription: Subscription) => {
  const { id, address, every_seconds, categories, prunes, failures, result } = subscription
  const { created_utc, tried_utc, read_utc, next_utc } = subscription
  return {
    ...{ id, address, every: intervalText(every_seconds), categories, prune: prunes },
    ...{ created_utc: when(created_utc), tried_utc: when(tried_utc), read_utc: when(read_utc) },
    ...{ next_utc: when(next_utc), failures, result },
  }
}

interface Given {
  readonly id: number
  readonly asked: Asked
  readonly context: Context
}

const textOf = (raw: unknown) => (raw === undefined ? undefined : String(raw))

/** The seconds of a valid interval. */
const secondsFrom = (raw: unknown) => secondsOf(textOf(raw) ?? '') ?? 0

/** Builds the operations on calendar subscriptions. One calendar is read at a time. Throws 400, 401, 403, 404, 409 or 503. */
export function subscriptionAnswers(
  readNow: ReadNow,
): (action: SubscriptionAction, asked: Asked) => Promise<Answer> {
  const alone = oneAtATime('Another calendar is being read. Try again when that has finished.')
  const acts: { readonly [A in SubscriptionAction]: (given: Given) => Promise<object> } = {
    'list-subscriptions': async ({ context }) => ({
      subscriptions: (await context.store.subscriptions.all()).map(shown),
    }),
    async 'add-subscription'({ asked, context }) {
      const sent = accepted(asked.operation.args, await written(asked), 'create')
      const wanted = {
        address: String(sent.address),
        every_seconds: secondsFrom(sent.every),
        categories: (sent.categories as readonly string[] | undefined) ?? [],
        prunes: sent.prune === true,
      }
      return alone(async () => shown(await subscribe(wanted, readNow, context)))
    },
    async 'change-subscription'({ id, asked, context }) {
      const { every } = accepted(asked.operation.args, await written(asked), 'update')
      if (every === undefined) return shown(await subscriptionOf(context, id))
      return shown(await changeInterval(id, secondsFrom(every), context))
    },
    'end-subscription': async ({ id, context }) => shown(await endSubscription(id, context)),
    'run-subscription': ({ id, context }) =>
      alone(async () => shown(await runSubscription(id, readNow, context))),
  }
  return async (action, asked) => {
    const { context } = asked
    allowAdministering(context.actor)
    const body = await acts[action]({ id: idIn(asked.params), asked, context })
    const status = action === 'add-subscription' ? 201 : 200
    return { status, headers: { 'Cache-Control': 'private, no-store' }, body }
  }
}
