/** Builds the text columns of a media item from its args and the stored item. Pure. */
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import type { StoredFields } from '../../contract/resources/fields/row.ts'
import { composerOf, type SentFields } from '../../contract/resources/fields/values.ts'
import { fold } from '../../domain/text/letters.ts'
import { slugify } from '../../domain/text/slug.ts'
import type { MediaRecord } from '../../store/store.ts'
import { type ContentColumns, contentColumnsOf } from './content.ts'
import { sentOrKeptText } from './published.ts'
import { searchedTextsReader } from './searched.ts'
import { type ContentArgs, type ContentContext, withoutShownTexts } from './shown-texts.ts'

interface MediaArgs extends SentFields<typeof mediaFields>, ContentArgs {
  readonly title?: string | null | undefined
}

type MediaColumns = StoredFields<typeof mediaFields> &
  ContentColumns &
  Pick<MediaRecord, 'title' | 'search_text' | 'slug'>

const composeFields = composerOf(mediaFields)
const searchedIn = searchedTextsReader(mediaFields)

/**
 * Returns the title and the fields of a media item after a change, and what it is found by: its folded texts, and the slug of its
 * title, which is empty without a title. `kept` is undefined for a new item.
 */
export function mediaColumnsOf(
  sent: MediaArgs,
  kept: MediaRecord | undefined,
  context: ContentContext,
): MediaColumns {
  const args = withoutShownTexts('media', sent, kept, context)
  const title = sentOrKeptText(args.title, kept?.title)
  const fields = composeFields(args, kept)
  const content = contentColumnsOf('media', { args, texts: { title, ...fields } }, kept, context)
  const search_text = [title, ...searchedIn(fields)].map(fold).join('\n')
  return { title, ...fields, ...content, search_text, slug: slugify(title) }
}
