/** Operations on translations (contract §15, ext.): why an item is to be translated, and drafts by a machine. */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { eventSeriesArgs } from '../resources/occurrence.ts'

/** The resources whose items a machine translates. */
export const machineTranslatedResources = [
  'event',
  'series',
  'venue',
  'organizer',
  'category',
  'tag',
  'page',
] as const
export type MachineTranslatedResource = (typeof machineTranslatedResources)[number]

/** Why an item is to be translated: it has no translation with a title, one that is not published, or one of an earlier text. */
export const reasonsToTranslate = ['missing', 'draft', 'outdated'] as const
export type ReasonToTranslate = (typeof reasonsToTranslate)[number]

/** The args of a translation by the machine. */
export const translateArgs = {
  language: markedAsExtension(required(kind.languageTag)),
  replace: markedAsExtension(optional(kind.boolean)),
}

/** The args of a translation of an event, which may be an occurrence of a series, by the machine. */
export const translateEventArgs = { ...translateArgs, apply_to: eventSeriesArgs.apply_to }
