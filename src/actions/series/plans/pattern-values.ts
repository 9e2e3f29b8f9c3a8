/** The values of a series before and after a change, for its history. Pure. */

import { isTranslationPath, type PatternField } from '../../../contract/resources/occurrence.ts'
import { argsOfEventAndLinks } from '../../../contract/stored-args.ts'
import type { BeforeAndAfterByField } from '../../../store/store.ts'
import { isSameValue } from '../../writing/save.ts'
import { recurrenceLinesOfSeries } from '../times.ts'
import type { SeriesPatternAndRuleChange } from './pattern-change.ts'

/** The arg that a field of the pattern is stored as. */
function argOfField(field: PatternField): string {
  if (isTranslationPath(field)) return 'translations'
  return field === 'date' ? 'date_utc' : field
}

/**
 * Returns the values of the fields of the pattern that change, and of the rule if it changes other than by moving along. Times are those of
 * the first occurrence. A series that ends has no history, and so no values.
 */
export function patternValuesBeforeAndAfter(change: SeriesPatternAndRuleChange): BeforeAndAfterByField {
  const { before, pattern, old, rule, isNewRule, isDissolved } = change
  if (isDissolved) return {}
  const was = argsOfEventAndLinks(before.event, before.links)
  const is = argsOfEventAndLinks(pattern.event, pattern.links)
  const changed = [...new Set(change.fields.map(argOfField))].filter((arg) => !isSameValue(was[arg], is[arg]))
  return {
    ...Object.fromEntries(changed.map((arg) => [arg, [was[arg], is[arg]]] as const)),
    ...(isNewRule && { recurrence: [recurrenceLinesOfSeries(old), recurrenceLinesOfSeries(rule)] as const }),
  }
}
