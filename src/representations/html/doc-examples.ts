/** Each operation as a program that can be run: curl, JavaScript and Python. */
import { html, type Markup } from './doc-markup.ts'

/** A request in full. */
export interface Example {
  readonly method: string
  readonly url: string
  /** The JSON body, if it has one. */
  readonly body: unknown
}

const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function curl({ method, url, body }: Example): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`
  if (body === undefined) return `curl${verb} ${shell(url)}`
  return `curl${verb} ${shell(url)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shell(JSON.stringify(body, null, 2))}`
}

function javascript({ method, url, body }: Example): string {
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(body === undefined
      ? []
      : [
          "  headers: { 'Content-Type': 'application/json' },",
          `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`,
        ]),
  ]
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`
  return `const response = await fetch(${quoted(url)}${options})\nconsole.log(response.status, await response.json())`
}

/** A JSON value as Python writes it. */
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

function python({ method, url, body }: Example): string {
  const lines = [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    ...(body === undefined ? [] : [`body = ${literal(body)}`]),
    `request = Request(${quoted(url)}, method='${method}'${
      body === undefined
        ? ''
        : ", data=json.dumps(body).encode(),\n                  headers={'Content-Type': 'application/json'}"
    })`,
    'with urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ]
  return lines.join('\n')
}

const programs = { curl, JavaScript: javascript, Python: python } as const

/** The programs of a request; the script of the page makes tabs of them. */
export function examples(id: string, label: string, example: Example): Markup {
  const each = Object.entries(programs).map(
    ([name, write]) =>
      html`<section class="program" id="${id}-${name.toLowerCase()}" aria-label="${name}"><h5>${name}</h5><pre tabindex="0"><code>${write(example)}</code></pre></section>`,
  )
  return html`<div class="programs" data-label="${label}">${each}</div>`
}
