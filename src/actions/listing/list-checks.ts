/** The checks that complete a problem with the args of a list: every reference, and conflicts between args. */
import type { ListArgs, ResourceName } from '../../contract/resources/index.ts'
import type { QueryOf, ReferenceResolver } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { runChecksAndThrowFaults, runReportingAllFaults, type ThrowingArgsCheck } from '../writing/faults.ts'
import { listQueryBuilders } from './list-query.ts'
import { argReadersByResource } from './list-reads.ts'

/** Every read of the args of a list, as checks. */
const checksOf = <N extends ResourceName>(
  name: N,
  store: ReferenceResolver,
  args: Partial<ListArgs<N>>,
  context: Context,
): readonly ThrowingArgsCheck[] => Object.values(argReadersByResource[name](store, args, context))

/** Returns the query of a list's args. Throws 400 with all faults, 401 or 403. */
export function listQueryOf<N extends ResourceName>(
  name: N,
  store: ReferenceResolver,
  args: ListArgs<N>,
  context: Context,
): Promise<QueryOf<N>> {
  return runReportingAllFaults(
    () => listQueryBuilders[name](store, args, context),
    () => checksOf(name, store, args, context),
  )
}

/** Checks the args of a list that could be parsed. Throws 400 with all faults. */
export function requireValidListArgs<N extends ResourceName>(
  name: N,
  args: Partial<ListArgs<N>>,
  context: Context,
): Promise<void> {
  return context.store.snapshot((store) => runChecksAndThrowFaults(checksOf(name, store, args, context)))
}
