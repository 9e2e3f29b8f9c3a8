/** Builds the columns of a category or tag from its args and the stored term. Pure. */
import { categoryOnlyFields, tagFields } from '../../contract/resources/fields/other-fields.ts'
import { composerOf, type SentFields } from '../../contract/resources/fields/values.ts'
import { fold } from '../../domain/text/letters.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { TagRecord } from '../../store/store.ts'

interface TermArgs extends SentFields<typeof tagFields> {
  readonly name?: string | null | undefined
}

const composeFields = composerOf(tagFields)

/** Returns the columns that categories and tags have, after a change; `kept` is undefined for a new term. */
export function termColumnsOf(
  args: TermArgs,
  kept: TagRecord | undefined,
): Pick<TagRecord, 'name' | 'name_key' | 'description'> {
  const name = args.name ?? kept?.name ?? ''
  return { name, name_key: fold(name), ...composeFields(args, kept) }
}

/** Returns the columns that only categories have, after a change. The stored ones may be unknown. */
export const categoryOnlyColumns = composerOf(categoryOnlyFields)

/** Returns the text that a search of terms searches. */
export function termSearchText(
  { name, description }: Pick<TagRecord, 'name' | 'description'>,
  slug: string,
): string {
  return [name, slug, plainTextOf(description)].map(fold).join('\n')
}
