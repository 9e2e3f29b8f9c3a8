/** The document at `/` (contract §7): every route with its operations and args. */
import type { Moment } from '../domain/moment.ts'
import { type Arg, type Args, listedDefault } from './arg.ts'
import type { Operation } from './operations.ts'
import { resourceNamed } from './resources/index.ts'
import type { Route } from './routes.ts'

/** The words for an arg of an operation, or, without one, for what the operation does. */
export type Describe = (operation: Operation, arg?: string) => string

export interface IndexContext {
  readonly namespace: string
  /** The root's address, without a trailing slash. */
  readonly root: string
  readonly moment: Moment
  readonly describe: Describe
}

const patterns: Readonly<Record<string, string>> = {
  '{id}': '(?P<id>\\d+)',
  '{slug}': '(?P<slug>[^/]+)',
  '{secret}': '(?P<secret>[^/]+)',
}

/** The pattern of a route, as the index keys it. */
export function patternOf(path: string, namespace: string): string {
  return `/${namespace}${path.replace(/\{\w+\}/g, (part) => patterns[part] ?? part)}`
}

function shownArg(arg: Arg, description: string, moment: Moment): object {
  const fallback = listedDefault(arg, moment)
  const { shown, choices } = arg.kind
  return {
    ...(fallback !== undefined && { default: fallback }),
    description,
    ...(shown !== undefined && { type: shown }),
    ...(shown === 'array' && { items: { type: 'integer' } }),
    ...(shown === 'number' && { format: 'double' }),
    required: arg.presence === 'required',
    ...(choices !== undefined && { enum: choices }),
  }
}

/** The args of an operation as the index lists them: the path's and the others merged, the path's required. */
export function indexedArgs(operation: Operation): Args {
  const { address, args, action, by, resource } = operation
  if (action !== 'update') return { ...address, ...args }
  const changes = Object.entries(args).map(([name, arg]) => [
    name,
    arg.presence === 'required' ? { ...arg, presence: 'optional' as const } : arg,
  ])
  const optional: Args = Object.fromEntries(changes)
  // An event's slug is declared as a field of its own; a venue's or organizer's is the path's.
  const slugIsOwn =
    by === 'slug' && resource !== undefined && resourceNamed(resource).fields.slug?.extension === false
  return slugIsOwn ? { ...address, ...optional } : { ...optional, ...address }
}

function endpoint(operation: Operation, { moment, describe }: IndexContext): object {
  const args = Object.entries(indexedArgs(operation)).map(([name, arg]) => [
    name,
    shownArg(arg, describe(operation, name), moment),
  ])
  return { methods: operation.methods, args: Object.fromEntries(args) }
}

/** The entry of one route. */
export function routeEntry({ path, operations }: Route, context: IndexContext): object {
  const { namespace, root } = context
  const href = `${root}${/\{/.test(path) ? patternOf(path, namespace) : `/${namespace}${path}`}`
  return {
    namespace,
    methods: [...new Set(operations.flatMap(({ methods }) => methods))],
    endpoints: operations.map((operation) => endpoint(operation, context)),
    _links: { self: [{ href }] },
  }
}

/** The whole index. */
export function routeIndex(routes: readonly Route[], context: IndexContext): object {
  const { namespace, root } = context
  return {
    namespace,
    routes: Object.fromEntries(
      routes.map((route) => [patternOf(route.path, namespace), routeEntry(route, context)]),
    ),
    _links: { up: [{ href: `${root}/` }] },
  }
}
