/** The part of the desk with what comes in and goes out: imports, subscriptions, webhooks, the social web. */
import { FederationView } from '../federation/view.tsx'
import { ImportView } from '../import/view.tsx'
import { Subscriptions } from '../subscriptions/view.tsx'
import { Webhooks } from '../webhooks/view.tsx'
import type { ViewRoute } from './route.ts'
import '../main.tsx'

export const exchangeViewRoutes: readonly ViewRoute[] = [
  [/^\/import$/, () => <ImportView />],
  [/^\/subscriptions$/, () => <Subscriptions />],
  [/^\/webhooks$/, () => <Webhooks />],
  [/^\/federation$/, () => <FederationView />],
]
