/** Example programs for operations, in curl, JavaScript and Python. */
import { html, type Markup } from './markup.ts'

/** An example request. */
export interface ExampleRequest {
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

const typeOf = ({ body, file }: ExampleRequest): readonly Header[] => {
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
    ...typeOf(example).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
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
    ...typeOf(example).map(([name, value]) => `'${name}': '${value}'`),
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
    ...typeOf(example).map(([name, value]) => `'${name}': '${value}'`),
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
export function examplePrograms(id: string, label: string, example: ExampleRequest): Markup {
  const each = Object.entries(programs).map(
    ([name, write]) =>
      html`<section class="program" id="${id}-${name.toLowerCase()}" aria-label="${name}"><h5>${name}</h5><pre tabindex="0"><code>${write(example)}</code></pre></section>`,
  )
  return html`<div class="programs" data-label="${label}">${each}</div>`
}
