/** The roots: a URL prefix each, with its language (contract §0), and the aliases. */
import type { FastifyRequest } from 'fastify'
import type { Alias } from '../domain/alias.ts'
import { isLanguage, type Language, languages } from '../locales/index.ts'
import type { Root } from '../representations/urls.ts'
import { companionsOf, dialectOf } from './compatibility/companions.ts'
import { pathParams } from './request/path-params.ts'

/** The language as a route parameter: one set of routes serves all roots. */
const LANGUAGE = `:language(^(?:${languages.join('|')})$)`

/** The route of a request as declared, with its language filled in; the URL as sent if there is no route. */
export function placeOf(request: FastifyRequest): string {
  const { routeOptions, url } = request
  const { language } = pathParams(request)
  return language === undefined
    ? (routeOptions.url ?? url)
    : (routeOptions.url ?? url).replace(LANGUAGE, language)
}

/** A declared route in readable form, for metrics and logs. */
export const patternOf = (declared: string): string => declared.replace(LANGUAGE, ':language')

export interface Roots {
  /** All prefixes: the path of the base URL, alone and with each language. */
  readonly prefixes: readonly [base: string, ...others: string[]]
  /** The prefixes as route patterns, with the language as a parameter. */
  readonly served: readonly string[]
  /** The prefixes and namespaces of the API, including aliases. */
  readonly interfaces: readonly Alias[]
  /** The aliases among the interfaces. */
  readonly aliases: readonly Alias[]
  /** Further namespaces that some aliases add below the same path. */
  readonly companions: readonly Alias[]
  /** Whether a URL lies below a namespace of the API, even if it has no route. */
  isOfInterface(url: string): boolean
  languageOf(url: string): Language
  /** The root of a request; the default language has two. */
  rootOf(url: string): Root
}

interface Site {
  readonly baseUrl: string
  readonly namespace: string
  readonly aliases: readonly Alias[]
  readonly language: Language
}

const isBelow = (url: string, path: string) =>
  url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length))

export function rootsOf({ baseUrl, namespace, aliases: named, language: own }: Site): Roots {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname.replace(/\/$/, '')
  const prefixes: Roots['prefixes'] = [base, ...languages.map((language) => `${base}/${language}`)]
  const served = [base, `${base}/${LANGUAGE}`]
  const places = prefixes.map((path) => `${path}/${namespace}`)
  const aliases = named.filter((one) => !places.includes(`${one.path}/${one.namespace}`))
  const taken = [...places, ...aliases.map((one) => `${one.path}/${one.namespace}`)]
  const companionsAt = (alias: Alias) =>
    companionsOf(alias)
      .map((namespace) => ({ path: alias.path, namespace }))
      .filter((one) => !taken.includes(`${one.path}/${one.namespace}`))
  const companions = aliases.flatMap(companionsAt)
  const everywhere = [...taken, ...companions.map((one) => `${one.path}/${one.namespace}`)]
  const isAt = (url: string, { path, namespace }: Alias) => isBelow(url, `${path}/${namespace}`)
  const isRootOf = (url: string, { path }: Alias) =>
    !prefixes.includes(path) && (url === path || url === `${path}/`)
  const below = [
    ...aliases.map((alias) => ({ alias, namespace: alias.namespace })),
    ...aliases.flatMap((alias) => companionsAt(alias).map(({ namespace }) => ({ alias, namespace }))),
  ]
  const aliasOf = (url: string) =>
    below.find(({ alias: { path }, namespace }) => isAt(url, { path, namespace })) ??
    below.find(({ alias }) => isRootOf(url, alias))
  const languageIn = (url: string): Language | undefined => {
    const first = url.slice(base.length).split(/[/?]/)[1] ?? ''
    return isLanguage(first) && aliasOf(url) === undefined ? first : undefined
  }
  const ofAlias = (alias: Alias, namespace: string) => {
    const dialect = dialectOf(alias, namespace)
    const place = { url: `${origin}${alias.path}`, namespace: alias.namespace }
    return dialect === undefined ? place : { ...place, dialect }
  }
  return {
    prefixes,
    served,
    aliases,
    companions,
    interfaces: [...served.map((path) => ({ path, namespace })), ...aliases],
    isOfInterface: (url) => everywhere.some((place) => url.startsWith(place)),
    languageOf: (url) => languageIn(url) ?? own,
    rootOf(url) {
      const found = aliasOf(url)
      // Under an alias, global ids, files and pages keep the URLs of the base.
      if (found !== undefined)
        return { ...ofAlias(found.alias, found.namespace), base: baseUrl, pages: baseUrl, language: own }
      const language = languageIn(url)
      const rootUrl = language === undefined ? baseUrl : `${baseUrl}/${language}`
      return { base: baseUrl, url: rootUrl, namespace, language: language ?? own }
    },
  }
}
