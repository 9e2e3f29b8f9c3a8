/** The lines about aliases with which `fasti serve` starts (contract §12). */
import type { Dialects } from '../../http/dialects.ts'
import type { RootsOfSiteAndApi } from '../../http/language-roots.ts'

/**
 * A name and a text for each line: every alias with the namespaces that come with it, and a note for each site whose
 * front page does not link the interface, since pages are elsewhere. `baseUrl` has no trailing slash.
 */
export function aliasStartupLines(
  { prefixes: [base], aliases }: Pick<RootsOfSiteAndApi, 'prefixes' | 'aliases'>,
  baseUrl: string,
  { companionsOf, siteOf }: Pick<Dialects, 'companionsOf' | 'siteOf'>,
): readonly (readonly [name: string, text: string])[] {
  const { origin } = new URL(baseUrl)
  const addresses = aliases.map((alias) => {
    const companions = companionsOf(alias)
    const more = companions.length === 0 ? '' : `, with ${companions.join(' and ')} beside it`
    return ['alias', `${origin}${alias.path}/${alias.namespace}${more}`] as const
  })
  const linked = [base, ...aliases.map(({ path }) => path)]
  const sites = aliases.map(siteOf).filter((site) => site !== undefined)
  const unlinked = [...new Set(sites)].filter((site) => !linked.includes(site))
  const notes = unlinked.map(
    (site) =>
      [
        'note',
        `pages are at ${baseUrl}/: programs that look for the interface at ${origin}${site}/ do not find it, so give them the address of the alias`,
      ] as const,
  )
  return [...addresses, ...notes]
}
