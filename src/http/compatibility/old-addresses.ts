/** Redirects from the URLs of The Events Calendar's pages and feeds to ours (contract §12). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../actions/context.ts'
import { interfaceLanguageCodes } from '../../contract/languages.ts'
import type { ApiPathAndNamespace } from '../../domain/api-aliases.ts'
import { Problem } from '../../problem.ts'
import { isPluginAlias, PLUGIN_NAMESPACE, sitePathOfAlias } from './companions.ts'
import { eventPathOnDay, pathsOfEventOrSeries } from './occurrences.ts'
import { feedFormatInOldQuery } from './old-queries.ts'
import { OUR_EVENTS_FEED_PATH, oldTargetOf, withQuery } from './old-targets.ts'

/** The path without the end that requests a feed, such as `/feed/` and `/feed/atom/`, and the query that says it instead. */
function feedPath(path: string, query: URLSearchParams): string {
  const [end, format] = /\/feed(?:\/(rss2?|rdf|atom))?\/?$/.exec(path) ?? []
  const isOfEvents = path.startsWith('/events/') || query.get('post_type') === 'tribe_events'
  if (end === undefined || !isOfEvents) return path
  query.set('feed', format ?? 'rss2')
  return path.slice(0, path.length - end.length + 1)
}

/** Whether a query at the front page is about events: the feed there was that of the site's news. */
const isAboutEvents = (path: string, query: URLSearchParams) =>
  !/^(?:\/index\.php)?\/?$/.test(path) || query.get('post_type') === 'tribe_events'

interface Places {
  readonly prefixes: readonly string[]
  readonly aliases: readonly ApiPathAndNamespace[]
  isOfInterface(url: string): boolean
}

interface Handling {
  readonly roots: Places
  decorated(request: FastifyRequest, reply: FastifyReply): void
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
}

const split = (url: string) => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return { path, query: new URLSearchParams(query) }
}

const language = new RegExp(`^/(?:${interfaceLanguageCodes.join('|')})(?=/|$)`)

/** Whether a URL may request a feed: a quick look, since every request is looked at. */
const maySayFeed = (url: string) => url.includes('ical=') || url.includes('feed')

/** The target of an old URL that requests a feed, and its format; undefined for pages, and for places of the interface. */
function feedAt(path: string, query: URLSearchParams, sites: readonly string[], roots: Places) {
  const site = sites.find((one) => path === one || path.startsWith(`${one}/`))
  if (site === undefined || roots.isOfInterface(path)) return undefined
  const page = feedPath(path.slice(site.length).replace(language, ''), query)
  const format = feedFormatInOldQuery(query)
  if (format === undefined || (format !== 'ics' && !isAboutEvents(page, query))) return undefined
  const target = oldTargetOf(page, query)
  if (target === undefined || (target.feed !== OUR_EVENTS_FEED_PATH && format !== 'ics')) return undefined
  // The page of the occurrence, which has to be found first, leads to its feed.
  if (target.occurrence !== undefined) return undefined
  return { target, format }
}

/** Adds the old URLs to an application that has an alias of the plugin. */
export function addOldAddresses(app: FastifyInstance, { roots, decorated, contextOf }: Handling): void {
  const alias = roots.aliases.find(isPluginAlias)
  if (alias === undefined) return
  const [base = ''] = roots.prefixes
  const sites = [...new Set([base, sitePathOfAlias(alias)])]
  const lead = (request: FastifyRequest, reply: FastifyReply, status: number, path: string) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, no-cache').redirect(path, status)
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!maySayFeed(request.url) || !['GET', 'HEAD'].includes(request.method)) return
    const { path, query } = split(request.url)
    const asked = feedAt(path, query, sites, roots)
    if (asked === undefined) return
    const { feed, filters = {}, item } = asked.target
    const found =
      item === undefined
        ? withQuery(`${feed}.${asked.format}`, filters)
        : (await pathsOfEventOrSeries(item.slug, item.ofSeries, await contextOf(request, reply))).calendar
    return lead(request, reply, 302, `${alias.path}/${PLUGIN_NAMESPACE}/${found}`)
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path, query } = split(request.url)
    const site = sites.find((one) => path.startsWith(`${one}/`)) ?? ''
    const target = oldTargetOf(path.slice(site.length), query)
    if (target === undefined) throw new Problem('rest_no_route')
    const { page, filters, isItem, occurrence, item } = target
    if (occurrence !== undefined) {
      const found = await eventPathOnDay(...occurrence, await contextOf(request, reply))
      const kept = feedFormatInOldQuery(query) === 'ics' ? '?ical=1' : ''
      // Which occurrence a day has may change.
      return lead(request, reply, page === found ? 301 : 302, `${base}/${found}${kept}`)
    }
    if (item?.ofSeries === true) {
      const { page } = await pathsOfEventOrSeries(item.slug, true, await contextOf(request, reply))
      return lead(request, reply, 301, `${base}/${page}`)
    }
    const { start_date: _, ...kept } = filters ?? {}
    return lead(request, reply, 301, `${base}/${isItem === true ? page : withQuery(page, kept)}`)
  }
  const own = ['/index.php', '/events', '/events/*', '/event/:slug/*']
  const moved = ['/event/*', '/venue/*', '/organizer/*']
  for (const site of sites)
    for (const path of site === base ? own : [...own, ...moved]) {
      const url = `${site}${path}`
      for (const method of ['GET', 'HEAD'] as const)
        if (!app.hasRoute({ method, url })) app.route({ method, url, handler })
    }
}
