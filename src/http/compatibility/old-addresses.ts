/** Redirects from the URLs of The Events Calendar's pages and feeds to ours (contract §12). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Alias } from '../../domain/alias.ts'
import { languages } from '../../locales/index.ts'
import { Problem } from '../../problem.ts'
import { isPluginAlias, PLUGIN, siteOf } from './companions.ts'

/** The target of an old URL: a page below the base, and a feed below the namespace. */
interface Target {
  readonly page: string
  readonly feed: string
}

const all = 'events.ics'
const views = 'list|upcoming|past|photo|summary|month|today|day|week|map'
const view = `(?:/(?:${views}))?(?:/page/\\d+)?`
const pages: Readonly<Record<string, string>> = {
  '': 'calendar/',
  today: 'calendar/day/',
  day: 'calendar/day/',
  week: 'calendar/week/',
  map: 'calendar/map/',
  month: 'calendar/',
}

/** A pattern of old URL paths, and its target. */
const table: readonly (readonly [RegExp, (part: string) => Target])[] = [
  [/^(?:\/index\.php)?$/, () => ({ page: 'calendar/', feed: all })],
  [
    new RegExp(`^/events(?:/(${views}))?(?:/page/\\d+)?$`),
    (name) => ({ page: pages[name] ?? 'calendar/agenda/', feed: all }),
  ],
  [/^\/events\/(?:month\/)?(\d{4}-\d\d)$/, (month) => ({ page: `calendar/${month}/`, feed: all })],
  [/^\/events\/(?:day\/)?(\d{4}-\d\d-\d\d)$/, (day) => ({ page: `calendar/day/${day}/`, feed: all })],
  [
    new RegExp(`^/events/category/(?:[^/]+/)*?([^/]+)${view}$`),
    (slug) => ({ page: `category/${slug}/`, feed: `${all}?categories=${slug}` }),
  ],
  [
    new RegExp(`^/events/tag/([^/]+)${view}$`),
    (slug) => ({ page: `tag/${slug}/`, feed: `${all}?tags=${slug}` }),
  ],
  [
    /^\/event\/([^/]+)(?:\/\d{4}-\d\d-\d\d)?(?:\/\d+)?$/,
    (slug) => ({ page: `event/${slug}/`, feed: `events/by-slug/${slug}.ics` }),
  ],
  [/^\/venue\/([^/]+)$/, (slug) => ({ page: `venue/${slug}/`, feed: `${all}?venue=${slug}` })],
  [/^\/organizer\/([^/]+)$/, (slug) => ({ page: `organizer/${slug}/`, feed: `${all}?organizer=${slug}` })],
  [/^\/category\/([^/]+)$/, (slug) => ({ page: `category/${slug}/`, feed: `${all}?categories=${slug}` })],
  [/^\/tag\/([^/]+)$/, (slug) => ({ page: `tag/${slug}/`, feed: `${all}?tags=${slug}` })],
  [/^\/calendar(?:\/.*)?$/, () => ({ page: 'calendar/', feed: all })],
]

/** The target of a path without its query; undefined if no page has or had that path. */
function targetOf(path: string): Target | undefined {
  const bare = path.replace(/\/$/, '')
  for (const [pattern, made] of table) {
    const found = pattern.exec(bare)
    if (found !== null) return made(found[1] ?? '')
  }
  return undefined
}

/** Whether the client requests a calendar instead of a page. */
function wantsFeed(query: string): boolean {
  const sent = new URLSearchParams(query)
  return ['ical', 'outlook-ical'].some((name) => sent.get(name) === '1')
}

interface Places {
  readonly prefixes: readonly string[]
  readonly aliases: readonly Alias[]
  isOfInterface(url: string): boolean
}

interface Handling {
  readonly roots: Places
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

const split = (url: string) => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return { path, query }
}

const language = new RegExp(`^/(?:${languages.join('|')})(?=/|$)`)

/** Adds the old URLs to an application that has an alias of the plugin. */
export function addOldAddresses(app: FastifyInstance, { roots, decorated }: Handling): void {
  const alias = roots.aliases.find(isPluginAlias)
  if (alias === undefined) return
  const [base = ''] = roots.prefixes
  const sites = [...new Set([base, siteOf(alias)])]
  const lead = (request: FastifyRequest, reply: FastifyReply, status: number, path: string) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, no-cache').redirect(path, status)
  }
  const feedAt = (path: string) => {
    if (roots.isOfInterface(path)) return undefined
    const site = sites.find((one) => path === one || path.startsWith(`${one}/`))
    return site === undefined ? undefined : targetOf(path.slice(site.length).replace(language, ''))?.feed
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.includes('ical=') || !['GET', 'HEAD'].includes(request.method)) return
    const { path, query } = split(request.url)
    const feed = wantsFeed(query) ? feedAt(path) : undefined
    if (feed !== undefined) return lead(request, reply, 302, `${alias.path}/${PLUGIN}/${feed}`)
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = split(request.url)
    const site = sites.find((one) => path.startsWith(`${one}/`)) ?? ''
    const page = targetOf(path.slice(site.length))?.page
    if (page === undefined) throw new Problem('rest_no_route')
    return lead(request, reply, 301, `${base}/${page}`)
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
