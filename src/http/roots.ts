/** The roots: an address prefix each, with its language (contract §0), and older addresses that answer too. */
import type { FastifyRequest } from 'fastify'
import type { Alias } from '../domain/alias.ts'
import { isLanguage, type Language, languages } from '../locales/index.ts'
import type { Root } from '../representations/urls.ts'

/** The address that a request was routed by, as declared: however it was written. Without a route, as it was written. */
export function placeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

export interface Roots {
  /** What routes are served below: the path of the base address, alone and with each language. */
  readonly prefixes: readonly [base: string, ...others: string[]]
  /** What the interface is below, aliases included: a prefix and a namespace each. */
  readonly interfaces: readonly Alias[]
  languageOf(url: string): Language
  /** The root that a request came through; the default language has two. */
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
  const ours = prefixes.map((path) => ({ path, namespace }))
  const placesOf = (all: readonly Alias[]) => all.map((one) => `${one.path}/${one.namespace}`)
  const aliases = named.filter((one) => !placesOf(ours).includes(`${one.path}/${one.namespace}`))
  const aliasOf = (url: string) =>
    aliases.find(
      ({ path, namespace }) =>
        isBelow(url, `${path}/${namespace}`) || (url === `${path}/` && !prefixes.includes(path)),
    )
  const languageIn = (url: string): Language | undefined => {
    const first = url.slice(base.length).split(/[/?]/)[1] ?? ''
    return isLanguage(first) && aliasOf(url) === undefined ? first : undefined
  }
  return {
    prefixes,
    interfaces: [...ours, ...aliases],
    languageOf: (url) => languageIn(url) ?? own,
    rootOf(url) {
      const alias = aliasOf(url)
      // Ids and files stay what they are, and pages where they are, whatever address the interface is asked at.
      if (alias !== undefined)
        return { base: baseUrl, url: `${origin}${alias.path}`, namespace: alias.namespace, pages: baseUrl }
      const language = languageIn(url)
      return { base: baseUrl, url: language === undefined ? baseUrl : `${baseUrl}/${language}`, namespace }
    },
  }
}
