/** Builds the text columns of a media item from its args and the stored item. Pure. */
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import type { StoredFields } from '../../contract/resources/fields/row.ts'
import { composerOf, type SentFields } from '../../contract/resources/fields/values.ts'
import { fold } from '../../domain/text/letters.ts'
import { slugify } from '../../domain/text/slug.ts'
import type { MediaRecord } from '../../store/store.ts'
import { sentOrKeptText } from './published.ts'
import { searchedTextsReader } from './searched.ts'

interface MediaArgs extends SentFields<typeof mediaFields> {
  readonly title?: string | null | undefined
}

type MediaColumns = StoredFields<typeof mediaFields> & Pick<MediaRecord, 'title' | 'search_text' | 'slug'>

const composeFields = composerOf(mediaFields)
const searchedIn = searchedTextsReader(mediaFields)

/**
 * Returns the title and the fields of a media item after a change, and what it is found by: its folded texts, and the slug of its
 * title, which is empty without a title. `kept` is undefined for a new item.
 */
export function mediaColumnsOf(args: MediaArgs, kept: MediaRecord | undefined): MediaColumns {
  const title = sentOrKeptText(args.title, kept?.title)
  const fields = composeFields(args, kept)
  const search_text = [title, ...searchedIn(fields)].map(fold).join('\n')
  return { title, ...fields, search_text, slug: slugify(title) }
}
