/** The overview of the documentation: first steps, and all operations with links to their parts. */

import type { FindPageText } from '../../words/index.ts'
import { type DocumentNode, nodeListAt, textAtKeyOfNode } from './doc-node.ts'
import type { OperationEntry } from './doc-operation.ts'
import { englishProse, html, type Markup, renderProse } from './markup.ts'

/** A group of operations. */
export interface DocChapter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly entries: readonly OperationEntry[]
}

/** The operations that most programs begin with. */
const guides = [
  'create-token',
  'list-events',
  'create-event',
  'update-event',
  'import',
  'feed-event-as-ics',
  'list-changes',
  'create-media',
]

/** Returns the address of an operation within its part. */
const linkTo = (name: string, id: string) => `?part=${name}#${id}`

function guideLinks(chapters: readonly DocChapter[]): Markup {
  const all = chapters.flatMap(({ name, entries }) => entries.map((entry) => ({ name, entry })))
  const found = guides.flatMap((id) => all.filter(({ entry }) => entry.id === id))
  return html`<ul>${found.map(
    ({ name, entry: { id, operation } }) =>
      html`<li><a href="${linkTo(name, id)}">${textAtKeyOfNode(operation, 'summary')}</a></li>`,
  )}</ul>`
}

/** Returns the sections on authentication, errors, the document itself, and first steps. */
function beginnings(document: DocumentNode, chapters: readonly DocChapter[], word: FindPageText): Markup {
  const url = `${textAtKeyOfNode(nodeListAt(document, 'servers')[0] ?? {}, 'url')}`
  const section = (id: string, title: string, body: Markup) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
  const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`
  return html`${section(
    'authentication',
    word('page.auth'),
    html`${renderProse(word('page.auth.text'))}${code(`curl '${url}/session' -H "Authorization: Bearer $TOKEN"`)}`,
  )}${section(
    'errors',
    word('page.errors'),
    html`${renderProse(word('page.errors.text'))}${code('{ "code": "rest_invalid_param", "message": "…", "data": { "status": 400, "params": { "start_date": "…" } } }')}<p><a href="?part=schemas#schema-Problem">Problem</a></p>`,
  )}${section(
    'openapi',
    'OpenAPI',
    html`${renderProse(word('page.openapi.text'))}${code(`curl '${url}/doc' -H 'Accept: application/json'`)}`,
  )}${section('guides', word('page.guides'), guideLinks(chapters))}`
}

/** Returns the overview. Its chapters name their operations; the parts describe them. */
export function docOverview(
  document: DocumentNode,
  chapters: readonly DocChapter[],
  word: FindPageText,
): Markup {
  const each = chapters.map(
    ({ name, title, description, entries }) =>
      html`<section aria-labelledby="${name}"><h2 id="${name}"><a href="?part=${name}">${title}</a></h2>${englishProse(description)}<ul class="operations">${entries.map(
        ({ id, path, methods, operation }) =>
          html`<li class="entry" id="${id}"><a href="${linkTo(name, id)}">${textAtKeyOfNode(operation, 'summary')}</a> <span class="address">${methods.map(
            (one) => html`<span class="method ${one.toLowerCase()}">${one}</span> `,
          )}<code>${path}</code></span></li>`,
      )}</ul></section>`,
  )
  return html`${beginnings(document, chapters, word)}${each}`
}
