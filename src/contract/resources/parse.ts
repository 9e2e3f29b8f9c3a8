/** Parses the args of one resource's operations, typed by its declaration. */
import { readArgs } from '../arg.ts'
import { parseArgs } from '../parse-args.ts'
import {
  type CreateArgs,
  type ListArgs,
  type Named,
  type ResourceName,
  resources,
  type UpdateArgs,
} from './index.ts'

type Sent = Readonly<Record<string, unknown>>

/** Returns the args of a list. Throws one 400 problem that names every fault. */
export function parseListArgs<N extends ResourceName>(name: N, sent: Sent): ListArgs<N> {
  return parseArgs<Named<N>['listArgs'], 'query'>(resources[name].listArgs, sent, 'query')
}

/** Returns those args of a list, and those members of its args, that can be parsed. */
export function readableListArgs<N extends ResourceName>(name: N, sent: Sent): Partial<ListArgs<N>> {
  const { values, partial } = readArgs<Named<N>['listArgs'], 'query'>(resources[name].listArgs, sent, 'query')
  return { ...values, ...partial }
}

/** Returns the args of a create. Throws one 400 problem that names every fault. */
export function parseCreateArgs<N extends ResourceName>(name: N, sent: Sent): CreateArgs<N> {
  const { createArgs, refuses } = resources[name]
  return parseArgs<Named<N>['createArgs'], 'create'>(createArgs, sent, 'create', refuses)
}

/** Returns those args of a create, and those members of its args, that can be parsed. */
export function readableCreateArgs<N extends ResourceName>(name: N, sent: Sent): Partial<CreateArgs<N>> {
  const { createArgs } = resources[name]
  const { values, partial } = readArgs<Named<N>['createArgs'], 'create'>(createArgs, sent, 'create')
  return { ...values, ...partial }
}

/** Returns those args of an update that can be parsed. */
export function readableUpdateArgs<N extends ResourceName>(name: N, sent: Sent): Partial<UpdateArgs<N>> {
  return readArgs<Named<N>['updateArgs'], 'update'>(resources[name].updateArgs, sent, 'update').values
}

/**
 * Returns the args of an update; by slug, those that only the route by id has are ignored. Throws one 400 problem that names
 * every fault.
 */
export function parseUpdateArgs<N extends ResourceName>(
  name: N,
  sent: Sent,
  by: 'id' | 'slug' = 'id',
): UpdateArgs<N> {
  const { updateArgs, byId, refuses } = resources[name]
  const own = by === 'id' ? [] : Object.keys(byId)
  const known = Object.fromEntries(Object.entries(sent).filter(([key]) => !own.includes(key)))
  return parseArgs<Named<N>['updateArgs'], 'update'>(updateArgs, known, 'update', refuses)
}
