/** Builds the columns of a group from its args and the stored group. Pure. */

import type { ContentContext } from '../../api/languages.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { groupFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer, type NullableFieldArgs } from '../../contract/resources/fields/values.ts'
import type { GroupRecord } from '../../store/store.ts'
import { languageColumnsAfterChange } from './content.ts'
import { argsWithoutShownTexts, type LanguageAndTranslationArgs } from './shown-texts.ts'

interface GroupArgs extends NullableFieldArgs<typeof groupFields>, LanguageAndTranslationArgs {
  readonly name?: string | null | undefined
}

type GroupColumns = Omit<GroupRecord, 'id' | 'version' | 'modified_utc' | 'origins' | 'slug' | 'image'>

const composeFields = fieldRowsComposer(groupFields)

/** Returns the columns of a group after a change; `kept` is undefined for a new group. */
export function groupColumnsFromArgs(
  sent: GroupArgs,
  kept: GroupRecord | undefined,
  context: ContentContext,
): GroupColumns {
  const args = argsWithoutShownTexts('group', sent, kept, context)
  const name = args.name ?? kept?.name ?? ''
  const fields = composeFields(args, kept)
  const content = languageColumnsAfterChange('group', { args, texts: { name, ...fields } }, kept, context)
  return { name, ...fields, ...content, ...derivedColumns.group({ name, ...fields, ...content }) }
}
