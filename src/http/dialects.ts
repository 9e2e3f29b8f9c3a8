/** What clients of other calendars' programs are served with below an alias (contract §12), by a room or by none. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../api/context.ts'
import type { RouteWithOperations } from '../contract/operations.ts'
import type { IndexContext } from '../contract/route-index.ts'
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import type { CompatibleApiUrls } from '../representations/html/site/site.ts'
import type { Root } from '../representations/urls.ts'
import type { FormsOfAliases, RootsOfSiteAndApi } from './language-roots.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'

/** The parts of an application with which old addresses lead on. */
export interface OldAddressParts {
  readonly roots: RootsOfSiteAndApi
  decorated(request: FastifyRequest, reply: FastifyReply): void
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
}

/** The root of an alias, and what is below it. */
export interface IndexedAliases {
  /** The name of the calendar. */
  readonly name: string
  readonly root: Root
  /** The namespaces that other aliases have below the same root. */
  readonly aliases: readonly ApiPathAndNamespace[]
  readonly companions: readonly ApiPathAndNamespace[]
  readonly routesIn: (namespace: string) => readonly RouteWithOperations[]
  readonly context: IndexContext
}

export interface Dialects extends FormsOfAliases {
  /** Returns the path of the site that an alias stood on; undefined for an alias of our own form. */
  siteOf(alias: ApiPathAndNamespace): string | undefined
  /** Returns our routes as an alias has them. */
  routesAt(
    alias: ApiPathAndNamespace,
    routes: readonly RouteWithOperations[],
  ): readonly RouteWithOptionalTranslation[]
  /** Returns the routes of a namespace that an alias adds. */
  routesIn(namespace: string): readonly RouteWithOptionalTranslation[]
  /** Returns those of our routes that the index of an alias shows. */
  indexed(routes: readonly RouteWithOperations[]): readonly RouteWithOperations[]
  /** Returns the index at the root of an alias; undefined for one in our own form. */
  rootIndex(
    below: IndexedAliases,
  ): { readonly namespaces: readonly string[]; readonly routes: object } | undefined
  /** Returns the addresses by which programs find the interface from a page, and its headers; undefined without a fitting alias. */
  discovery(
    aliases: readonly ApiPathAndNamespace[],
    baseUrl: string,
  ): { readonly urls: CompatibleApiUrls; readonly headers: Readonly<Record<string, string>> } | undefined
  /** Returns the function that rewrites the address of a request before it is routed. */
  rewriter(roots: RootsOfSiteAndApi): (request: { readonly url?: string | undefined }) => string
  /** Adds the addresses that the pages of another program had. */
  addOldAddresses(app: FastifyInstance, parts: OldAddressParts): void
}

/** Aliases alone: other addresses of our own interface. */
export const noDialects: Dialects = {
  siteOf: () => undefined,
  companionsOf: () => [],
  representationsIn: () => undefined,
  routesAt: (_alias, routes) => routes,
  routesIn: () => [],
  indexed: (routes) => routes,
  rootIndex: () => undefined,
  discovery: () => undefined,
  rewriter:
    () =>
    ({ url = '' }) =>
      url,
  addOldAddresses() {},
}
