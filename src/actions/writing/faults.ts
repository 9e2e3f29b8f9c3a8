/**
 * Reports all faults of a request in one response (contract §6): syntax, conflicts between args, and unknown links.
 */
import { type Faults, invalidParams, mergeIntoOneReason, missingParams, Problem } from '../../problem.ts'

/** Throws a problem if what it checks is not valid. */
export type ThrowingArgsCheck = () => unknown

/** A fault of an arg is meaningless if one of the args listed with it could not be parsed. */
const between: Readonly<Record<string, readonly string[]>> = {
  orderby: ['geoloc_lat', 'geoloc_lng'],
  geoloc_lat: ['geoloc_lng'],
  geoloc_lng: ['geoloc_lat'],
  start_date: ['end_date', 'timezone', 'all_day', 'no_end_time'],
  end_date: ['start_date', 'timezone', 'all_day', 'no_end_time'],
  no_end_time: ['start_date', 'end_date', 'all_day'],
  date: ['date_utc'],
  date_utc: ['date'],
}

/** Lists of links: a fault of one member leaves the faults of the others meaningful. */
const lists = ['venue', 'organizer', 'categories', 'tags']

/**
 * Returns the faults of args that the checks find. Other problems are ignored here, since the action itself throws
 * them; errors are rethrown.
 */
export async function faultsFoundBy(checks: readonly ThrowingArgsCheck[]): Promise<Faults> {
  const faults: Record<string, Faults[string]> = {}
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'rest_invalid_param') Object.assign(faults, error.data.details)
    }
  }
  return faults
}

/** Throws one problem with all faults that the checks find. */
export async function runChecksAndThrowFaults(checks: readonly ThrowingArgsCheck[]): Promise<void> {
  const faults = await faultsFoundBy(checks)
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
}

/** Two faults of the same arg as one. */
const joined = (one: Faults[string], other: Faults[string]): Faults[string] => ({
  ...one,
  ...mergeIntoOneReason([one, other]),
})

/** Returns the problem with the other faults added. */
function completed({ code, data }: Problem, found: Faults): Problem {
  const missing = code === 'rest_missing_callback_param' ? [data.params].flat().map(String) : []
  const own: Faults = Object(missing.length > 0 ? data.invalid : data.details)
  const unread = new Set([...missing, ...Object.keys(own)])
  const others = Object.entries(found).flatMap(([name, fault]): [string, Faults[string]][] => {
    if (between[name]?.some((one) => unread.has(one))) return []
    const before = own[name]
    if (before !== undefined && lists.includes(name)) return [[name, joined(before, fault)]]
    return unread.has(name) ? [] : [[name, fault]]
  })
  const all = { ...own, ...Object.fromEntries(others) }
  return missing.length > 0 ? missingParams(missing, all) : invalidParams(all)
}

/** Runs `act`. If it throws a fault of args, adds every other fault that `checks` find. */
export async function runReportingAllFaults<T>(
  act: () => Promise<T>,
  checks: () => readonly ThrowingArgsCheck[],
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const codes = ['rest_invalid_param', 'rest_missing_callback_param']
    if (!(error instanceof Problem) || !codes.includes(error.code)) throw error
    throw completed(error, await faultsFoundBy(checks()))
  }
}
