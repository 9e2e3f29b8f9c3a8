/** Builds the columns of an own page from its args and the stored page. Pure. */

import type { PureContext } from '../../api/context.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { pageFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer } from '../../contract/resources/fields/values.ts'
import type { CreateArgs } from '../../contract/resources/index.ts'
import type { PageRecord } from '../../store/store.ts'
import { languageColumnsAfterChange } from './content.ts'
import { publicationColumnsFromArgs, type SentArgs } from './published.ts'
import { argsWithoutShownTexts } from './shown-texts.ts'

type PageColumns = Omit<PageRecord, 'id' | 'version' | 'modified_utc' | 'origins' | 'slug'>

const composeFields = fieldRowsComposer(pageFields)

/** Returns the columns of a page after a change; `kept` is undefined for a new page. */
export function pageColumnsFromArgs(
  sent: SentArgs<CreateArgs<'page'>>,
  kept: PageRecord | undefined,
  context: PureContext,
): PageColumns {
  const args = argsWithoutShownTexts('page', sent, kept, context)
  const title = args.title ?? kept?.title ?? ''
  const fields = composeFields(args, kept)
  const content = languageColumnsAfterChange('page', { args, texts: { title, ...fields } }, kept, context)
  return {
    title,
    ...fields,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
    ...derivedColumns.page({ title, ...fields, ...content }),
  }
}
