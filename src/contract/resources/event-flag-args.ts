/** The args of events that derive from their flags. Apart from the flags, which the desk reads without the kinds of args. */
import { type Arg, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { tableOf } from '../table-of.ts'
import { type EventFlag, eventFlagNames, type FilteredFlag, filteredFlags } from './event-flags.ts'

type FlagArgs<N extends string> = Readonly<Record<N, Arg<boolean, 'optional'>>>

/** The args of create and update. */
export const flagArgs: FlagArgs<EventFlag> = tableOf(eventFlagNames, () => optional(kind.boolean))

/** The args of lists. */
export const flagFilterArgs: FlagArgs<FilteredFlag> = tableOf(filteredFlags, () => optional(kind.boolean))
