/**
 * The routes of the pages that are only read. Like the routes of the API, Fastify has one route for each prefix, and the table finds
 * the route below it: building a Fastify route for each page was a fifth of building a service.
 */
import type { FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { remembered } from '../../domain/remembered.ts'
import { patternOf } from '../roots.ts'
import { routerOptions } from '../server/server.ts'
import type { RenderPage } from './pages.ts'

/** A page that is only read. */
export interface ReadPage {
  readonly render: RenderPage
  readonly isSlow: boolean
}

interface FoundPage {
  readonly page: ReadPage
  /** The name of the route in metrics, logs and spans. */
  readonly name: string
  /** The values of the placeholders, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface PageTable {
  /** The patterns of the URLs below which the table has pages. */
  readonly patterns: readonly string[]
  /** The page of a request; undefined if no path matches. Each request is looked up once. */
  find(request: FastifyRequest): FoundPage | undefined
}

const METHOD = 'GET'
const unused = () => {}

const routerOf = remembered(4, (urls, _of: 'pages') => {
  const router = findMyWay(routerOptions)
  for (const url of urls.split(' ')) router.on(METHOD, url, unused, url)
  return router
})

/** Returns the table of these pages, by URL as declared. Applications with the same URLs share the router. */
export function pageTable(prefixes: readonly string[], pages: ReadonlyMap<string, ReadPage>): PageTable {
  const router = routerOf([...pages.keys()].join(' '), 'pages')
  const known = new WeakMap<FastifyRequest, FoundPage>()
  return {
    patterns: prefixes.map((prefix) => `${prefix}/*`),
    find(request) {
      const before = known.get(request)
      if (before !== undefined) return before
      const found = router.find(METHOD, request.url)
      if (found === null) return undefined
      const url: string = found.store
      const page = pages.get(url)
      if (page === undefined) return undefined
      const made = { page, name: patternOf(url), params: found.params }
      known.set(request, made)
      return made
    },
  }
}
