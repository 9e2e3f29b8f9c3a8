/**
 * Generates requests from the OpenAPI document: mostly valid, partly hostile, for items that earlier requests
 * created.
 */

import { hostile, long, texts, usual } from './values.ts'

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

export interface Generator {
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
