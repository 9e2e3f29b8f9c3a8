/** Loads calendar subscriptions, and names them. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { loadRefusalWordsOnce } from '../api/refusals.ts'
import { durationText } from '../time/wall.ts'

export type Subscription = components['schemas']['Subscription']

/** Loads all calendar subscriptions, and the words for their results. */
export async function listSubscriptions(): Promise<readonly Subscription[]> {
  const { body } = await callApi<{ subscriptions: readonly Subscription[] }>('GET', '/subscriptions')
  await loadRefusalWordsOnce()
  return body.subscriptions
}

/** The name of a subscription: the host of its address. */
export const subscriptionName = ({ address }: Subscription): string => new URL(address).host

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

/** The label of an interval such as `6h`. */
export const intervalText = (every: string): string =>
  durationText(Number.parseInt(every, 10) * (MINUTES[every.at(-1) ?? ''] ?? 1))

const usual = ['15m', '1h', '6h', '12h', '1d', '7d']

/** The intervals to choose from, including the current one. */
export function intervalOptions(current: string): readonly (readonly [string, string])[] {
  const all = usual.includes(current) ? usual : [current, ...usual]
  return all.map((every) => [every, intervalText(every)])
}
