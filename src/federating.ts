/** Puts federation together, for the calendars that federate. */
import { newFederationService } from './federation/service.ts'
import { fetchPublic, postPublic } from './media/fetching/guarded-fetch.ts'
import { addressRateKey, newRateCounter } from './support/rate-limiter.ts'
import type { ServiceParts } from './tasks.ts'

/** How objects of other servers are fetched. */
const REMOTE = { bytes: 1_000_000, milliseconds: 10_000, redirects: 0 }
/**
 * Fetches within a minute: others must not make the service ask somebody often. Those that one address causes are bounded first, so that its forged
 * requests leave room for others. Of those from one host, some are for known actors, and some for what the service reads of its own accord.
 */
const MAX_ASKED = { forAddress: 60, forUnknown: 90, forKnown: 105, ofHost: 120 }

/** Returns federation; undefined if the calendar does not federate. */
export function federationFor({ config, store, images, moment, elapsed }: ServiceParts) {
  const { federation } = config
  if (federation === undefined) return undefined
  const limits = { allowedHosts: federation.hosts, variable: 'FASTI_FEDERATION_HOSTS' }
  const asked = newRateCounter(MAX_ASKED.ofHost)
  return newFederationService({
    ...config,
    ...federation,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) => postPublic(url, { body, headers }, { ...limits, stop }),
    fetchDocument: (address, headers) =>
      fetchPublic(address, { ...REMOTE, ...limits }, { headers, statuses: [200, 404, 410] }),
    mayAsk(host, cause) {
      const { forUnknown, forKnown, ofHost } = MAX_ASKED
      const most = cause === undefined ? ofHost : cause.isKnown ? forKnown : forUnknown
      const address = cause && addressRateKey(cause.address)
      if (address !== undefined && asked.countOf(address, elapsed()) >= MAX_ASKED.forAddress) return false
      if (asked.countOf(host, elapsed()) >= most) return false
      for (const name of [host, address]) if (name !== undefined) asked.count(name, elapsed())
      return true
    },
  })
}
