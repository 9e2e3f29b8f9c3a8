/** Problems in the habits of WordPress's own API (contract §12). */
import { Problem } from '../../../problem.ts'
import { withParameter } from './queries.ts'
import type { RouteTranslation } from './route-translation.ts'

const isPastEnd = ({ code }: Problem) => code.endsWith('-archive-page-not-found')

/** A page past the last one of posts and media is a fault there. */
export const throwWordpressProblemOfPosts: NonNullable<RouteTranslation['problem']> = async (problem) => {
  throw isPastEnd(problem) ? new Problem('rest_post_invalid_page_number') : problem
}

/** A page past the last one of terms is empty there, and has the totals; a term that exists is a fault of the request. */
export const makeTermsProblemTranslation =
  (collection: string): NonNullable<RouteTranslation['problem']> =>
  async (problem, again) => {
    const { code, message, data } = problem
    if (code === 'term_exists') throw new Problem(code, { status: 400, message, data })
    if (!isPastEnd(problem)) throw problem
    const first = await again((query) => withParameter(query, 'page', '1'))
    // The links of the first page lead to other pages.
    const [Link = ''] = first.headers?.Link?.split(', ') ?? []
    return { status: 200, headers: { ...first.headers, Link }, body: { [collection]: [] } }
  }
