/** The part of the desk with what comes in and goes out: imports, subscriptions, webhooks, the social web. */
import { FederationView } from '../federation/view.tsx'
import { ImportView } from '../import/view.tsx'
import { Subscriptions } from '../subscriptions.tsx'
import { Webhooks } from '../webhooks.tsx'
import type { ViewRoute } from './parts.ts'
import '../main.tsx'

export const exchangeViewRoutes: readonly ViewRoute[] = [
  [/^\/import$/, () => <ImportView />],
  [/^\/subscriptions$/, () => <Subscriptions />],
  [/^\/webhooks$/, () => <Webhooks />],
  [/^\/federation$/, () => <FederationView />],
]
