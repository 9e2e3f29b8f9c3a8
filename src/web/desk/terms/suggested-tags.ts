/** Suggests tags while the user types. */
import type { Suggestion } from '../parts/combobox.tsx'
import { t } from '../words/index.ts'
import { listTags } from './terms.ts'

const MAX_SUGGESTIONS = 8

/** Loads the tags that match the words, with the number of their events. */
export async function suggestTags(text: string): Promise<readonly Suggestion[]> {
  const { tags } = await listTags({ search: text.trim(), per_page: MAX_SUGGESTIONS })
  return tags.map(({ id, name, count }) => ({ value: String(id), label: name, detail: t('uses', { count }) }))
}
