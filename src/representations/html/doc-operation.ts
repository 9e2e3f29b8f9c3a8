/** The article of an operation: parameters, body, responses, example programs, and a form to try it. */

import { isDescriptionOnlyInEnglish } from '../../contract/openapi/texts.ts'
import { isJsonObject } from '../../support/json.ts'
import type { FindPageText } from '../../words/index.ts'
import { englishProse, html, type Markup, renderProse } from './markup.ts'

/** Access to the nodes of the OpenAPI document, which is JSON. */

export interface DocumentNode {
  readonly [key: string]: unknown
}

/** Returns the object at a path, or an empty object. */
export function nodeAt(node: DocumentNode, ...path: readonly string[]): DocumentNode {
  let at: DocumentNode = node
  for (const key of path) {
    const next = at[key]
    if (!isJsonObject(next)) return {}
    at = next
  }
  return at
}

/** Returns the objects below a node, with their keys. */
export function entriesOfDocumentNode(node: DocumentNode): readonly (readonly [string, DocumentNode])[] {
  return Object.entries(node).flatMap(([key, value]) => (isJsonObject(value) ? [[key, value] as const] : []))
}

/** Returns the objects in the list at a key, or an empty list. */
export function nodeListAt(node: DocumentNode, key: string): readonly DocumentNode[] {
  const list = node[key]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** Returns the text at a key, or "". */
export function textAtKeyOfNode(node: DocumentNode, key: string): string {
  const text = node[key]
  return typeof text === 'string' ? text : ''
}

/** Resolves a `$ref`. Returns the node itself if it is not a reference. */
function resolvedNode(document: DocumentNode, node: DocumentNode): DocumentNode {
  const target = textAtKeyOfNode(node, '$ref')
  return target === '' ? node : nodeAt(document, ...target.slice(2).split('/'))
}

/** Returns the last segment of a `$ref`, or "" if the node is not a reference. */
function lastSegmentOfRef(node: DocumentNode): string {
  return textAtKeyOfNode(node, '$ref').split('/').at(-1) ?? ''
}

// Schemas as HTML: types, limits and tables of properties.

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
function propertyRow({ name, isRequired, schema, text }: DocProperty, word: FindPageText): Markup {
  return html`<tr><th scope="row"><code>${name}</code>${
    isRequired && html` <strong class="required">${word('page.required')}</strong>`
  }</th><td>${typeOf(schema)}${limitsOf(schema, word)}</td><td${isDescriptionOnlyInEnglish(text) && html` lang="en"`}>${renderProse(text)}</td></tr>`
}

/** Returns a table of these rows with its caption, or nothing if it has no rows. */
function captionedTable(caption: string, rows: readonly Markup[], word: FindPageText): Markup {
  if (rows.length === 0) return html``
  const head = [word('name'), word('page.type'), word('page.meaning')]
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head.map(
    (one) => html`<th scope="col">${one}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function propertyTable(caption: string, schema: DocumentNode, word: FindPageText): Markup {
  const required = Array.isArray(schema.required) ? schema.required : []
  const rows = entriesOfDocumentNode(nodeAt(schema, 'properties')).map(([name, one]) =>
    propertyRow(
      { name, isRequired: required.includes(name), schema: one, text: textAtKeyOfNode(one, 'description') },
      word,
    ),
  )
  return captionedTable(caption, rows, word)
}

export function allSchemasSection(document: DocumentNode, word: FindPageText): Markup {
  const each = entriesOfDocumentNode(nodeAt(document, 'components', 'schemas')).map(
    ([name, schema]) =>
      html`<details id="schema-${name}" class="entry"><summary><h3>${name}</h3></summary>${
        schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : propertyTable(name, schema, word)
      }</details>`,
  )
  return html`<section aria-labelledby="schemas"><h2 id="schemas">${word('page.schemas')}</h2>${each}</section>`
}

// Example programs for operations, in curl, JavaScript and Python.

interface ExampleRequest {
  readonly method: string
  readonly url: string
  /** Whether the request sends a token, which programs read from the environment. */
  readonly needsToken: boolean
  /** The JSON body, if any. */
  readonly body?: unknown
  /** The name of the file to upload, if any. */
  readonly file?: string
  /** Whether the response is JSON. */
  readonly isJson: boolean
}

type Header = readonly [name: string, value: string]

const contentTypeOf = ({ body, file }: ExampleRequest): readonly Header[] => {
  if (file !== undefined) return [['Content-Type', 'image/jpeg']]
  return body === undefined ? [] : [['Content-Type', 'application/json']]
}

const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function curl(example: ExampleRequest): string {
  const { method, url, needsToken, body, file } = example
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shell(url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...contentTypeOf(example).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(file === undefined ? [] : [`--data-binary @${file}`]),
    ...(body === undefined ? [] : [`-d ${shell(JSON.stringify(body, null, 2))}`]),
  ]
  return parts.join(' \\\n  ')
}

function javascript(example: ExampleRequest): string {
  const { method, url, needsToken, body, file, isJson } = example
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the generated program
    ...(needsToken ? ['Authorization: `Bearer ${env.TOKEN}`'] : []),
    ...contentTypeOf(example).map(([name, value]) => `'${name}': '${value}'`),
  ]
  const sent = body === undefined ? undefined : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(sent === undefined ? [] : [`  body: JSON.stringify(${sent}),`]),
    ...(file === undefined ? [] : [`  body: await readFile('${file}'),`]),
  ]
  const imports = [
    ...(file === undefined ? [] : ["import { readFile } from 'node:fs/promises'"]),
    ...(needsToken ? ["import { env } from 'node:process'"] : []),
  ]
  return [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    `const response = await fetch(${quoted(url)}${lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`})`,
    `console.log(response.status, await response.${isJson ? 'json' : 'text'}())`,
  ].join('\n')
}

/** Formats a JSON value as Python. */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${literal(one, inner)},`,
  )
  return `{\n${entries.join('\n')}\n${indent}}`
}

function python(example: ExampleRequest): string {
  const { method, url, needsToken, body, file, isJson } = example
  const headers = [
    ...(needsToken ? ["'Authorization': 'Bearer ' + os.environ.get('TOKEN', '')"] : []),
    ...contentTypeOf(example).map(([name, value]) => `'${name}': '${value}'`),
  ]
  const data = file === undefined ? 'json.dumps(body).encode()' : `open('${file}', 'rb').read()`
  const args = [
    `${quoted(url)}, method='${method}'`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined && file === undefined ? [] : [`data=${data}`]),
  ]
  return [
    ...(isJson || body !== undefined ? ['import json'] : []),
    ...(needsToken ? ['import os'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(body === undefined ? [] : [`body = ${literal(body)}`]),
    `request = Request(${args.join(',\n                  ')})`,
    'with urlopen(request) as response:',
    `    print(response.status, ${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n')
}

const programs = { curl, JavaScript: javascript, Python: python } as const

/** Returns the example programs of a request. The page's script turns them into tabs. */
export function examplePrograms(
  id: string,
  label: string,
  example: ExampleRequest,
  level: 3 | 5 = 5,
): Markup {
  const heading = {
    3: (name: string) => html`<h3>${name}</h3>`,
    5: (name: string) => html`<h5>${name}</h5>`,
  }[level]
  const each = Object.entries(programs).map(
    ([name, write]) =>
      html`<section class="program" id="${id}-${name.toLowerCase()}" aria-label="${name}">${heading(name)}<pre tabindex="0"><code>${write(example)}</code></pre></section>`,
  )
  return html`<div class="programs" data-label="${label}">${each}</div>`
}

/** An operation with all its equivalent methods. */
export interface OperationEntry {
  readonly id: string
  readonly path: string
  readonly methods: readonly string[]
  readonly operation: DocumentNode
}

/** The context that all articles of a page share. */
export interface DocPageContext {
  readonly document: DocumentNode
  readonly word: FindPageText
}

const parametersOf = ({ operation }: OperationEntry, { document }: DocPageContext) =>
  nodeListAt(operation, 'parameters').map((one) => resolvedNode(document, one))

const inPlace = (parameters: readonly DocumentNode[], place: string) =>
  parameters.filter((one) => textAtKeyOfNode(one, 'in') === place)

/** The most rows of a table that stand open: with more, an operation is longer than ten screens of a telephone. */
const MAX_OPEN = 5

/** Returns a heading and what it heads, which opens in place where it has many rows. */
function foldedIfLong(heading: string, rows: number, body: Markup): Markup {
  if (rows <= MAX_OPEN) return body
  return html`<details><summary><h4>${heading}</h4> <span class="limit">${rows}</span></summary>${body}</details>`
}

function parameterTables(entry: OperationEntry, page: DocPageContext): Markup {
  const all = parametersOf(entry, page)
  const places = ['path', 'query', 'header'] as const
  const each = places.map((place) => {
    const rows = inPlace(all, place).map((one) =>
      propertyRow(
        {
          name: textAtKeyOfNode(one, 'name'),
          isRequired: one.required === true,
          schema: nodeAt(one, 'schema'),
          text: textAtKeyOfNode(one, 'description'),
        },
        page.word,
      ),
    )
    const caption = page.word(`page.in.${place}`)
    return foldedIfLong(caption, rows.length, captionedTable(caption, rows, page.word))
  })
  return html`${each}`
}

function bodyTable({ operation }: OperationEntry, { document, word }: DocPageContext): Markup {
  const body = nodeAt(operation, 'requestBody')
  const schema = resolvedNode(document, nodeAt(body, 'content', 'application/json', 'schema'))
  if (schema.properties === undefined) return html``
  const heading = word('page.body')
  const table = html`${englishProse(textAtKeyOfNode(body, 'description'))}${propertyTable(heading, schema, word)}`
  return foldedIfLong(heading, Object.keys(nodeAt(schema, 'properties')).length, table)
}

function responses({ operation }: OperationEntry, { document, word }: DocPageContext): Markup {
  const each = entriesOfDocumentNode(nodeAt(operation, 'responses')).map(([status, reference]) => {
    const response = resolvedNode(document, reference)
    const headers = Object.keys(nodeAt(response, 'headers'))
    const schema = nodeAt(response, 'content', 'application/json', 'schema')
    const name = textAtKeyOfNode(schema, '$ref').split('/').at(-1) ?? ''
    return html`<dt><code class="status s${status.slice(0, 1)}">${status}</code></dt><dd>${renderProse(textAtKeyOfNode(response, 'description'))}${
      name !== '' && html`<p><a href="#schema-${name}">${name}</a></p>`
    }${headers.length > 0 && html`<p class="headers">${headers.map((one) => html`<code>${one}</code> `)}</p>`}</dd>`
  })
  return html`<details><summary><h4>${word('page.responses')}</h4></summary><dl class="responses" lang="en">${each}</dl></details>`
}

/** Returns the example request: path parameters from the document's examples, and a page size for lists. */
function exampleOf(entry: OperationEntry, page: DocPageContext): ExampleRequest {
  const all = parametersOf(entry, page)
  const server = textAtKeyOfNode(nodeListAt(page.document, 'servers')[0] ?? {}, 'url')
  const path = inPlace(all, 'path').reduce(
    (address, one) =>
      address.replace(`{${textAtKeyOfNode(one, 'name')}}`, encodeURIComponent(String(one.example))),
    entry.path,
  )
  const isPaged = inPlace(all, 'query').some((one) => one.name === 'per_page')
  const bodies = nodeAt(entry.operation, 'requestBody', 'content')
  const succeeded = entriesOfDocumentNode(nodeAt(entry.operation, 'responses')).find(([status]) =>
    status.startsWith('2'),
  )
  return {
    method: entry.methods[0] ?? 'GET',
    url: `${server}${path}${isPaged ? '?per_page=10' : ''}`,
    needsToken: nodeListAt(entry.operation, 'security').some((one) => 'bearer' in one),
    isJson: 'application/json' in nodeAt(resolvedNode(page.document, succeeded?.[1] ?? {}), 'content'),
    ...('application/json' in bodies && { body: nodeAt(bodies, 'application/json').example }),
    ...('image/*' in bodies && {
      file: textAtKeyOfNode(nodeAt(bodies, 'multipart/form-data', 'example'), 'file'),
    }),
  }
}

function field(id: string, parameter: DocumentNode, word: FindPageText): Markup {
  const name = textAtKeyOfNode(parameter, 'name')
  const isRequired = parameter.required === true
  const example = [parameter.example].flat().join(',')
  return html`<p><label for="${id}-${name}">${name}${isRequired && ` (${word('page.required')})`}</label><input id="${id}-${name}" name="${name}" data-in="${textAtKeyOfNode(parameter, 'in')}" placeholder="${example}"${
    isRequired && html` required value="${example}"`
  } autocomplete="off"></p>`
}

/** Returns the line below example programs: the button of a form, which is sent as it stands, and the answer. Scripts add a button that copies. */
export const sendLine = (form: string | undefined, word: FindPageText): Markup =>
  html`<p class="send">${form !== undefined && html`<button form="${form}">${word('page.send')}</button>`}</p>${form !== undefined && html`<div class="response" role="status"></div>`}`

/** Returns a form that sends requests to the running service. Without JavaScript it still works for GET. */
function tryForm(entry: OperationEntry, page: DocPageContext): Markup {
  if (!entry.methods.includes('GET')) return sendLine(undefined, page.word)
  const { word } = page
  const all = parametersOf(entry, page)
  const parameters = [...inPlace(all, 'path'), ...inPlace(all, 'query')]
  const base = new URL(textAtKeyOfNode(nodeListAt(page.document, 'servers')[0] ?? {}, 'url')).pathname
  const id = `try-${entry.id}`
  const fields = html`<fieldset><legend>${word('page.parameters')}</legend>${parameters.map((one) =>
    field(id, one, word),
  )}</fieldset>`
  const folded =
    parameters.length > 0 &&
    html`<details><summary><h4>${word('page.try')}</h4></summary>${fields}<button>${word('page.send')}</button></details>`
  return html`${sendLine(id, word)}<form class="try" id="${id}" method="get" action="${base}${entry.path}" data-path="${entry.path}">${folded}</form>`
}

export function operationArticle(entry: OperationEntry, page: DocPageContext): Markup {
  const { id, path, methods, operation } = entry
  const { word } = page
  return html`<article id="${id}" class="entry" aria-labelledby="${id}-title"><details class="operation"><summary><h3 id="${id}-title">${textAtKeyOfNode(operation, 'summary')}</h3> <span class="address">${methods.map(
    (one) => html`<span class="method ${one.toLowerCase()}">${one}</span> `,
  )}<code>${path}</code></span></summary>${englishProse(textAtKeyOfNode(operation, 'description'))}<h4>${word('page.examples')}</h4>${examplePrograms(
    `code-${id}`,
    word('page.examples'),
    exampleOf(entry, page),
  )}${tryForm(entry, page)}${parameterTables(entry, page)}${bodyTable(entry, page)}${responses(entry, page)}</details></article>`
}
