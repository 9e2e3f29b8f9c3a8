/** The OpenAPI document and its page (contract §7), built once for each root. */

import { openApiWordFunctionsOf } from '../../../contract/described.ts'
import { openApiDocument } from '../../../contract/openapi.ts'
import { declaredRouteWithLanguageFilledIn } from '../../language-roots.ts'
import { prefersHtml } from '../../protocol/accept.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import type { AppServices } from '../../services.ts'
import { docPageResponse } from '../../site/doc-page.ts'
import type { OperationHandler } from '../handler.ts'

interface BuiltDocument {
  readonly document: object
  readonly response: ApiResponse
  /** The parts of the page that were requested, each with the style sheet of its look. */
  readonly parts: Map<string, { readonly look: string; readonly page: ApiResponse }>
}

/** Names of parts, which are those of tags. Others show the overview. */
const partName = /^[a-z-]{1,40}$/

/** Builds the handler of `/doc`, which answers by the Accept header: JSON, or for browsers HTML, in parts by `?part=`. */
export function makeOpenApiHandler({
  options: { namespace, languages },
  roots,
  routes,
  appearances,
}: Pick<AppServices, 'options' | 'roots' | 'routes' | 'appearances'>): OperationHandler {
  const built = new Map<string, BuiltDocument>()
  const build = (url: string): BuiltDocument => {
    const { url: root, namespace: own } = roots.rootOf(url)
    const body = openApiDocument(routes, {
      namespace: own,
      root,
      ...openApiWordFunctionsOf(roots.languageOf(url)),
    })
    return { document: body, response: { status: 200, body }, parts: new Map() }
  }
  async function pageOf({ document, parts }: BuiltDocument, url: string, part: string): Promise<ApiResponse> {
    const language = roots.languageOf(url)
    const { name, design } = (await appearances.current()).inLanguage(language)
    const look = `${design} ${name}`
    const known = parts.get(part)
    if (known?.look === look) return known.page
    const place = { language, languages, namespace, base: roots.prefixes[0], name, design }
    const page = docPageResponse(document, place, part)
    parts.set(part, { look, page })
    return page
  }
  return async ({ query }, { request }) => {
    const url = declaredRouteWithLanguageFilledIn(request)
    const { url: root, namespace: own } = roots.rootOf(url)
    const known = built.get(`${root}/${own}`) ?? build(url)
    built.set(`${root}/${own}`, known)
    if (!prefersHtml(request.headers.accept)) return known.response
    const part = query.text('part') ?? ''
    const names = ['all', 'schemas', ...tagsOf(known.document)]
    return pageOf(known, url, partName.test(part) && names.includes(part) ? part : '')
  }
}

/** Returns the names of the tags of a document. */
function tagsOf(document: object): readonly string[] {
  const { tags }: { readonly tags?: unknown } = document
  return Array.isArray(tags) ? tags.map((tag) => String(Object(tag).name)) : []
}
