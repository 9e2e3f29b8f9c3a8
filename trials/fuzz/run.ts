/** Sends generated requests to a service and checks every response against the document. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { hold } from '../../test/support/held.ts'

// The values that are sent: valid and hostile.

/** Longer than most fields allow. */
const long = 'ä'.repeat(3000)
/** Hostile values. */
const hostile: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'NaN',
    '0x10',
    '9007199254740993',
    '99999999999999999999',
    '1.5',
    'null',
    'true',
    '[]',
    '{}',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\u202eabc',
    'é',
    '日本語',
    '🎉',
    '%00',
    '%zz',
    '../../etc/passwd',
    "' or 1=1 --",
    '"; drop table events; --',
  ],
  ...[
    '<script>alert(1)</script>',
    '<b>',
    '&lt;',
    '#{7*7}',
    '__proto__',
    'constructor',
    'a\r\nX-Injected: 1',
    long,
    '%',
    '_',
    '*',
    '"',
    '\\',
  ],
  ...[
    '2027-02-30',
    '0000-00-00',
    '9999-12-31 23:59:59',
    '1000-01-01',
    '+99999999 years',
    'tomorrow 25:00',
    '2027-05-04T18:00:00+99:99',
    '@99999999999',
  ],
  ...[
    'UTC+15',
    'Europe/Nowhere',
    'javascript:x',
    'http://[::1',
    'mailto:',
    'a@b',
    '-5',
    '$',
    '1,2,,3',
    '1,a',
    ',',
  ],
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    [{}],
    { id: 1 },
    { id: -1 },
    { a: { b: { c: [] } } },
    Array(600).fill(1),
  ],
]
/** Valid texts. */
const texts = [
  'A',
  'Market day',
  'free',
  '$10 - 20',
  '2027-05-04 18:00:00',
  '2027-05-04 20:00:00',
  'Europe/Rome',
  'tomorrow',
  'publish',
  'https://a.example/',
  'Jazz',
  'x y',
]

/** Usual values of fields. */
const usual: Readonly<Record<string, unknown>> = {
  // Nothing listens here: a calendar subscription reads its address.
  address: 'http://127.0.0.1:9/',
  start_date: '2027-05-04 18:00:00',
  end_date: '2027-05-04 20:00:00',
  timezone: 'Europe/Rome',
  website: 'https://a.example/',
  image: '',
  date: '2026-01-02 03:04:05',
  date_utc: '',
  email: 'a@b.example',
  status: 'publish',
  author: 0,
  parent: 0,
  post_parent: 0,
  venue: { venue: 'Hall' },
  organizer: [{ organizer: 'Club' }],
  categories: ['Music'],
  tags: ['Live'],
  // Made before the first request.
  group: 'trial',
  color: '#1f6f8b',
  lang: 'de',
  language: 'en',
  available_in: 'de,fr',
  fallback: 'none',
  translations: { de: { title: 'Markt', description: '<p>Am Fluss</p>' }, fr: null },
  _envelope: '1',
  _fields: 'id,total',
}

// Generates requests from the OpenAPI document: mostly valid, partly hostile, for items that earlier requests
// created.

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Request {
  readonly method: string
  /** Below the namespace, with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Returns a generator of numbers below 1; the same seed gives the same numbers. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The relative frequency of each method: those that change the most are the most frequent. */
const shares: Readonly<Record<string, number>> = { post: 8, put: 3, patch: 3, delete: 2, get: 3 }

interface Generator {
  /** Records an item that was created. */
  remember(collection: string, id: number, slug: string): void
  next(): Request
}

/** Returns an endless generator of requests. */
export function generator(document: Document, random: () => number): Generator {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Array.from({ length: shares[method] ?? 1 }, () => ({ path, method, operation })),
    ),
  )
  const known = new Map<string, { id: number; slug: string }[]>()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  let strangeness = 0
  /** Resolves a reference within the document. */
  const meant = <T extends { readonly $ref?: string }>(one: T): T =>
    one.$ref === undefined
      ? one
      : (one.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, name) => Object(at)[name], document) as T)
  const value = (sent: Schema = {}): unknown => {
    if (random() < strangeness) return pick(hostile)
    const schema = meant(sent)
    const { enum: words, oneOf, anyOf, items, properties } = schema
    if (words !== undefined) return pick(words)
    const some = oneOf ?? anyOf
    if (some !== undefined) return value(pick(some))
    const type =
      typeof schema.type === 'string' ? schema.type : pick(schema.type ?? ['string', 'integer', 'boolean'])
    if (type === 'integer') return Math.floor(random() * 12)
    if (type === 'number') return random() * 100
    if (type === 'boolean') return random() < 0.5
    if (type === 'array') return Array.from({ length: Math.floor(random() * 3) }, () => value(items))
    if (type === 'object') return object(properties ?? {}, schema.required ?? [], 0.3)
    if (type === 'null') return null
    return random() < 0.5 ? pick(texts) : `${pick(texts)} ${Math.floor(random() * 1000)}`
  }
  const usualOr = (name: string, schema: Schema) => {
    const isUsual = name in usual && random() > strangeness
    // `venue` is an object for an event, and a name for a venue.
    const isName = schema.type === 'string' && typeof usual[name] === 'object'
    return isUsual && !isName ? usual[name] : value(schema)
  }
  const object = (
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[],
    part: number,
  ): object =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => random() < (required.includes(name) ? 0.97 : part))
        .map(([name, schema]) => [name, usualOr(name, schema)]),
    )
  const asText = (one: unknown) =>
    (typeof one === 'object' ? JSON.stringify(one) : String(one)).slice(0, 3000)
  const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())
  const addressed = (path: string) => {
    const item = pick(known.get(path.split('/')[1] ?? '') ?? [{ id: 1, slug: 'a' }])
    const isStrange = random() < 0.05
    return path.replace(
      /\{(\w+)\}/g,
      (_, name) =>
        encoded(isStrange ? asText(pick(hostile)) : String(name === 'id' ? item.id : item.slug)) || 'x',
    )
  }
  const queryOf = (parameters: readonly Parameter[]) => {
    const sent = parameters.map(meant).filter((one) => one.in === 'query' && random() < 0.2)
    const pairs = sent.map(
      ({ name, schema }) => `${encoded(name)}=${encoded(asText(usualOr(name, schema ?? {})))}`,
    )
    if (random() < 0.03)
      pairs.push(
        pick(['_fields=id,events.id', '_envelope=1', '_method=DELETE', 'a[b][c]=1', '&&==', 'force=true']),
      )
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  }
  const bodyOf = ({ requestBody }: Operation) => {
    const sent = requestBody?.content['application/json']?.schema
    if (sent === undefined) return undefined
    const schema = meant(sent)
    if (random() < 0.03) return pick(['{', '[]', '"x"', 'null', '', '{"a":1}{}', '\u0000'])
    return JSON.stringify(object(schema.properties ?? {}, schema.required ?? [], 0.25))
  }
  return {
    remember(collection, id, slug) {
      known.set(collection, [...(known.get(collection) ?? []).slice(-30), { id, slug }])
    },
    next() {
      const { path, method, operation } = pick(operations)
      strangeness = pick([0, 0.05, 0.4])
      const body = bodyOf(operation)
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(random() < 0.05 && { 'if-match': pick(['"v1-x"', '*', 'x', '"v2-"']) }),
        ...(random() < 0.05 && {
          'idempotency-key': pick(['a', 'b', long.slice(0, 300), '']).replaceAll('ä', 'a'),
        }),
        ...(random() < 0.05 && {
          accept: pick(['text/html', 'application/json;q=0', '*/*', 'x', 'text/calendar']),
        }),
        ...(random() < 0.05 && { 'accept-encoding': pick(['br', 'gzip', 'identity;q=0', 'x']) }),
      }
      return {
        method: method.toUpperCase(),
        url: `${addressed(path)}${queryOf(operation.parameters ?? [])}`,
        headers,
        body,
      }
    },
  }
}

interface Outcome {
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  /** The kinds of faults, each with its first request. */
  readonly faults: ReadonlyMap<string, string>
  /** Bytes of heap after a tenth of the requests, and at the end. */
  readonly heap: readonly [number, number]
}

const settled = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const unpacked: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** Returns the decompressed JSON of a response; undefined if there is none. */
function read({ headers, rawPayload }: LightMyRequestResponse) {
  if (rawPayload.length === 0 || !String(headers['content-type']).startsWith('application/json'))
    return undefined
  const unpack = unpacked[String(headers['content-encoding'])] ?? ((bytes: Buffer) => bytes)
  return JSON.parse(unpack(rawPayload).toString())
}

const shown = ({ method, url, headers, body }: Request) =>
  `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 500) ?? ''}`

/** The method to send: a stream has no end, so only its headers are read. */
const methodOf = ({ method, url }: { readonly method: string; readonly url: string }) =>
  method === 'GET' && url.startsWith('/changes/stream') ? 'HEAD' : method

/**
 * Sends that many requests, generated from a seed. The same seed gives the same requests as long as the responses
 * are the same.
 */
export async function fuzz(
  env: Readonly<Record<string, string>>,
  requests: number,
  seed: number,
): Promise<Outcome> {
  const config = readConfig({
    FASTI_LOG_LEVEL: 'silent',
    FASTI_LANGUAGE: 'en',
    FASTI_CONTENT_LANGUAGES: 'en,de,fr',
    ...env,
  })
  const { app, close } = await createService(config)
  const base = `/${config.namespace}`
  const document: Document = (await app.inject(`${base}/doc`)).json()
  const { next, remember } = generator(document, randomOf(seed))
  const [statuses, faults]: [Record<string, number>, Map<string, string>] = [{}, new Map()]
  // Events are put into groups from the beginning.
  for (const [name, main] of [
    ['Trial', 'review'],
    ['Other', 'all'],
  ])
    remember(
      'groups',
      (await app.inject({ method: 'POST', url: `${base}/groups`, payload: { name, main } })).json().id,
      String(name).toLowerCase(),
    )
  let early = 0
  for (let count = 0; count < requests; count++) {
    const request = next()
    const { headers, body } = request
    const method = methodOf(request)
    const url = `${base}${request.url}`
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body !== undefined && { payload: body }),
    })
    const status = response.statusCode
    statuses[status] = (statuses[status] ?? 0) + 1
    const got = read(response)
    if (status >= 500) faults.set(`${status} ${method} ${got?.code}`, shown(request))
    try {
      hold({ method, url, sent: headers, status, headers: response.headers, body: got }, config)
    } catch (error) {
      const words = String(error instanceof Error ? error.message : error)
        .replace(/^\S+ \S+/, method)
        .slice(0, 250)
      if (!faults.has(words)) faults.set(words, shown(request))
    }
    if (status === 201 && typeof got?.id === 'number')
      remember(request.url.split(/[/?]/)[1] ?? '', got.id, got.slug ?? '')
    if (count === Math.floor(requests / 10)) early = settled()
  }
  const late = settled()
  await close()
  if (config.databaseUrl !== 'sqlite::memory:')
    for (const fault of await databaseAndImageFaults(config))
      faults.set(`fasti check: ${fault}`, `seed ${seed}`)
  return { requests, statuses, faults, heap: [early, late] }
}
