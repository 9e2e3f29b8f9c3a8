/** Compares every response in the tests with the published OpenAPI document. */
import { interfaceLanguageCodes } from '../../src/words/languages.ts'
import { type Form, segment, validatorsOf } from './held-schemas.ts'
import { namespace as documented, type Operation, published } from './published.ts'

export interface Exchange {
  readonly method: string
  readonly url: string
  readonly sent: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The parsed JSON; undefined if there is none. */
  readonly body: unknown
}

interface Site {
  readonly baseUrl: string
  readonly namespace: string
}

const document = published()
const validators = { closed: validatorsOf(document, 'closed'), partial: validatorsOf(document, 'partial') }

function faultsOf(form: Form, pointer: string, value: unknown): readonly string[] {
  const validate = validators[form](pointer)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

const bases = new Map<string, string>()

/** Returns the path of the base URL, without a slash at its end. */
function baseOf(baseUrl: string): string {
  const base = bases.get(baseUrl) ?? new URL(baseUrl).pathname.replace(/\/$/, '')
  bases.set(baseUrl, base)
  return base
}

/** Returns the path below the namespace; undefined for other URLs. */
function pathOf(url: string, { baseUrl, namespace }: Site): string | undefined {
  const base = baseOf(baseUrl)
  const [address = ''] = url.split('?')
  const below = address.startsWith(base) ? address.slice(base.length) : address
  const [, first = ''] = below.split('/')
  const plain = interfaceLanguageCodes.some((one) => one === first) ? below.slice(first.length + 1) : below
  if (plain !== `/${namespace}` && !plain.startsWith(`/${namespace}/`)) return undefined
  return plain.slice(namespace.length + 1).replace(/\/$/, '') || '/'
}

const patterns = Object.keys(document.paths)
  .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')) || b.length - a.length)
  .map((path) => ({
    path,
    place: `/paths/${segment(path)}`,
    pattern: new RegExp(
      `^${path.replace(/{(?:id|delivery)}/g, '\\d{1,2000}').replace(/{(?:slug|secret|uid|user|who|domain)}/, '[^/]+')}$`,
    ),
  }))

/** The number of segments, and the first one: it is never a parameter, and no parameter has a slash. */
function shapeOf(path: string): string {
  const [, first = '', ...others] = path.split('/')
  return `${first} ${others.length}`
}

const byShape = new Map<string, typeof patterns>()
for (const one of patterns) {
  const shape = shapeOf(one.path)
  byShape.set(shape, [...(byShape.get(shape) ?? []), one])
}

/** Returns the effective method: POST may override it. */
function verbOf({ method, url, sent }: Exchange, known: object): string {
  const inQuery = () => new URLSearchParams(url.split('?')[1]).getAll('_method').at(-1)
  const override = method === 'POST' ? (sent['x-http-method-override'] ?? inQuery()) : undefined
  // HEAD is answered like GET.
  const verb = (override || (method === 'HEAD' ? 'GET' : method)).toLowerCase()
  return Object.hasOwn(known, verb) && !(override && verb === 'options') ? verb : method.toLowerCase()
}

/** Headers that do not belong to an operation. */
const generic =
  /^(content-(type|length|encoding|language|security-policy)|date|connection|keep-alive|transfer-encoding|access-control-.*|x-content-type-options|x-robots-tag|referrer-policy|x-accel-buffering|server-timing|set-cookie|warning|x-fasti-stale|preference-applied|surrogate-key|cache-tag)$/

/** Headers of lists that only JSON responses have, not calendars. */
const ofJson = ['X-Total-Count', 'X-Total-Pages', 'X-TEC-Total', 'X-TEC-TotalPages']

interface NamedHeader {
  readonly name: string
  /** As in a response: in lower case. */
  readonly key: string
  readonly isRequired: boolean
  readonly schema: string
}

const namedHeaders = new Map<string, NamedHeader>()

function namedHeader(name: string): NamedHeader {
  const found = namedHeaders.get(name) ?? {
    name,
    key: name.toLowerCase(),
    isRequired: document.components.headers[name]?.required === true,
    schema: `/components/headers/${segment(name)}/schema`,
  }
  namedHeaders.set(name, found)
  return found
}

function headerFaults(exchange: Exchange, names: readonly string[]): readonly string[] {
  const { headers } = exchange
  const isCalendar = String(headers['content-type']).startsWith('text/calendar')
  const documented = names.map(namedHeader)
  const keys = new Set(documented.map(({ key }) => key))
  const unknown = Object.keys(headers).filter((key) => !keys.has(key) && !generic.test(key))
  const faults = documented.flatMap(({ name, key, isRequired, schema }) => {
    const value = headers[key]
    if (value === undefined)
      return isRequired && !(isCalendar && ofJson.includes(name)) ? [`header ${name} is missing`] : []
    const read = /^\d+$/.test(String(value)) ? Number(value) : value
    return faultsOf('closed', schema, read).map((fault) => `${name}: ${fault}`)
  })
  return [...unknown.map((name) => `header ${name} is not documented`), ...faults]
}

/** Returns the values sent with a name, with or without list brackets. */
function textsOf(url: string, name: string): readonly string[] {
  const query = url.split('?')[1]
  // Most have neither, and no name in another notation.
  if (query === undefined || !(query.includes(name) || query.includes('%'))) return []
  const sent = [...new URLSearchParams(query)]
  return sent.flatMap(([key, value]) => (key.replace(/(\[\d{0,3}\])+$/, '') === name ? [value] : []))
}

function bodyFaults(exchange: Exchange, at: string, body: unknown): readonly string[] {
  const isPartial = textsOf(exchange.url, '_fields').join('') !== ''
  return faultsOf(isPartial ? 'partial' : 'closed', `${at}/content/application~1json/schema`, body)
}

/** Whether the request asks for an envelope. */
function enveloped(url: string): boolean {
  const word = textsOf(url, '_envelope').at(-1)
  return word !== undefined && !['0', 'false', 'no', 'off'].includes(word.trim().toLowerCase())
}

/** Returns the response in the envelope, or the response itself. */
function unwrapped(exchange: Exchange): Exchange {
  if (!enveloped(exchange.url) || exchange.status !== 200 || exchange.body === undefined) return exchange
  const { status, body } = exchange.body as { status: number; body: unknown }
  return { ...exchange, status, body }
}

/** Returns the body without `dry_run`, which any write may add. */
function unmarked(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('dry_run' in body) || 'created' in body) return body
  const { dry_run: _, ...rest } = body
  return rest
}

function operationFaults(exchange: Exchange, operation: Operation, place: string): readonly string[] {
  const { status, headers, body } = exchange
  // Without a body, the content of the envelope is unknown.
  if (exchange.method === 'HEAD' && enveloped(exchange.url)) return []
  const envelope =
    enveloped(exchange.url) && status === 200 ? (body as { status: number; body: unknown }) : undefined
  const shown = String(envelope?.status ?? status)
  const own = operation.responses[shown]
  if (own === undefined) return [`status ${shown} is not documented`]
  const at = own.$ref?.slice(1) ?? `${place}/responses/${shown}`
  const response =
    own.$ref === undefined ? own : document.components.responses[own.$ref.split('/').at(-1) ?? '']
  const names = Object.keys(response?.headers ?? {})
  const type = String(headers['content-type']).split(';')[0] ?? ''
  // The report of an import is sent before the import has ended: it has no ETag and no revision.
  const isReport = type === 'application/x-ndjson'
  const inHeaders = envelope === undefined && !isReport ? headerFaults(exchange, names) : []
  if (exchange.method === 'HEAD' || status === 304) return inHeaders
  if (response?.content?.[type] === undefined) return [...inHeaders, `the type ${type} is not documented`]
  if (type !== 'application/json' || body === undefined) return inHeaders
  return [...inHeaders, ...bodyFaults(exchange, at, unmarked(envelope?.body ?? body))]
}

function problemFaults({ status, body }: Exchange, expected: readonly number[]): readonly string[] {
  if (!expected.includes(status)) return [`status ${status} at an address or method that is not documented`]
  return body === undefined ? [] : faultsOf('closed', '/components/schemas/Problem', body)
}

/** Returns the operation of an exchange in the document, and its JSON pointer. */
function operationOf(exchange: Exchange, path: string) {
  const found = byShape.get(shapeOf(path))?.find(({ pattern }) => pattern.test(path))
  const known = document.paths[found?.path ?? ''] ?? {}
  const verb = verbOf(exchange, known)
  const operation = known[verb]
  return { path: found?.path, operation, place: `${found?.place ?? '/paths/'}/${verb}` }
}

/** Throws if the response does not match the document. The message has the operation, the status and the faults. */
export function hold(exchange: Exchange, site: Site): void {
  const below = pathOf(exchange.url, site)
  if (below === undefined) return
  const { path, operation, place } = operationOf(exchange, below)
  // Without a body, the problem in the envelope is unknown.
  if (operation === undefined && exchange.method === 'HEAD' && enveloped(exchange.url)) return
  const missing = path === undefined ? [404, 414, 503, 429, 401, 403] : [404, 405]
  const faults =
    operation === undefined
      ? problemFaults(unwrapped(exchange), missing)
      : operationFaults(exchange, operation, place)
  if (faults.length === 0) return
  const name = operation?.operationId ?? 'no operation'
  throw new Error(
    `${exchange.method} ${exchange.url} (${name}) answered ${exchange.status}, not as ${documented}/doc says:\n  ${faults.slice(0, 10).join('\n  ')}`,
  )
}
