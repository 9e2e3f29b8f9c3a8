/** Synchronising calendar subscriptions, as the service does regularly and `fasti subscribe run` does once. */
import type { Temporal } from 'temporal-polyfill'
import { commandActor } from './api/policy.ts'
import { importDueSubscriptions, type SubscriptionRun } from './calendars/import/subscriptions.ts'
import type { Config } from './config.ts'
import { fetchCalendar } from './media/fetching/calendar-at.ts'
import { mediaLibraryOf } from './media/library.ts'
import { globalId, makeRootPartForSiteLanguage } from './representations/urls.ts'
import { unavailabilityReason } from './store/database/dialects.ts'
import type { Store } from './store/store.ts'

/** Events per transaction; few enough that other writers do not wait noticeably. */
const SLICE = 10

/** Synchronises the calendar subscriptions that are due, or only that of `id`, due or not. Yields each result. */
export function syncDueSubscriptions(
  store: Store,
  config: Pick<
    Config,
    'zone' | 'currency' | 'horizon' | 'baseUrl' | 'contentLanguages' | 'dataDir' | 'imageHosts' | 'bucket'
  >,
  now: () => Temporal.Instant,
  id?: number,
): AsyncIterable<SubscriptionRun> {
  const importing = {
    store,
    now: () => ({ now: now(), zone: config.zone }),
    caller: {
      actor: commandActor,
      ...makeRootPartForSiteLanguage(config.contentLanguages),
      currency: config.currency,
      horizon: config.horizon,
      images: mediaLibraryOf(config),
    },
    globalId: (name: Parameters<typeof globalId>[1], id: number) =>
      globalId({ base: config.baseUrl }, name, id),
    isFatal: (error: unknown) => unavailabilityReason(error) !== undefined,
    isStrict: false,
    slice: SLICE,
    onProgress: () => {},
  }
  return importDueSubscriptions(
    (address, known, login) => fetchCalendar(address, known, config.imageHosts, login),
    importing,
    id,
  )
}
