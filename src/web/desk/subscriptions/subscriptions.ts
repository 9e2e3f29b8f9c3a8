/** Subscriptions as the service has them. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ask } from '../api/ask.ts'
import { lengthText } from '../time/wall.ts'

export type Subscription = components['schemas']['Subscription']

/** All subscriptions. */
export async function listSubscriptions(): Promise<readonly Subscription[]> {
  const { body } = await ask<{ subscriptions: readonly Subscription[] }>('GET', '/subscriptions')
  return body.subscriptions
}

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

/** How often, such as `6h`, in words. */
export const everyText = (every: string): string =>
  lengthText(Number.parseInt(every, 10) * (MINUTES[every.at(-1) ?? ''] ?? 1))

const usual = ['15m', '1h', '6h', '12h', '1d', '7d']

/** What may be chosen as how often, beside what is. */
export function everyOptions(current: string): readonly (readonly [string, string])[] {
  const all = usual.includes(current) ? usual : [current, ...usual]
  return all.map((every) => [every, everyText(every)])
}
