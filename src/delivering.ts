/** Puts together what delivers: to webhooks, and to the servers of followers. */
import { VERSION_WITH_COMMIT } from './contract/version.ts'
import { newFederationService } from './federation/service.ts'
import { fetchPublic } from './media/fetching/guarded-fetch.ts'
import { postPublic, postTargetFault } from './media/fetching/guarded-post.ts'
import type { mediaLibraryOf } from './media/library.ts'
import { purgerOf } from './purging/purger.ts'
import { purgeSenderTo } from './purging/send.ts'
import { addressRateKey, newRateCounter } from './support/rate-limiter.ts'
import type { TaskParts } from './tasks.ts'
import { newWebhookService } from './webhooks/service.ts'

/** The parts of a service that its application and its tasks share. */
export interface ServiceParts extends TaskParts {
  readonly images: ReturnType<typeof mediaLibraryOf>
}

/** Returns the webhooks of a service. */
function webhooksFor({ config, store, images, moment }: ServiceParts) {
  const limits = { allowedHosts: config.webhookHosts, variable: 'FASTI_WEBHOOK_HOSTS' }
  return newWebhookService({
    ...config,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) => postPublic(url, { body, headers }, { ...limits, stop }),
    receiverFault: (url) => postTargetFault(url, limits),
  })
}

/** How objects of other servers are fetched. */
const REMOTE = { bytes: 1_000_000, milliseconds: 10_000, redirects: 0 }
/**
 * Fetches within a minute: others must not make the service ask somebody often. Those that one address causes are bounded first, so that its forged
 * requests leave room for others. Of those from one host, some are for known actors, and some for what the service reads of its own accord.
 */
const MAX_ASKED = { forAddress: 60, forUnknown: 90, forKnown: 105, ofHost: 120 }

/** Returns federation; undefined if the calendar does not federate. */
function federationFor({ config, store, images, moment, elapsed }: ServiceParts) {
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

/** The configuration that decides what readers are shown: what stays the same at a start leaves caches as they are. */
function shownConfiguration({ config }: ServiceParts): string {
  const { name, theme, zone, region, language, contentLanguages, mapTiles, mapAttribution } = config
  const { baseUrl, namespace, aliases, offline, maxPerPage, currency, submissions, signIn } = config
  const site = { name, theme, zone, region, language, contentLanguages, mapTiles, mapAttribution }
  const isOrganised = signIn !== undefined
  const served = { baseUrl, namespace, aliases, offline, maxPerPage, currency, submissions, isOrganised }
  return JSON.stringify([VERSION_WITH_COMMIT, site, served])
}

/** Returns what tells caches in front of the service; undefined without such a cache. */
function purgerFor(parts: ServiceParts) {
  const { purgeUrl } = parts.config
  if (purgeUrl === undefined) return undefined
  const configuration = shownConfiguration(parts)
  return purgerOf({ store: parts.store, configuration, send: purgeSenderTo(purgeUrl) })
}

/** The parts of a service that deliver. */
export interface Deliverers {
  /** Delivers to webhooks. */
  readonly webhooks: ReturnType<typeof webhooksFor>
  /** Delivers to the servers of followers; undefined if the calendar does not federate. */
  readonly federation: ReturnType<typeof federationFor>
  /** Tells a cache in front of the service what was written; undefined without such a cache. */
  readonly purger: ReturnType<typeof purgerFor>
}

/** Returns what delivers for a service. */
export const makeAllDeliverers = (parts: ServiceParts): Deliverers => ({
  webhooks: webhooksFor(parts),
  federation: federationFor(parts),
  purger: purgerFor(parts),
})

/** Begins to deliver; `failed` returns the function that logs the errors of a task. */
export function startWebhooksFederationAndPurges(
  { webhooks, federation, purger }: Deliverers,
  failed: (task: string) => (error: unknown) => void,
): void {
  webhooks.start(failed('webhooks'))
  federation?.start(failed('federation'))
  purger?.start(failed('purges'))
}

/** Ends what delivers, after the attempts that have begun. */
export async function stopDeliverers({ webhooks, federation, purger }: Deliverers): Promise<void> {
  await Promise.all([webhooks.stop(), federation?.stop(), purger?.stop()])
}
