/** Federation of one service: its answers, its inboxes and its deliveries. */
import type { Context } from '../api/context.ts'
import { anonymousActor } from '../api/policy.ts'
import { VERSION } from '../contract/version.ts'
import type { ContentLanguages } from '../domain/languages.ts'
import { makeRootPartForSiteLanguage } from '../representations/urls.ts'
import type { SendPost } from '../webhooks/deliveries.ts'
import { federationDeliverer } from './delivery.ts'
import { answerAt, eventAnswer, type FederationAnswer } from './documents.ts'
import { blockedReaderAnswer, makeInboxReceiver } from './inbox.ts'
import { type FederationParts, federationBaseAt } from './own-actors.ts'
import { followedCalendarsReader } from './reading.ts'
import type { RequestToVerify } from './signatures.ts'

interface FederationOptions
  extends Pick<
    FederationParts,
    'language' | 'region' | 'blocked' | 'approves' | 'fetchDocument' | 'hosts' | 'mayAsk'
  > {
  readonly contextNow: () => Omit<Context, 'actor'>
  readonly baseUrl: string
  readonly namespace: string
  readonly contentLanguages: ContentLanguages
  readonly name: string
  readonly post: SendPost
}

async function answerWithSlug(source: FederationParts, slug: string): Promise<FederationAnswer | undefined> {
  const { store, moment } = source.context()
  const event = await store.find('event', { slug }, moment)
  return event && eventAnswer(source, event.id)
}

/** Returns federation of a service: what its operations use, how it answers other servers, and what delivers and reads. */
export function newFederationService(options: FederationOptions) {
  const { contextNow, baseUrl, namespace, contentLanguages, name, post } = options
  const { language, region, blocked, approves, fetchDocument, hosts, mayAsk } = options
  const source: FederationParts = {
    ...{ language, region, blocked, approves, fetchDocument, hosts, mayAsk },
    place: federationBaseAt(baseUrl),
    root: { base: baseUrl, url: baseUrl, namespace, ...makeRootPartForSiteLanguage(contentLanguages) },
    siteName: name,
    version: VERSION,
    context: () => ({ ...contextNow(), actor: anonymousActor }),
  }
  const deliverer = federationDeliverer(source, post)
  const reader = followedCalendarsReader(source)
  return {
    outside: { federation: source },
    tools: {
      answerAt: (path: string, query: URLSearchParams) => answerAt(source, path, query),
      eventWithSlug: (slug: string) => answerWithSlug(source, slug),
      receive: makeInboxReceiver(source),
      refuseReader: (request: RequestToVerify) => blockedReaderAnswer(source, request),
      counts: deliverer.counts,
    },
    async deliver() {
      await deliverer.deliver()
      await reader.read()
    },
    start(failed: (error: unknown) => void) {
      deliverer.start(failed)
      reader.start(failed)
    },
    async stop() {
      await Promise.all([reader.stop(), deliverer.stop()])
    },
  }
}
