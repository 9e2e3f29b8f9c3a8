/**
 * Declares the boolean fields of events. Args, columns, representations, exports, schemas and list filters derive from these
 * tables. To add a flag: add a line here, a migration for its column, and its words.
 */
import { type Arg, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { tableOf } from '../table-of.ts'

interface FlagDeclaration {
  /** The value if the flag is not sent, or is cleared. */
  readonly byDefault: boolean
  /** Whether lists have a filter with its name. */
  readonly filters: boolean
}

/** The stored flags. */
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

/** Boolean list filters: stored flags, and flags computed from other fields. */
export type FlagFilter = FilteredFlag | 'ticketed' | 'free' | 'sticky'

const isFlag = (name: string): name is EventFlag => Object.hasOwn(eventFlags, name)

/** The names of the flags, in their order in representations. */
export const eventFlagNames: readonly EventFlag[] = Object.keys(eventFlags).filter(isFlag)

const isFilter = (name: EventFlag): name is FilteredFlag => eventFlags[name].filters

const filteredFlags = eventFlagNames.filter(isFilter)

/** The names of the filters. */
export const flagFilters: readonly FlagFilter[] = [...filteredFlags, 'ticketed', 'free', 'sticky']

type FlagArgs<N extends string> = Readonly<Record<N, Arg<boolean, 'optional'>>>

/** The args of create and update. */
export const flagArgs: FlagArgs<EventFlag> = tableOf(eventFlagNames, () => optional(kind.boolean))

/** The args of lists. */
export const flagFilterArgs: FlagArgs<FilteredFlag> = tableOf(filteredFlags, () => optional(kind.boolean))
