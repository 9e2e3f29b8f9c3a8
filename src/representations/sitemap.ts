/** Sitemaps (sitemaps.org, protocol 0.9) and robots.txt (RFC 9309). */
import { xmlElement, xmlText } from './feeds.ts'

/** A page, and the day of its last change as `YYYY-MM-DD` if known. */
export interface SitemapLink {
  readonly url: string
  readonly changed?: string | undefined
  /** The addresses of the page in its languages, by what search engines call them; none if it has one. */
  readonly alternates?: readonly SitemapAlternate[]
}

/** An address of a page in a language. */
interface SitemapAlternate {
  readonly tag: string
  readonly url: string
}

type Kind = 'urlset' | 'sitemapindex'

const members = { urlset: 'url', sitemapindex: 'sitemap' } as const

const alternateXml = ({ tag, url }: SitemapAlternate) =>
  `<xhtml:link rel="alternate" hreflang="${tag}" href="${xmlText(url)}"/>\n`

/** Returns a sitemap, or an index of sitemaps, as XML. */
export function sitemapXml(kind: Kind, listings: readonly SitemapLink[]): string {
  const each = listings.map(({ url, changed, alternates = [] }) => {
    const lastmod = changed === undefined ? '' : xmlElement('lastmod', changed)
    return `<${members[kind]}>\n${xmlElement('loc', url)}${lastmod}${alternates.map(alternateXml).join('')}</${members[kind]}>\n`
  })
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const hasAlternates = listings.some(({ alternates = [] }) => alternates.length > 0)
  const links = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${namespace}"${links}>\n${each.join('')}</${kind}>\n`
}

/**
 * Returns the sitemaps of an index as `kind/number`, as many of each kind as its items need. Returns undefined if one sitemap is
 * enough for all items and the `others`.
 */
export function sitemapPartNames(
  totals: ReadonlyMap<string, number>,
  others: number,
  most: number,
): readonly string[] | undefined {
  if ([...totals.values()].reduce((sum, total) => sum + total, others) <= most) return undefined
  return [...totals].flatMap(([kind, total]) =>
    Array.from({ length: Math.ceil(total / most) }, (_, part) => `${kind}/${part + 1}`),
  )
}

/**
 * Returns robots.txt. `roots` are the paths of all roots, without a trailing slash. Calendar views and searches have unlimited
 * URLs, so crawlers may only visit the months of the current `year` and the next.
 */
export function robotsText(roots: readonly string[], year: number, sitemap: string): string {
  const rules = roots.flatMap((root) => [
    ...[year, year + 1].map((open) => `Allow: ${root}/calendar/${open}-`),
    // The longest matching rule applies (RFC 9309 §2.2.2).
    ...['calendar/*-', 'calendar/day/', 'calendar/week/', 'calendar/map', 'calendar/search', 'desk'].map(
      (page) => `Disallow: ${root}/${page}`,
    ),
  ])
  return ['User-agent: *', ...rules, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
