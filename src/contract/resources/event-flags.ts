/**
 * The booleans of events, declared once: args, columns, representations, exports, schemas and the filters of lists follow from
 * these tables. A new one is a line here, a migration with its column, and its words.
 */
import { type Arg, optional } from '../arg.ts'
import * as kind from '../kinds.ts'

interface FlagDeclaration {
  /** What it is where it was not sent, or was cleared. */
  readonly byDefault: boolean
  /** Whether lists have a filter of its name. */
  readonly filters: boolean
}

/** Flags that are kept as sent. */
export const eventFlags = {
  show_map: { byDefault: true, filters: false },
  show_map_link: { byDefault: true, filters: false },
  hide_from_listings: { byDefault: false, filters: false },
  sticky: { byDefault: false, filters: false },
  featured: { byDefault: false, filters: true },
} as const satisfies Readonly<Record<string, FlagDeclaration>>

export type EventFlag = keyof typeof eventFlags

type FilteredFlag = {
  [F in EventFlag]: (typeof eventFlags)[F]['filters'] extends true ? F : never
}[EventFlag]

/** What lists filter by as by a flag: flags, and what follows from other fields. */
export type FlagFilter = FilteredFlag | 'ticketed'

const isFlag = (name: string): name is EventFlag => Object.hasOwn(eventFlags, name)

/** The names of the flags, in the order of representations. */
export const eventFlagNames: readonly EventFlag[] = Object.keys(eventFlags).filter(isFlag)

const isFilter = (name: EventFlag): name is FilteredFlag => eventFlags[name].filters

const filteredFlags = eventFlagNames.filter(isFilter)

/** The names of the filters. */
export const flagFilters: readonly FlagFilter[] = [...filteredFlags, 'ticketed']

/** A value for each of these names. */
export function forEach<N extends string, V>(
  names: readonly N[],
  value: (name: N) => V,
): Readonly<Record<N, V>> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>
}

type FlagArgs<N extends string> = Readonly<Record<N, Arg<boolean, 'optional'>>>

/** The args of create and update. */
export const flagArgs: FlagArgs<EventFlag> = forEach(eventFlagNames, () => optional(kind.boolean))

/** The args of lists. */
export const flagFilterArgs: FlagArgs<FilteredFlag> = forEach(filteredFlags, () => optional(kind.boolean))
