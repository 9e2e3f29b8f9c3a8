/** The OpenAPI document and its page (contract §7), built once for each root. */

import type { Outside } from '../../api/outside.ts'
import { openApiWordFunctionsOf } from '../../contract/described.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import type { Documentation, DocumentedPlace } from '../../documents/index.ts'
import type { AppServices } from '../services.ts'
import { documentationPage } from '../site/doc-page.ts'

interface BuiltDocument {
  readonly document: object
  /** The parts of the page that were requested, each with the style sheet of its look. */
  readonly parts: Map<string, { readonly look: string; readonly page: Documentation }>
}

/** Names of parts, which are those of tags. Others show the overview. */
const partName = /^[a-z-]{1,40}$/

/** Builds what answers `/doc`: the document, or for browsers its page, in parts by `?part=`. */
export function documentationOf({
  options: { namespace, languages },
  roots,
  routes,
  appearances,
  queues,
}: Pick<
  AppServices,
  'options' | 'roots' | 'routes' | 'appearances' | 'queues'
>): Outside['documents']['documentation'] {
  const built = new Map<string, BuiltDocument>()
  const build = ({ root: { url: root, namespace }, language }: DocumentedPlace): BuiltDocument => ({
    document: openApiDocument(routes, { namespace, root, ...openApiWordFunctionsOf(language) }),
    parts: new Map(),
  })
  async function pageOf(
    { document, parts }: BuiltDocument,
    { language }: DocumentedPlace,
    part: string,
  ): Promise<Documentation> {
    const { name, design } = (await appearances.current()).inLanguage(language)
    const look = `${design} ${name}`
    const known = parts.get(part)
    if (known?.look === look) return known.page
    const place = { language, languages, namespace, base: roots.prefixes[0], name, design }
    const page = documentationPage(document, place, part)
    parts.set(part, { look, page })
    return page
  }
  return (place, { prefersHtml, raw: { part }, caller, isGone }) =>
    queues.pages(
      caller,
      async () => {
        const key = `${place.root.url}/${place.root.namespace}`
        const known = built.get(key) ?? build(place)
        built.set(key, known)
        if (!prefersHtml) return known
        const names = ['all', 'schemas', ...tagsOf(known.document)]
        const isPart = typeof part === 'string' && partName.test(part) && names.includes(part)
        return pageOf(known, place, isPart ? part : '')
      },
      isGone,
    )
}

/** Returns the names of the tags of a document. */
function tagsOf(document: object): readonly string[] {
  const { tags }: { readonly tags?: unknown } = document
  return Array.isArray(tags) ? tags.map((tag) => String(Object(tag).name)) : []
}
