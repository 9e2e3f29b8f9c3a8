/** The args of operations, by action. */
import type { ArgSpecs } from './arg.ts'

interface Declared {
  readonly action: string
  readonly args: ArgSpecs
}

/** The args of each action of a list of operations. */
type ArgsByOperation<O extends readonly Declared[]> = {
  readonly [A in O[number]['action']]: Extract<O[number], { readonly action: A }>['args']
}

/** Returns the args of each action, with the types that the list declares. */
export function collectArgsByOperation<O extends readonly Declared[]>(operations: O): ArgsByOperation<O> {
  return Object.fromEntries(operations.map(({ action, args }) => [action, args])) as ArgsByOperation<O>
}
