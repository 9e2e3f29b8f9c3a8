/** Schemas as HTML: types, limits and tables of properties. */
import { isDescriptionOnlyInEnglish } from '../../contract/openapi/texts/english.ts'
import type { FindPageText } from '../../words/index.ts'
import {
  type DocumentNode,
  entriesOfDocumentNode,
  lastSegmentOfRef,
  nodeAt,
  nodeListAt,
  textAtKeyOfNode,
} from './doc-node.ts'
import { html, type Markup, renderProse } from './markup.ts'

/** Returns the type of a schema. References become links. */
function typeOf(schema: DocumentNode): Markup {
  const name = lastSegmentOfRef(schema)
  if (name !== '') return html`<a href="#schema-${name}">${name}</a>`
  const variants = [
    ...nodeListAt(schema, 'anyOf'),
    ...nodeListAt(schema, 'oneOf'),
    ...nodeListAt(schema, 'allOf'),
  ]
  if (variants.length > 0) return html`${variants.map((one, at) => html`${at > 0 && ' | '}${typeOf(one)}`)}`
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  const types = [schema.type].flat().map(String)
  if (types.includes('array')) {
    const items = nodeAt(schema, 'items')
    const isUnion = 'anyOf' in items || 'oneOf' in items || Array.isArray(items.type)
    return isUnion ? html`(${typeOf(items)})[]` : html`${typeOf(items)}[]`
  }
  return schema.type === undefined ? html`any` : html`${types.join(' | ')}`
}

/** Language-independent labels: signs and JSON Schema keywords. */
const limits = {
  minimum: '≥',
  maximum: '≤',
  minLength: 'minLength',
  maxLength: 'maxLength',
  maxItems: 'maxItems',
  maxProperties: 'maxProperties',
} as const

/** Returns the limits and the default of a schema. */
function limitsOf(schema: DocumentNode, word: FindPageText): Markup {
  const bounds = Object.entries(limits)
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, sign]) => html` <span class="limit">${sign} ${String(schema[key])}</span>`)
  const items = nodeAt(schema, 'items')
  const choices = [schema.enum, items.enum].flatMap((one) => (Array.isArray(one) ? one : []))
  const fallback = schema.default === undefined ? undefined : JSON.stringify(schema.default)
  return html`${bounds}${
    choices.length > 0 &&
    html` <span class="limit">${choices.map((one) => html`<code>${String(one)}</code> `)}</span>`
  }${fallback !== undefined && html` <span class="limit">${word('page.default')} <code>${fallback}</code></span>`}`
}

/** A parameter or a property. */
interface DocProperty {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: DocumentNode
  /** Its description. */
  readonly text: string
}

/** Returns a row of a table of parameters or properties. */
export function propertyRow({ name, isRequired, schema, text }: DocProperty, word: FindPageText): Markup {
  return html`<tr><th scope="row"><code>${name}</code>${
    isRequired && html` <strong class="required">${word('page.required')}</strong>`
  }</th><td>${typeOf(schema)}${limitsOf(schema, word)}</td><td${isDescriptionOnlyInEnglish(text) && html` lang="en"`}>${renderProse(text)}</td></tr>`
}

/** Returns a table of these rows with its caption, or nothing if it has no rows. */
export function captionedTable(caption: string, rows: readonly Markup[], word: FindPageText): Markup {
  if (rows.length === 0) return html``
  const head = [word('name'), word('page.type'), word('page.meaning')]
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head.map(
    (one) => html`<th scope="col">${one}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Returns the properties of a schema as a table. */
export function propertyTable(caption: string, schema: DocumentNode, word: FindPageText): Markup {
  const required = Array.isArray(schema.required) ? schema.required : []
  const rows = entriesOfDocumentNode(nodeAt(schema, 'properties')).map(([name, one]) =>
    propertyRow(
      { name, isRequired: required.includes(name), schema: one, text: textAtKeyOfNode(one, 'description') },
      word,
    ),
  )
  return captionedTable(caption, rows, word)
}

/** Returns the section with all schemas of the document. */
export function allSchemasSection(document: DocumentNode, word: FindPageText): Markup {
  const each = entriesOfDocumentNode(nodeAt(document, 'components', 'schemas')).map(
    ([name, schema]) =>
      html`<details id="schema-${name}" class="entry"><summary><h3>${name}</h3></summary>${
        schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : propertyTable(name, schema, word)
      }</details>`,
  )
  return html`<section aria-labelledby="schemas"><h2 id="schemas">${word('page.schemas')}</h2>${each}</section>`
}
