/** The args by which events become series, and by which occurrences are changed (contract §10). */
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { eventFieldsByPart, eventFlagNames } from './fields/event-fields.ts'
import { writableFieldNames } from './fields/row.ts'

/** To how much of a series a change of one occurrence applies. */
const applyToValues = ['this', 'following', 'all'] as const
/** To how much of a series a change of one occurrence applies. */
export type ApplyTo = (typeof applyToValues)[number]

/** The fields that an occurrence shares with the pattern of its series, unless they are its own. */
export const patternFields = [
  'title',
  ...writableFieldNames(eventFieldsByPart.text),
  'author',
  'status',
  'date',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'image',
  'cost',
  ...writableFieldNames(eventFieldsByPart.main),
  ...eventFlagNames,
  'categories',
  'tags',
  'venue',
  'organizer',
  'tickets',
  'custom_fields',
  ...writableFieldNames(eventFieldsByPart.outcome),
  'post_parent',
  'group',
  'in_main',
  'language',
  'note',
  'assignee',
] as const
/** A part of a translation: a text such as `translations.fr.title`, or its state with what goes with it, `translations.fr.state`. */
export type TranslationPath = `translations.${string}`
export type PatternField = (typeof patternFields)[number] | TranslationPath

const partsOfTranslations = /^translations\.[A-Za-z0-9-]{1,35}\.(?:title|description|excerpt|state)$/

/** Returns whether a field is a part of a translation. */
export const isTranslationPath = (field: string): field is TranslationPath => partsOfTranslations.test(field)

/** The arg that says to how much of the series an update or removal applies. */
export const applyTo = markedAsExtension(optional(kind.choice(applyToValues)))

export const eventSeriesArgs = {
  recurrence: markedAsExtension(optional(kind.recurrence)),
  apply_to: applyTo,
  inherit: markedAsExtension(optional(kind.fieldNameList<PatternField>(patternFields, isTranslationPath))),
}
