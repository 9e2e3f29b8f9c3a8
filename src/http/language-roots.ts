/** The roots: a URL prefix each, with its language (contract §0), and the aliases. */
import type { FastifyRequest } from 'fastify'
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import { type ContentLanguages, contentChoiceFor } from '../domain/languages.ts'
import { localeOnSite, type ZoneAndRegion } from '../domain/time/site-locale.ts'
import type { RepresentationsOfAlias, Root } from '../representations/urls.ts'
import { memoizedByObject } from '../support/remembered.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import { pathParamsOfRequest } from './request/query.ts'

/** Returns the language as a route parameter: one set of routes serves all roots. */
const languageParameter = (languages: readonly InterfaceLanguageCode[]) =>
  `:language(^(?:${languages.join('|')})$)`

const LANGUAGE_PARAMETER_REGEX = /:language\(\^\(\?:[a-z|-]+\)\$\)/

/** The route of a request as declared, with its language filled in; the URL as sent if there is no route. */
export function declaredRouteWithLanguageFilledIn(request: FastifyRequest): string {
  const { routeOptions, url } = request
  const { language } = pathParamsOfRequest(request)
  return language === undefined
    ? (routeOptions.url ?? url)
    : (routeOptions.url ?? url).replace(LANGUAGE_PARAMETER_REGEX, language)
}

/** A declared route in readable form, for metrics and logs. */
export const routeLabel = (declared: string): string =>
  declared.replace(LANGUAGE_PARAMETER_REGEX, ':language')

/** What comes with an alias for clients of another calendar. */
export interface FormsOfAliases {
  /** Returns the further namespaces that an alias adds below the same path. */
  companionsOf(alias: ApiPathAndNamespace): readonly string[]
  /** Returns how items look in a namespace that an alias has or adds; undefined if they look like ours. */
  representationsIn(alias: ApiPathAndNamespace, namespace: string): RepresentationsOfAlias | undefined
}

interface Site extends ZoneAndRegion {
  readonly baseUrl: string
  readonly namespace: string
  readonly aliases: readonly ApiPathAndNamespace[]
  readonly language: InterfaceLanguageCode
  /** The languages that have a root. */
  readonly languages: readonly InterfaceLanguageCode[]
  readonly contentLanguages: ContentLanguages
  readonly dialects: FormsOfAliases
}

const isBelow = (url: string, path: string) =>
  url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length))

const keyOf = ({ path, namespace }: ApiPathAndNamespace) => `${path}/${namespace}`

/** An alias, and the namespace below its path that a URL has. */
interface AliasPlace {
  readonly alias: ApiPathAndNamespace
  readonly namespace: string
}

/** The aliases of a site, with the further namespaces that they add, as far as nothing else has the same place. */
function aliasesIn(places: readonly string[], { aliases: named, dialects }: Site) {
  const aliases = named.filter((one) => !places.includes(keyOf(one)))
  const taken = [...places, ...aliases.map(keyOf)]
  const companionsAt = (alias: ApiPathAndNamespace): readonly AliasPlace[] =>
    dialects
      .companionsOf(alias)
      .map((namespace) => ({ alias, namespace }))
      .filter(({ namespace }) => !taken.includes(keyOf({ path: alias.path, namespace })))
  const added = aliases.flatMap(companionsAt)
  const own = aliases.map((alias) => ({ alias, namespace: alias.namespace }))
  const companions = added.map(({ alias: { path }, namespace }) => ({ path, namespace }))
  return { aliases, companions, below: [...own, ...added] }
}

/** Returns the function that finds the alias of a URL; undefined for a URL below none. */
function aliasFinder(below: readonly AliasPlace[], prefixes: readonly string[]) {
  const isRootOf = (url: string, { path }: ApiPathAndNamespace) =>
    !prefixes.includes(path) && (url === path || url === `${path}/`)
  return (url: string): AliasPlace | undefined =>
    below.find(({ alias: { path }, namespace }) => isBelow(url, keyOf({ path, namespace }))) ??
    below.find(({ alias }) => isRootOf(url, alias))
}

/** Returns the root of an alias. Global ids, files and pages keep the URLs of the base. */
function aliasRoot(
  { baseUrl, language, contentLanguages, ...site }: Site,
  origin: string,
  { alias, namespace }: AliasPlace,
): Root {
  const dialect = site.dialects.representationsIn(alias, namespace)
  return {
    url: `${origin}${alias.path}`,
    namespace: alias.namespace,
    ...(dialect !== undefined && { dialect }),
    base: baseUrl,
    pages: baseUrl,
    language,
    locale: localeOnSite(language, site),
    content: { languages: contentLanguages, asked: contentLanguages[0] },
  }
}

function rootIn(
  language: InterfaceLanguageCode,
  url: string,
  { baseUrl, namespace, contentLanguages, ...site }: Site,
): Root {
  const content = contentChoiceFor(language, contentLanguages)
  return { base: baseUrl, url, namespace, language, locale: localeOnSite(language, site), content }
}

export function languageRootsOf(site: Site) {
  const { baseUrl, namespace, language: own, languages } = site
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname.replace(/\/$/, '')
  const prefixes: readonly [base: string, ...others: string[]] = [
    base,
    ...languages.map((language) => `${base}/${language}`),
  ]
  const served = [base, `${base}/${languageParameter(languages)}`]
  const places = prefixes.map((path) => keyOf({ path, namespace }))
  const { aliases, companions, below } = aliasesIn(places, site)
  const everywhere = [...places, ...aliases.map(keyOf), ...companions.map(keyOf)]
  const aliasOf = aliasFinder(below, prefixes)
  // One object for each: what is shown under a root is remembered by it.
  const rootOfAlias = memoizedByObject((place: AliasPlace) => aliasRoot(site, origin, place))
  const siteRoot = rootIn(own, baseUrl, site)
  const roots = new Map(
    languages.map((language) => [language, rootIn(language, `${baseUrl}/${language}`, site)]),
  )
  const languageIn = (url: string): InterfaceLanguageCode | undefined => {
    const first = url.slice(base.length).split(/[/?]/)[1] ?? ''
    return aliasOf(url) === undefined ? languages.find((language) => language === first) : undefined
  }
  const interfaces: readonly ApiPathAndNamespace[] = [
    ...served.map((path) => ({ path, namespace })),
    ...aliases,
  ]
  return {
    /** All prefixes: the path of the base URL, alone and with each language. */
    prefixes,
    /** The prefixes as route patterns, with the language as a parameter. */
    served,
    /** The aliases among the interfaces. */
    aliases,
    /** Further namespaces that some aliases add below the same path. */
    companions,
    /** The prefixes and namespaces of the API, including aliases. */
    interfaces,
    /** Whether a URL lies below a namespace of the API, even if it has no route. */
    isOfInterface: (url: string) => everywhere.some((place) => url.startsWith(place)),
    languageOf: (url: string) => languageIn(url) ?? own,
    /** The root of a request; the default language has two. */
    rootOf(url: string): Root {
      const alias = aliasOf(url)
      if (alias !== undefined) return rootOfAlias(alias)
      const language = languageIn(url)
      return (language && roots.get(language)) ?? siteRoot
    },
  }
}

/** The prefixes of the roots and of the API, and what finds the root of a URL. */
export type RootsOfSiteAndApi = ReturnType<typeof languageRootsOf>
