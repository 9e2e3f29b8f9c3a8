/** Puts together what delivers: to webhooks, and to the servers of followers. */
import { federationServiceOf } from './federation/service.ts'
import { newRateCounter } from './http/auth/rate-limiter.ts'
import { fetchPublic } from './media/fetching/guarded-fetch.ts'
import { postPublic, receiverFault } from './media/fetching/guarded-post.ts'
import type { imageLibraryOf } from './media/library.ts'
import type { TaskParts } from './tasks.ts'
import { webhookServiceOf } from './webhooks/service.ts'

/** The parts of a service that its application and its tasks share. */
export interface ServiceParts extends TaskParts {
  readonly images: ReturnType<typeof imageLibraryOf>
}

/** Returns the webhooks of a service. */
function webhooksFor({ config, store, images, moment }: ServiceParts) {
  const limits = { allowedHosts: config.webhookHosts, variable: 'FASTI_WEBHOOK_HOSTS' }
  return webhookServiceOf({
    ...config,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) => postPublic(url, { body, headers }, { ...limits, stop }),
    receiverFault: (url) => receiverFault(url, limits),
  })
}

/** How objects of other servers are fetched. */
const REMOTE = { bytes: 1_000_000, milliseconds: 10_000, redirects: 0 }
/** Fetches from one host within a minute: others must not make the service ask somebody often. */
const MAX_ASKED = 60

/** Returns federation; undefined if the calendar does not federate. */
function federationFor({ config, store, images, moment, elapsed }: ServiceParts) {
  const { federation } = config
  if (federation === undefined) return undefined
  const limits = { allowedHosts: federation.hosts, variable: 'FASTI_FEDERATION_HOSTS' }
  const asked = newRateCounter(MAX_ASKED)
  return federationServiceOf({
    ...config,
    ...federation,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) => postPublic(url, { body, headers }, { ...limits, stop }),
    fetchDocument: (address, headers) =>
      fetchPublic(address, { ...REMOTE, ...limits }, { headers, statuses: [200, 404, 410] }),
    mayAsk(host) {
      if (asked.countOf(host, elapsed()) >= MAX_ASKED) return false
      asked.count(host, elapsed())
      return true
    },
  })
}

/** The parts of a service that deliver. */
export interface Deliverers {
  readonly webhooks: ReturnType<typeof webhooksFor>
  readonly federation: ReturnType<typeof federationFor>
}

/** Returns what delivers for a service. */
export const deliverersOf = (parts: ServiceParts): Deliverers => ({
  webhooks: webhooksFor(parts),
  federation: federationFor(parts),
})
