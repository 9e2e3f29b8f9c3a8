/** Puts together what delivers: to webhooks, and to the servers of followers. */
import type { Outside } from './api/outside.ts'
import { VERSION_WITH_COMMIT } from './contract/version.ts'
import { federationFor } from './federating.ts'
import type { ToolsAnsweringOtherServers } from './http/federation.ts'
import { postPublic, postTargetFault } from './media/fetching/guarded-fetch.ts'
import { purgerOf, purgeSenderTo } from './purging/purger.ts'
import type { ServiceParts } from './tasks.ts'
import { newWebhookService } from './webhooks/service.ts'

function webhooksFor({ config, store, images, moment }: ServiceParts) {
  const limits = { allowedHosts: config.webhookHosts, variable: 'FASTI_WEBHOOK_HOSTS' }
  return newWebhookService({
    ...config,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) => postPublic(url, { body, headers }, { ...limits, stop }),
    receiverFault: (url) => postTargetFault(url, limits),
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

/** A room that answers other servers, and delivers to them. */
interface FederatingRoom {
  readonly tools: ToolsAnsweringOtherServers
  /** What its operations use. */
  readonly outside: Partial<Outside>
  /** Delivers everything that is due, if this process has the lease or can take it. */
  deliver(): Promise<void>
  /** Delivers continuously until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** The rooms that federate, where the configuration asks for it. */
const federating: readonly ((parts: ServiceParts) => FederatingRoom | undefined)[] = [federationFor]

/** The parts of a service that deliver. */
export interface Deliverers {
  readonly webhooks: ReturnType<typeof webhooksFor>
  /** Delivers to the servers of followers; undefined if the calendar does not federate. */
  readonly federation: FederatingRoom | undefined
  /** Tells a cache in front of the service what was written; undefined without such a cache. */
  readonly purger: ReturnType<typeof purgerFor>
}

export const makeAllDeliverers = (parts: ServiceParts): Deliverers => ({
  webhooks: webhooksFor(parts),
  federation: federating.map((room) => room(parts)).find((room) => room !== undefined),
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
