/** The context of every action, besides its args. */

import type { ContentChoice } from '../domain/content/languages.ts'
import type { SettableStatus } from '../domain/publication/status.ts'
import type { HorizonDuration } from '../domain/series/horizon.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { Store, Viewer } from '../store/store.ts'
import type { ImageService, PreparedImagesAndPasswordHashes } from './images.ts'
import { type Actor, accessScopeOf } from './policy.ts'

/** The conditions of an action besides its args: store, time, actor, and what it may use. */
export interface Context {
  readonly store: Store
  readonly moment: Moment
  readonly actor: Actor
  /** The site's ISO 4217 code, if it has one. */
  readonly currency: string | undefined
  readonly images: ImageService
  /** The content languages, and the one in which the caller is shown texts; English alone by default. */
  readonly content?: ContentChoice | undefined
  /** Whether translations are stored exactly as they are sent: those of an export, of a copy, or of an earlier state. */
  readonly restoresTranslations?: boolean
  /** Whether a machine made the translations that are sent. */
  readonly isMachine?: boolean
  /** How far ahead occurrences of series are made; two years by default. */
  readonly horizon?: HorizonDuration | undefined
  /** How many occurrences a series may have up to the horizon; 1,000 by default, more in imports. */
  readonly maxOccurrences?: number
  /** How many occurrences one transaction makes; the rest are made by `completeSeriesInTransaction`. All by default. For imports. */
  readonly madeAtOnce?: number
  /** Aborted when the client disconnects before the response. */
  readonly gone?: AbortSignal | undefined
  /** Images and hashes that were made before the transaction. */
  readonly prepared?: PreparedImagesAndPasswordHashes
  /** Ids of the events whose password was sent with a list. */
  readonly opened?: ReadonlySet<number>
  /** The status of new events that say none; `publish` by default. For imports. */
  readonly newStatus?: SettableStatus | undefined
  /** The id of the group of new events that name none. For imports. */
  readonly newGroup?: number | undefined
  /** Whether a series follows a source outside, which may bring back the occurrences that it removes. For imports. */
  readonly followsSource?: boolean
  /** The ids of the venues and organizers that inline args were found to be, by their name and by these args, and of terms by their name. For imports. */
  readonly inline?: Map<string, Map<string, number>>
  /**
   * Whether inline venues and organizers are the known ones of the same name and town, whatever else is sent, and texts are names of
   * terms, also of digits. For imports.
   */
  readonly linksByName?: boolean
  /** The group of the event that is written: the role in it counts for what comes with the event. */
  readonly group?: number | null
  /** The message of a reviewer who approves a submission. */
  readonly decision?: string
}

/** The part of the context for pure functions: nothing that reads or writes. */
export type PureContext = Omit<Context, 'store' | 'images'>

/** The part of the context for what is written in an open transaction, with its images. */
export type ContextWithImages = Omit<Context, 'store'>

/** Returns the name under which a user's work is queued. */
export const userQueueName = ({ id }: Actor): string => `user ${id}`

/** Returns the viewer, in the store's terms. */
export function viewerOf({ actor, moment, opened }: Pick<Context, 'actor' | 'moment' | 'opened'>): Viewer {
  return { scope: accessScopeOf(actor), moment, ...(opened !== undefined && { opened }) }
}
