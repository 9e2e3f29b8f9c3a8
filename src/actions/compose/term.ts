/** Builds the columns of a category or tag from its args and the stored term. Pure. */
import { fold } from '../../domain/text/letters.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { CategoryRecord, TagRecord } from '../../store/store.ts'
import { textOf } from './published.ts'

interface TermArgs {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
}

/** Returns the columns of a term after a change; `kept` is undefined for a new term. */
export function composeTerm(
  args: TermArgs,
  kept: TagRecord | undefined,
): Pick<TagRecord, 'name' | 'name_key' | 'description'> {
  const name = args.name ?? kept?.name ?? ''
  return { name, name_key: fold(name), description: textOf(args.description, kept?.description) }
}

/** Returns the colour of a category after a change: `#rrggbb`, or "" for none of its own. */
export function composeColor(
  { color }: { readonly color?: string | null | undefined },
  kept: Partial<Pick<CategoryRecord, 'color'>> = {},
): string {
  return color === undefined ? (kept.color ?? '') : (color ?? '')
}

/** Returns the text that a search of terms searches. */
export function termSearchText(
  { name, description }: Pick<TagRecord, 'name' | 'description'>,
  slug: string,
): string {
  return [name, slug, plainTextOf(description)].map(fold).join('\n')
}
