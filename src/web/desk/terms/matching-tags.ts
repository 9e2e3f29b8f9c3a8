/** Suggests tags while the user types. */
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import { listTags } from './terms.ts'

/** Loads the tags that match the words, with the number of their events. */
export async function loadTagsMatchingText(text: string): Promise<readonly Suggestion[]> {
  const { tags } = await listTags({ search: text.trim(), per_page: MAX_LOADED_SUGGESTIONS })
  return suggestionsToShow(
    text,
    tags.map(({ id, name, count }) => ({ value: String(id), label: name, detail: t('uses', { count }) })),
  )
}
