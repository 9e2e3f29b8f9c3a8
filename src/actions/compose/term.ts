/** Builds the columns of a category or tag from its args and the stored term. Pure. */

import type { ContentContext } from '../../api/languages.ts'
import { categoryOnlyFields, tagFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer, type NullableFieldArgs } from '../../contract/resources/fields/values.ts'
import type { TermName } from '../../contract/resources/index.ts'
import type { TagRecord } from '../../store/store.ts'
import { type LanguageColumns, languageColumnsAfterChange } from './content.ts'
import { argsWithoutShownTexts, type LanguageAndTranslationArgs } from './shown-texts.ts'

interface TermArgs extends NullableFieldArgs<typeof tagFields>, LanguageAndTranslationArgs {
  readonly name?: string | null | undefined
}

const composeFields = fieldRowsComposer(tagFields)

/**
 * Returns the columns that categories and tags have, after a change, without those that derive also from the slug. `kept` is undefined for
 * a new term.
 */
export function termColumnsFromArgs(
  resource: TermName,
  sent: TermArgs,
  kept: TagRecord | undefined,
  context: ContentContext,
): Pick<TagRecord, 'name' | 'description' | keyof LanguageColumns> {
  const args = argsWithoutShownTexts(resource, sent, kept, context)
  const name = args.name ?? kept?.name ?? ''
  const fields = composeFields(args, kept)
  const content = languageColumnsAfterChange(resource, { args, texts: { name, ...fields } }, kept, context)
  return { name, ...fields, ...content }
}

/** Returns the columns that only categories have, after a change. The stored ones may be unknown. */
export const categoryOnlyColumnsOfArgs = fieldRowsComposer(categoryOnlyFields)
