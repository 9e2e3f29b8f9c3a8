/** Dear requests. */

import { type IncomingMessage, request as send } from 'node:http'
import { EVENT_STREAM_TYPE } from '../../src/contract/operations/other-programs.ts'
import { type Document, generator, type Request } from '../fuzz/run.ts'

// Texts and bodies that are dear to walk where a function is worse than linear: each shape in any length.

/** A shape: name → a text of about that many UTF-16 units. */
const textShapes: Readonly<Record<string, (length: number) => string>> = {
  // Marks of two classes, in the wrong order: normalisation sorts them.
  'repeated marks': (length) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`,
  'a long run': (length) => 'a'.repeat(length),
  'a run of spaces': (length) => `a${' '.repeat(length)}b`,
  'many parts': (length) => 'a, '.repeat(length / 3),
  'many hyphens': (length) => 'a-'.repeat(length / 2),
  'open brackets': (length) => '[(<{'.repeat(length / 4),
  'nested elements': (length) => '<b>'.repeat(length / 3),
  'open comments': (length) => '<!--'.repeat(length / 4),
  'character references': (length) => '&#x301;'.repeat(length / 7),
  addresses: (length) => 'a@'.repeat(length / 4) + 'https://a.'.repeat(length / 20),
}

const EXACT = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

const MULTIPART = 'multipart/form-data; boundary=part'
/** The most parts that a body may have. */
const MAX_PARTS = 2000

const multipart = (parts: readonly string[], name: string) => ({
  type: MULTIPART,
  body: `${parts.map((text) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`).join('')}--part--\r\n`,
})

/** Whole bodies, each with its media type, of about that many bytes. */
const bodyShapes: Readonly<Record<string, (length: number) => { type: string; body: string }>> = {
  'nested lists': (length) => ({ type: EXACT, body: '['.repeat(length / 2) + ']'.repeat(length / 2) }),
  'nested objects': (length) => ({
    type: EXACT,
    body: `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  }),
  'many fields': (length) => ({
    type: EXACT,
    body: `{${Array.from({ length: length / 12 }, (_, nth) => `"f${nth}":1`).join()}}`,
  }),
  'many form fields': (length) => ({ type: FORM, body: 'a=1&b[]=2&'.repeat(length / 10) }),
  'nested form fields': (length) => ({ type: FORM, body: `a${'[a]'.repeat(length / 3)}=1` }),
  'many parts': (length) =>
    multipart(
      Array.from({ length: MAX_PARTS }, () => 'a'.repeat(length / MAX_PARTS)),
      'venue[venue]',
    ),
  'a long part': (length) => multipart([textShapes['repeated marks']?.(length / 2) ?? ''], 'description'),
}

/** Bytes and units of what is sent: below and near the limits of bodies, and of texts. */
const sizes = [16_000, 256_000, 1_000_000] as const
/** Bytes of whole bodies: those with a picture may be larger. */
const bodySizes = [...sizes, 5_000_000] as const

/** Units of a text in a query: a URL is limited to a few kilobytes, and a mark takes six of them. */
const IN_QUERY = 1200

// Searches for expensive requests: generated from the document, then varied repeatedly, starting from the most
// expensive.

/** A route and the requests it takes. */
export interface Route {
  /** Method and path as declared. */
  readonly name: string
  readonly isPage: boolean
  /** The document with this route only. */
  readonly document: Document
  /** The names of its query args, and of the fields of its body. */
  readonly args: readonly string[]
  readonly fields: readonly string[]
}

/** Values of args that are known to be expensive. */
const expensiveValues: Readonly<Record<string, readonly string[]>> = {
  per_page: ['50', '100'],
  page: ['1', '2', '1000'],
  search: ['e', 'a e', 'the a', 'concert 1', 'zzzzqqqq', '1 2 3 4', 'e'.repeat(200)],
  start_date: ['1000-01-01', '2027-01-01'],
  end_date: ['9999-12-31', '2028-01-01'],
  starts_before: ['9999-12-31'],
  ends_after: ['1000-01-01'],
  from: ['2020-01-01', '2027-01-01'],
  categories: ['1', '1,2,3,4,5,6,7,8,9,10'],
  tags: ['1', '1,2,3,4,5,6,7,8,9,10'],
  venue: ['1', '1,2,3'],
  organizer: ['1', '1,2,3'],
  geoloc_lat: ['45'],
  geoloc_lng: ['7'],
  geoloc_distance: ['20000'],
  geoloc: ['1'],
  group: ['1', 'g2', '1,2,3,4,5', '0'],
  awaits_main: ['true', 'false'],
  in_main: ['true', 'false'],
  lang: ['fr', 'it'],
  fallback: ['none'],
  available_in: ['fr', 'it,fr'],
  translations: ['all'],
}

/** The measured methods. HEAD and OPTIONS do no more work than these. */
const measuredMethods = ['get', 'post', 'put', 'patch', 'delete']

/** Returns every route of a document, each with its own document. */
export function routesOf(document: Document, isPage: boolean): readonly Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => measuredMethods.includes(method))
      .map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        isPage,
        document: { ...document, paths: { [path]: { [method]: operation } } },
        args: argsOf(document, operation.parameters ?? []),
        fields: fieldNamesOf(document, operation),
      })),
  )
}

type Parameters = NonNullable<Document['paths'][string][string]['parameters']>

function argsOf(document: Document, parameters: Parameters): readonly string[] {
  const meant = parameters.map((one) => {
    const name = one.$ref?.split('/').at(-1)
    const shared = (document as { components?: { parameters?: Record<string, Parameters[number]> } })
      .components
    return name === undefined ? one : (shared?.parameters?.[name] ?? one)
  })
  return meant.filter((one) => one.in === 'query').map(({ name }) => name)
}

type Operation = Document['paths'][string][string]

/** The names of the fields of a JSON body. */
function fieldNamesOf(document: Document, { requestBody }: Operation): readonly string[] {
  const schema = (requestBody?.content[EXACT] ?? requestBody?.content[FORM])?.schema
  const name = schema?.$ref?.split('/').at(-1)
  const shared = (document as { components?: { schemas?: Record<string, typeof schema> } }).components
  return Object.keys((name === undefined ? schema : shared?.schemas?.[name])?.properties ?? {})
}

/** Generates requests of one route. */
export interface RequestGenerator {
  /** Returns a new request. */
  fresh(): Request
  /** Returns a slight variation of a request. */
  changed(request: Request): Request
  /** Returns the requests of a route with a body in which each text in turn has each hostile shape, and whole bodies of such shapes. */
  shaped(): readonly Request[]
}

/** The body of a request with all fields, as its fields; undefined without one. */
function fieldsOf({ body }: Request): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = JSON.parse(body ?? '')
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}

/** Requests with the path of this one: each named field in turn has each shape, and then whole bodies have. */
function shapedLike(request: Request, names: readonly string[], isForm: boolean): readonly Request[] {
  const kept = fieldsOf(request) ?? {}
  const sent = (type: string, body: string): Request => ({
    ...request,
    headers: { 'content-type': type },
    body,
  })
  const texts = Object.values(textShapes).flatMap((shape) =>
    sizes.flatMap((size) =>
      names.map((name) =>
        isForm
          ? sent(FORM, new URLSearchParams([[name, shape(size / 8)]]).toString())
          : sent(EXACT, JSON.stringify({ ...kept, [name]: shape(size) })),
      ),
    ),
  )
  const bodies = Object.values(bodyShapes).flatMap((shape) =>
    bodySizes.map((size) => {
      const { type, body } = shape(size)
      return sent(type, body)
    }),
  )
  return [...texts, ...bodies]
}

/** Returns a generator of requests of a route. `items` exist in the calendar. */
export function requestGenerator(
  { document, args, fields, isPage }: Route,
  items: readonly (readonly [collection: string, id: number, slug: string])[],
  random: () => number,
): RequestGenerator {
  const generated = generator(document, random)
  for (const item of items) generated.remember(...item)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const known = args.flatMap((name) => (expensiveValues[name] ?? []).map((value) => [name, value] as const))
  const with_ = (request: Request, change: (query: URLSearchParams) => void): Request => {
    const [path = '', text = ''] = request.url.split('?')
    const query = new URLSearchParams(text)
    change(query)
    const sent = query.toString()
    return { ...request, url: sent === '' ? path : `${path}?${sent}` }
  }
  const shapes = Object.values(textShapes)
  const changed = (request: Request) =>
    with_(request, (query) => {
      const [arg, shape] = [pick(args), pick(shapes)]
      if (arg !== undefined && shape !== undefined && random() < 0.15) return query.set(arg, shape(IN_QUERY))
      const [name, value] = pick(known) ?? ['x', String(Math.floor(random() * 1e6))]
      if (random() < 0.7) return query.set(name, value)
      const gone = pick([...query.keys()])
      if (gone !== undefined) query.delete(gone)
      // A new value of this ignored arg avoids the response cache.
      query.set('x', String(Math.floor(random() * 1e6)))
    })
  return {
    fresh() {
      const request = generated.next()
      // Refused requests are cheap, so half of the requests have known args only.
      if (random() < 0.5) return request
      const bare = { ...request, url: request.url.split('?')[0] ?? '', headers: {} }
      return changed(changed(changed(bare)))
    },
    changed,
    shaped() {
      // A query may turn the method into another one.
      const request = generated.next()
      return shapedLike({ ...request, url: request.url.split('?')[0] ?? '' }, fields, isPage)
    },
  }
}

// Sends one request, as a client that waits for the whole response or disconnects early.

/** Milliseconds after which a request is aborted; its cost until then counts. */
export const PATIENCE = 30_000

/** The service that gets the requests. */
export interface MeasuredService {
  readonly origin: string
  readonly pid: number
}

/** Whether a response is endless: a stream of Server-Sent Events ends when the client disconnects. */
const isEndless = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith(EVENT_STREAM_TYPE) === true

let clients = 0

/** An address of this machine that no other request has: limits for one address would answer in place of what is measured. */
export function addressOf(): string {
  clients += 1
  return `127.${100 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}`
}

/**
 * Sends a request, by default from an address of its own. With `isHungUp`, or if the response is endless, it disconnects at the
 * first bytes of the response. Returns the status; 0 without a response.
 */
export function sendOnce(
  { origin }: MeasuredService,
  { method, url, headers, body }: Request,
  isHungUp: boolean,
  localAddress = addressOf(),
) {
  return new Promise<number>((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE)
    const sent = send(
      `${origin}${url}`,
      { method, headers, agent: false, signal, localAddress },
      (response) => {
        const status = response.statusCode ?? 0
        if (isHungUp || isEndless(response)) response.once('data', () => response.destroy())
        response.on('close', () => resolve(status)).on('error', () => resolve(status))
        response.resume()
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
