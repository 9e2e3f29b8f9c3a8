/** One attempt to deliver a message, and the consequences of its outcome. */
import type { ActiveWebhook, Delivery, NewDelivery, WebhookRoundToSave } from '../store/store.ts'
import { signedWebhookHeaders } from './signature.ts'

/** Seconds from a failed attempt to the next one. After the last attempt the delivery has failed. */
export const DELIVERY_WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The number of consecutive failed deliveries after which a webhook is switched off. */
const MAX_EXHAUSTED = 10
const GONE = 410

/** Sends a body to a URL. Throws an Error whose message may be shown to administrators if there is no response. */
export type SendPost = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<{ readonly status: number }>

/** The outcome of an attempt. `status` is null if there was no response. */
export interface DeliveryOutcome {
  readonly status: number | null
  readonly milliseconds: number
  readonly result: string
}

/** Whether an attempt delivered its message. */
export const hasDelivered = ({ status }: DeliveryOutcome) => status !== null && status >= 200 && status < 300
const isGone = ({ status }: DeliveryOutcome) => status === GONE

/** How an attempt is sent, and when. */
interface Sending {
  /** Seconds since 1970 UTC. */
  readonly now: number
  readonly post: SendPost
  readonly signal?: AbortSignal
}

/** Sends a message once, and returns the outcome. Throws only if `signal` is aborted. */
export async function attemptDelivery(
  { url, secrets }: Pick<ActiveWebhook, 'url' | 'secrets'>,
  { message_id, body }: Pick<NewDelivery, 'message_id' | 'body'>,
  { now, post, signal }: Sending,
): Promise<DeliveryOutcome> {
  const start = performance.now()
  const outcomeOf = (status: number | null, result: string): DeliveryOutcome => ({
    status,
    result: result.slice(0, 300),
    milliseconds: Math.round(performance.now() - start),
  })
  try {
    const { status } = await post(url, body, signedWebhookHeaders(secrets, message_id, now, body), signal)
    return outcomeOf(status, `it returned ${status}`)
  } catch (error) {
    if (signal?.aborted === true) throw error
    return outcomeOf(null, error instanceof Error ? error.message : String(error))
  }
}

/** Returns the state of a delivery after an outcome. `now` is in seconds since 1970 UTC. */
export function deliveryStateAfter(
  { attempts: before }: Pick<Delivery, 'attempts'>,
  outcome: DeliveryOutcome,
  now: number,
): Omit<WebhookRoundToSave['updates'][number], 'id'> {
  const attempts = before + 1
  const wait = DELIVERY_WAITS[attempts - 1]
  const isWaiting = !hasDelivered(outcome) && !isGone(outcome) && wait !== undefined
  return {
    ...outcome,
    attempts,
    tried_utc: now,
    state: hasDelivered(outcome) ? 'delivered' : isWaiting ? 'waiting' : 'failed',
    next_utc: isWaiting ? now + wait : null,
  }
}

type Health = NonNullable<WebhookRoundToSave['health']>

/** Returns the health of a webhook after an outcome: the same object if nothing changes. */
export function webhookHealthAfter(
  health: Health,
  outcome: DeliveryOutcome,
  state: Delivery['state'],
): Health {
  const isWell = health.failures === 0 && health.exhausted === 0 && health.held_utc === 0
  if (hasDelivered(outcome)) return isWell ? health : { ...health, failures: 0, exhausted: 0, held_utc: 0 }
  const exhausted = health.exhausted + (state === 'failed' ? 1 : 0)
  const switched_off = isGone(outcome) ? 'gone' : exhausted >= MAX_EXHAUSTED ? 'exhausted' : ''
  return {
    ...health,
    failures: health.failures + 1,
    exhausted,
    switched_off: health.switched_off || switched_off,
  }
}
