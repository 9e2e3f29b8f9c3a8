/** The OpenAPI document and its page (contract §7), built once for each root. */
import { openApi } from '../../contract/openapi.ts'
import type { Route } from '../../contract/routes.ts'
import { spokenIn } from '../../locales/index.ts'
import { allowOne, prefersHtml } from '../protocol/accept.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { Roots } from '../roots.ts'
import { docPageResponse } from '../site/doc-page.ts'

interface Made {
  readonly document: ApiResponse
  readonly page: ApiResponse
}

/** Builds the response of `/doc` by the Accept header: JSON, or HTML for browsers. Throws 406 if the client accepts neither. */
export function docOperation(
  namespace: string,
  roots: Roots,
  routes: readonly Route[],
): (accept: string | undefined, url: string) => ApiResponse {
  const made = new Map<string, Made>()
  const make = (url: string): Made => {
    const language = roots.languageOf(url)
    const { url: root, namespace: own } = roots.rootOf(url)
    const body = openApi(routes, { namespace: own, root, ...spokenIn(language) })
    const page = docPageResponse(body, { language, namespace, base: roots.prefixes[0] })
    return { document: { status: 200, body }, page }
  }
  return (accept, url) => {
    allowOne(accept, ['application/json', 'text/html'])
    const { url: root, namespace: own } = roots.rootOf(url)
    const known = made.get(`${root}/${own}`) ?? make(url)
    made.set(`${root}/${own}`, known)
    return prefersHtml(accept) ? known.page : known.document
  }
}
