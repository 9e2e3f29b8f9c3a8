/**
 * The language of a first visit: a browser that comes to the front page from elsewhere is sent to the front page in the language that
 * its reader prefers. Links within the site and pages with a language in their address stay what they are.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { AppOptions } from '../options.ts'
import { prefersHtml } from '../protocol/accept.ts'
import { weightsOf } from '../protocol/quality-values.ts'

/** Visits that begin here, as browsers say: typed or from a bookmark, or by a link of another site. */
const beginnings: readonly unknown[] = ['none', 'cross-site']

/** The longest list of languages that is read; browsers send a few. */
const MAX_HEADER = 200

/** Returns the language that a reader prefers among those of the pages; undefined if none of them is named. */
function preferredLanguage(
  header = '',
  offered: readonly InterfaceLanguageCode[],
): InterfaceLanguageCode | undefined {
  if (header.length > MAX_HEADER) return undefined
  const weights = [...weightsOf(header)].filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a)
  for (const [tag] of weights) {
    const found = offered.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the function that finds the language that a first visit is sent to; undefined for all other requests. */
export function firstVisitLanguageFinder(
  base: string,
  { language: own, languages }: Pick<AppOptions, 'language' | 'languages'>,
) {
  return ({ method, url, headers }: FastifyRequest): InterfaceLanguageCode | undefined => {
    if (url !== `${base}/` || (method !== 'GET' && method !== 'HEAD')) return undefined
    if (!beginnings.includes(headers['sec-fetch-site']) || !prefersHtml(headers.accept)) return undefined
    // Who signed in has been here.
    if (headers.cookie !== undefined || headers.authorization !== undefined) return undefined
    const language = preferredLanguage(headers['accept-language'], languages)
    return language === own ? undefined : language
  }
}

/** Says to shared caches what the front page depends on. */
export const varyByVisit = (reply: FastifyReply): FastifyReply =>
  reply.header('Vary', `${String(reply.getHeader('Vary'))}, Accept-Language, Sec-Fetch-Site`)
