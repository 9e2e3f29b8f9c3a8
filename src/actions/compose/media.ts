/** Builds the text columns of a media item from its args and the stored item. Pure. */

import type { ContentContext } from '../../api/languages.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import type { StoredFields } from '../../contract/resources/fields/row.ts'
import { fieldRowsComposer, type NullableFieldArgs } from '../../contract/resources/fields/values.ts'
import type { MediaRecord } from '../../store/store.ts'
import { type LanguageColumns, languageColumnsAfterChange } from './content.ts'
import { sentOrKeptText } from './published.ts'
import { argsWithoutShownTexts, type LanguageAndTranslationArgs } from './shown-texts.ts'

interface MediaArgs extends NullableFieldArgs<typeof mediaFields>, LanguageAndTranslationArgs {
  readonly title?: string | null | undefined
}

type MediaColumns = StoredFields<typeof mediaFields> &
  LanguageColumns &
  Pick<MediaRecord, 'title' | 'search_text' | 'slug'>

const composeFields = fieldRowsComposer(mediaFields)

/**
 * Returns the title and the fields of a media item after a change, and what it is found by: its folded texts, and the slug of its
 * title, which is empty without a title. `kept` is undefined for a new item.
 */
export function mediaColumnsFromArgs(
  sent: MediaArgs,
  kept: MediaRecord | undefined,
  context: ContentContext,
): MediaColumns {
  const args = argsWithoutShownTexts('media', sent, kept, context)
  const title = sentOrKeptText(args.title, kept?.title)
  const fields = composeFields(args, kept)
  const content = languageColumnsAfterChange('media', { args, texts: { title, ...fields } }, kept, context)
  return { title, ...fields, ...content, ...derivedColumns.media({ title, ...fields, ...content }) }
}
