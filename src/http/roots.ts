/** The roots: an address prefix each, with its language (contract §0). */
import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language, languages } from '../locales/index.ts'
import type { Root } from '../representations/urls.ts'

/** The address that a request was routed by, as declared: however it was written. Without a route, as it was written. */
export function placeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

export interface Roots {
  /** What routes are served below: the path of the base address, alone and with each language. */
  readonly prefixes: readonly [base: string, ...others: string[]]
  languageOf(url: string): Language
  /** The root that a request came through; the default language has two. */
  rootOf(url: string): Root
}

interface Site {
  readonly baseUrl: string
  readonly namespace: string
  readonly language: Language
}

export function rootsOf({ baseUrl, namespace, language: own }: Site): Roots {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const named = (url: string): Language | undefined => {
    const first = url.slice(base.length).split(/[/?]/)[1] ?? ''
    return isLanguage(first) ? first : undefined
  }
  return {
    prefixes: [base, ...languages.map((language) => `${base}/${language}`)],
    languageOf: (url) => named(url) ?? own,
    rootOf(url) {
      const language = named(url)
      return { base: baseUrl, url: language === undefined ? baseUrl : `${baseUrl}/${language}`, namespace }
    },
  }
}
