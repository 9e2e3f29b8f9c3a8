/**
 * Declares the boolean fields of events. Args, columns, representations, exports, tables, schemas, list filters and the fields of
 * the desk derive from this table. To add a flag: add a line here, a migration for its column, and its words.
 */
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

export type FilteredFlag = {
  [F in EventFlag]: (typeof eventFlags)[F]['filters'] extends true ? F : never
}[EventFlag]

/** Boolean list filters: stored flags, and flags computed from other fields. */
export type FlagFilter = FilteredFlag | 'ticketed' | 'free' | 'sticky'

const isFlag = (name: string): name is EventFlag => Object.hasOwn(eventFlags, name)

/** The names of the flags, in their order in representations. */
export const eventFlagNames: readonly EventFlag[] = Object.keys(eventFlags).filter(isFlag)

const isFilter = (name: EventFlag): name is FilteredFlag => eventFlags[name].filters

/** The flags that lists filter by. */
export const filteredFlags = eventFlagNames.filter(isFilter)

/** The names of the filters. */
export const flagFilters: readonly FlagFilter[] = [...filteredFlags, 'ticketed', 'free', 'sticky']
