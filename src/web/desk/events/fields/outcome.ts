/** Labels for the statuses and attendance modes of an event. */
import type { EventItem } from '../../api/types.ts'
import { t } from '../../words/index.ts'

export type Outcome = EventItem['event_status']

/** All values, the default first. */
export const outcomes = [
  'scheduled',
  'cancelled',
  'postponed',
  'rescheduled',
  'moved_online',
] as const satisfies readonly Outcome[]

/** The label of a value. */
export const outcomeText = (outcome: Outcome): string => t(`outcome.${outcome}`)
