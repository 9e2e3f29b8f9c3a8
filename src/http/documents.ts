/** The index and OpenAPI, for each root. */
import type { Outside } from '../api/outside.ts'
import { openApiDocument, openApiWordFunctionsOf, operationDescriberOf } from '../contract/openapi.ts'
import { routesOfOperations } from '../contract/operations.ts'
import {
  type IndexContext,
  routeIndexDocument,
  routeIndexEntry,
  routeIndexKey,
} from '../contract/route-index.ts'
import type { Documentation, DocumentedPlace } from '../documents/index.ts'
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import type { Moment } from '../domain/time/moment.ts'
import { servedOperations } from '../operations.ts'
import type { Root } from '../representations/urls.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import type { AppServices } from './services.ts'
import { documentationPage } from './site/desk-and-doc.ts'

// The OpenAPI document and its page (contract §7), built once for each root.

interface BuiltDocument {
  readonly document: object
  /** The parts of the page that were requested, each with the style sheet of its look. */
  readonly parts: Map<string, { readonly look: string; readonly page: Documentation }>
}

/** Names of parts, which are those of tags. Others show the overview. */
const partName = /^[a-z-]{1,40}$/

/** Builds what answers `/doc`: the document, or for browsers its page, in parts by `?part=`. */
export function documentationOf({
  options: { namespace, languages },
  roots,
  routes,
  appearances,
  queues,
}: Pick<
  AppServices,
  'options' | 'roots' | 'routes' | 'appearances' | 'queues'
>): Outside['documents']['documentation'] {
  const built = new Map<string, BuiltDocument>()
  const build = ({ root: { url: root, namespace }, language }: DocumentedPlace): BuiltDocument => ({
    document: openApiDocument(routes, { namespace, root, ...openApiWordFunctionsOf(language) }),
    parts: new Map(),
  })
  async function pageOf(
    { document, parts }: BuiltDocument,
    { language }: DocumentedPlace,
    part: string,
  ): Promise<Documentation> {
    const { name, design } = (await appearances.current()).inLanguage(language)
    const look = `${design} ${name}`
    const known = parts.get(part)
    if (known?.look === look) return known.page
    const place = { language, languages, namespace, base: roots.prefixes[0], name, design }
    const page = documentationPage(document, place, part)
    parts.set(part, { look, page })
    return page
  }
  return (place, { prefersHtml, raw: { part }, caller, isGone }) =>
    queues.pages(
      caller,
      async () => {
        const key = `${place.root.url}/${place.root.namespace}`
        const known = built.get(key) ?? build(place)
        built.set(key, known)
        if (!prefersHtml) return known
        const names = ['all', 'schemas', ...tagsOf(known.document)]
        const isPart = typeof part === 'string' && partName.test(part) && names.includes(part)
        return pageOf(known, place, isPart ? part : '')
      },
      isGone,
    )
}

/** Returns the names of the tags of a document. */
function tagsOf(document: object): readonly string[] {
  const { tags }: { readonly tags?: unknown } = document
  return Array.isArray(tags) ? tags.map((tag) => String(Object(tag).name)) : []
}

// The documents derived from the contract alone, except the OpenAPI document and its page (contract §7).

type Source = Pick<AppServices, 'options' | 'roots'>

const routesIn = ({ options }: Source, namespace: string) =>
  routesOfOperations(
    servedOperations(namespace, options.submissions, options.federation === undefined ? 'off' : 'on'),
  )

const contextOf = ({ root, language }: DocumentedPlace, moment: Moment): IndexContext => ({
  namespace: root.namespace,
  root: root.url,
  moment,
  describe: operationDescriberOf(language),
})

const contextAt = ({ roots }: Source, place: string, moment: Moment): IndexContext =>
  contextOf({ root: roots.rootOf(place), language: roots.languageOf(place) }, moment)

/** The index of a root that is no alias, with its own routes. */
function ownIndex(source: Source, name: string, { url, namespace }: Root, context: IndexContext) {
  const entries = routesIn(source, namespace).map((route) => [
    routeIndexKey(route.path, namespace),
    routeIndexEntry(route, context),
  ])
  return {
    name,
    url: `${url}/`,
    namespaces: [namespace],
    routes: Object.fromEntries(entries),
    timezone: context.moment.zone,
    languages: source.options.languages,
  }
}

/** The index of the root at a place, with what aliases add at the same path. */
function rootIndexAt(source: Source, place: string, name: string): object {
  const { roots, options } = source
  const root = roots.rootOf(place)
  const context = contextAt(source, place, options.now())
  const path = new URL(root.url).pathname.replace(/\/$/, '')
  const below = (all: readonly ApiPathAndNamespace[]) => all.filter((one) => one.path === path)
  const aliases = below(roots.aliases)
  const others = options.dialects.rootIndex({
    name,
    root,
    aliases,
    companions: below(roots.companions),
    routesIn: (namespace) => routesIn(source, namespace),
    context,
  })
  if (root.pages !== undefined && others !== undefined) return others
  const own = ownIndex(source, name, root, context)
  if (aliases.length === 0 || others === undefined) return own
  const namespaces = [...own.namespaces, ...others.namespaces]
  return { ...others, ...own, namespaces, routes: { ...own.routes, ...others.routes } }
}

/** Builds the documents of one application, each in the language of the root at a place. */
export function makeRouteIndexBuilders(source: Source) {
  return {
    entry(route: RouteWithOptionalTranslation, place: string, moment: Moment) {
      const context = contextAt(source, place, moment)
      return routeIndexEntry(route, {
        ...context,
        namespace: route.translation?.namespace ?? context.namespace,
      })
    },
    /** The index of the routes of a root. */
    index(place: DocumentedPlace, moment: Moment) {
      const { namespace, pages } = place.root
      const routes = routesIn(source, namespace)
      const isAlias = pages !== undefined
      return routeIndexDocument(
        isAlias ? source.options.dialects.indexed(routes) : routes,
        contextOf(place, moment),
      )
    },
    /** The index of the root of a calendar with this name. */
    root: (place: string, name: string) => rootIndexAt(source, place, name),
  }
}
