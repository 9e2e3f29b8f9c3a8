/** Parses args where any fault ends the request. */
import { type Faults, faultBecause, invalidParams, missingParams, type RefusalReason } from '../problem.ts'
import { type ArgSpecs, type ArgsMode, argsIfWhole, type ParsedArgs } from './arg.ts'

/**
 * Returns the values of args, typed by their declaration. `refuses` maps args that are faults to the reason. Throws one 400
 * problem that names every fault.
 */
export function parseArgs<A extends ArgSpecs, M extends ArgsMode>(
  args: A,
  sent: Readonly<Record<string, unknown>>,
  mode: M,
  refuses: Readonly<Record<string, RefusalReason>> = {},
): ParsedArgs<A, M> {
  const read = argsIfWhole(args, sent, mode)
  const refused = Object.entries(refuses).filter(([name]) => sent[name] !== undefined)
  if ('values' in read && refused.length === 0) return read.values
  const { missing, faults } = 'values' in read ? { missing: [], faults: {} } : read
  const all: Faults = {
    ...faults,
    ...Object.fromEntries(refused.map(([name, reason]) => [name, faultBecause(reason)])),
  }
  throw missing.length > 0 ? missingParams(missing, all) : invalidParams(all)
}
