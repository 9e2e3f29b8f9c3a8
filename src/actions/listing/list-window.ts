/** The meaning of the dates of a list (contract §1.3): its window, and its dates for the links to other pages. */
import type { ListArgs, ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import {
  type StartAndEndLimits,
  type WindowArgs,
  type WindowResult,
  windowOfArgs,
} from '../../domain/time/window.ts'
import { because, invalidParam } from '../../problem.ts'

const withoutDates = (): WindowResult => ({ window: {}, dates: {}, isMoving: false })

type Windows = {
  readonly [N in ResourceName]: (args: ListArgs<N>, moment: Moment) => WindowResult
}

const windows: Windows = {
  event: (args, moment) => windowOfArgs(args, moment),
  // Their `include` names series, whose occurrences have a window all the same.
  series: ({ include: _, ...args }, moment) => windowOfArgs(args, moment, false),
  venue: withoutDates,
  organizer: withoutDates,
  category: withoutDates,
  tag: withoutDates,
  group: withoutDates,
  media: withoutDates,
  page: withoutDates,
}

/** Returns what the dates of a list mean, or the arg whose date is outside the calendar. */
export function listWindow<N extends ResourceName>(name: N, args: ListArgs<N>, moment: Moment): WindowResult {
  return windows[name](args, moment)
}

/** Returns the window of a list; without `hasDefaults`, only what the args bound. Throws 400 if a bound is outside the calendar. */
export function validListWindow(args: WindowArgs, moment: Moment, hasDefaults = true): StartAndEndLimits {
  const read = windowOfArgs(args, moment, hasDefaults)
  if ('fault' in read) throw invalidParam(read.fault, because('out_of_years'))
  return read.window
}
