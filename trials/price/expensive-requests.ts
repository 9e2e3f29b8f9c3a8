/**
 * Searches for expensive requests: generated from the document, then varied repeatedly, starting from the most
 * expensive.
 */
import { type Document, generator, type Request } from '../fuzz/generate.ts'
import { bodyShapes, bodySizes, EXACT, FORM, IN_QUERY, sizes, textShapes } from './hostile-shapes.ts'

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
