/** What search engines are told: which pages there are (sitemaps.org, protocol 0.9), and which to leave alone (RFC 9309). */
import { element } from './feeds/xml.ts'

/** A page, and the day it last changed as `YYYY-MM-DD` where that is known. */
export interface Listing {
  readonly url: string
  readonly changed?: string | undefined
}

type Kind = 'urlset' | 'sitemapindex'

const members = { urlset: 'url', sitemapindex: 'sitemap' } as const

/** A sitemap, or an index of sitemaps, as XML. */
export function sitemapXml(kind: Kind, listings: readonly Listing[]): string {
  const each = listings.map(({ url, changed }) => {
    const lastmod = changed === undefined ? '' : element('lastmod', changed)
    return `<${members[kind]}>\n${element('loc', url)}${lastmod}</${members[kind]}>\n`
  })
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${namespace}">\n${each.join('')}</${kind}>\n`
}

/**
 * The sitemaps that an index leads to, as `kind/number`, where there are more pages than one takes: of each kind as many as its
 * items fill. Undefined where one has room for all, the `others` beside the items included.
 */
export function sitemapParts(
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
 * The rules for crawlers. `roots` are the paths of all roots without a slash at the end. Days, weeks and months go on without an end,
 * and searches are as many as there are words: of all these, the months of the current `year` and the next are open.
 */
export function robotsText(roots: readonly string[], year: number, sitemap: string): string {
  const rules = roots.flatMap((root) => [
    ...[year, year + 1].map((open) => `Allow: ${root}/calendar/${open}-`),
    // The longest rule that fits counts (RFC 9309 §2.2.2).
    ...['calendar/*-', 'calendar/day/', 'calendar/week/', 'calendar/map', 'calendar/search', 'desk'].map(
      (page) => `Disallow: ${root}/${page}`,
    ),
  ])
  return ['User-agent: *', ...rules, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
