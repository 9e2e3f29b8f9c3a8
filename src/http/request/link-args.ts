/** The args of page links: all args of the request with dates resolved, so that every page shows the same result (contract §1.9). */
import type { ArgSpecs } from '../../contract/arg.ts'
import type { Query } from './query.ts'
import type { RawArgs } from './raw-args.ts'

type Pair = [string, string]

/** Undeclared parameters that links repeat, because they shape the response. */
const shaping = ['_fields', 'context', '_envelope']

/** Dates of a request by the names of their args, as wall clock times in the site zone. */
export type ResolvedDateArgs = Readonly<Record<string, string | undefined>>

/**
 * The query parameters of page links, in the order of declaration, so that equal requests have equal links. `dates` are the
 * resolved dates, with those by default. Passwords are left out. Repeated parameters are joined into a list.
 */
export function pageLinkPairs(
  query: Query,
  values: RawArgs,
  args: ArgSpecs,
  dates: ResolvedDateArgs,
): Pair[] {
  const pairs: Pair[] = []
  for (const name of Object.keys(args)) {
    const sent = query.texts(name).join(',')
    const value = dates[name] ?? sent
    if (name === 'page' || name === 'per_page' || name === 'password' || value === '') continue
    pairs.push([name, value])
  }
  const kept = shaping
    .filter((name) => query.has(name))
    .map((name): Pair => [name, query.texts(name).join(',')])
  return [...pairs, ...kept, ['per_page', String(values.per_page)]]
}
