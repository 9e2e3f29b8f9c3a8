/** The OpenAPI document and its page (contract §7), built once for each root. */
import { openApi } from '../../contract/openapi.ts'
import type { Route } from '../../contract/routes.ts'
import { spokenIn } from '../../locales/index.ts'
import { prefersHtml } from '../protocol/accept.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { placeOf, type Roots } from '../roots.ts'
import { docPageResponse } from '../site/doc-page.ts'
import type { OperationHandler } from './handler.ts'

interface Made {
  readonly document: ApiResponse
  readonly page: ApiResponse
}

/** Builds the response of `/doc` by the Accept header: JSON, or HTML for browsers. */
export function docOperation(namespace: string, roots: Roots, routes: readonly Route[]): OperationHandler {
  const made = new Map<string, Made>()
  const make = (url: string): Made => {
    const language = roots.languageOf(url)
    const { url: root, namespace: own } = roots.rootOf(url)
    const body = openApi(routes, { namespace: own, root, ...spokenIn(language) })
    const page = docPageResponse(body, { language, namespace, base: roots.prefixes[0] })
    return { document: { status: 200, body }, page }
  }
  return async (_apiRequest, { request }) => {
    const url = placeOf(request)
    const { url: root, namespace: own } = roots.rootOf(url)
    const known = made.get(`${root}/${own}`) ?? make(url)
    made.set(`${root}/${own}`, known)
    return prefersHtml(request.headers.accept) ? known.page : known.document
  }
}
