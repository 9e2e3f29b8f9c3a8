/** The route index at `/` (contract §7): every route with its operations and args. */
import type { Moment } from '../domain/time/moment.ts'
import { type Arg, type ArgSpecs, asOptionalArg, defaultShownInIndex, isUsuallyRequired } from './arg.ts'
import {
  isUpdateAction,
  type NamedOperation,
  type Operation,
  type RouteWithOperations,
} from './operations.ts'
import { resourceNamed } from './resources/index.ts'

/** Describes an arg of an operation, or the operation itself if `arg` is omitted. */
export type DescribeOperationOrArg = (operation: NamedOperation, arg?: string) => string

export interface IndexContext {
  readonly namespace: string
  /** The URL of the root, without a trailing slash. */
  readonly root: string
  readonly moment: Moment
  readonly describe: DescribeOperationOrArg
}

const patterns: Readonly<Record<string, string>> = {
  '{id}': '(?P<id>\\d+)',
  '{slug}': '(?P<slug>[^/]+)',
  '{uid}': '(?P<uid>[^/]+)',
  '{secret}': '(?P<secret>[^/]+)',
  '{delivery}': '(?P<delivery>\\d+)',
  '{domain}': '(?P<domain>[^/]+)',
}

/** Returns the pattern of a route, as used for keys in the index. */
export function routeIndexKey(path: string, namespace: string): string {
  return `/${namespace}${path.replace(/\{\w+\}/g, (part) => patterns[part] ?? part)}`
}

function shownArg(arg: Arg, description: string, moment: Moment): object {
  const fallback = defaultShownInIndex(arg, moment)
  const { shown, choices } = arg.kind
  return {
    ...(fallback !== undefined && { default: fallback }),
    description,
    ...(shown !== undefined && { type: shown }),
    ...(shown === 'array' && { items: { type: 'integer' } }),
    ...(shown === 'number' && { format: 'double' }),
    required: isUsuallyRequired(arg),
    ...(choices !== undefined && { enum: choices }),
  }
}

/** Returns the args of an operation as the index lists them: path args, which are required, merged with the other args. */
export function indexedArgsOfOperation(operation: Operation): ArgSpecs {
  const { address, args, action, by, resource } = operation
  if (!isUpdateAction(action)) return { ...address, ...args }
  const changes = Object.entries(args).map(([name, arg]) => [name, asOptionalArg(arg)])
  const optional: ArgSpecs = Object.fromEntries(changes)
  // Events declare `slug` as a field, so it overrides the path arg. For venues and organizers the path arg wins.
  const slugIsOwn =
    by === 'slug' && resource !== undefined && resourceNamed(resource).fields.slug?.extension === false
  return slugIsOwn ? { ...address, ...optional } : { ...optional, ...address }
}

function endpoint(operation: Operation, { moment, describe }: IndexContext): object {
  const args = Object.entries(indexedArgsOfOperation(operation)).map(([name, arg]) => [
    name,
    shownArg(arg, describe(operation, name), moment),
  ])
  return { methods: operation.methods, args: Object.fromEntries(args) }
}

export function routeIndexEntry({ path, operations }: RouteWithOperations, context: IndexContext): object {
  const { namespace, root } = context
  const href = `${root}${/\{/.test(path) ? routeIndexKey(path, namespace) : `/${namespace}${path}`}`
  return {
    namespace,
    methods: [...new Set(operations.flatMap(({ methods }) => methods))],
    endpoints: operations.map((operation) => endpoint(operation, context)),
    _links: { self: [{ href }] },
  }
}

export function routeIndexDocument(routes: readonly RouteWithOperations[], context: IndexContext): object {
  const { namespace, root } = context
  return {
    namespace,
    routes: Object.fromEntries(
      routes.map((route) => [routeIndexKey(route.path, namespace), routeIndexEntry(route, context)]),
    ),
    _links: { up: [{ href: `${root}/` }] },
  }
}
