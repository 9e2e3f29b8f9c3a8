/** Category and tag args and the term as kept → its columns. Pure. */
import { fold } from '../../domain/letters.ts'
import { plainTextOf } from '../../domain/plain-text.ts'
import type { TagRecord } from '../../store/store.ts'
import { textOf } from './published.ts'

interface TermArgs {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
}

/** The columns of a term after a change; `kept` is undefined for a new one. */
export function composeTerm(
  args: TermArgs,
  kept: TagRecord | undefined,
): Pick<TagRecord, 'name' | 'name_key' | 'description'> {
  const name = args.name ?? kept?.name ?? ''
  return { name, name_key: fold(name), description: textOf(args.description, kept?.description) }
}

/** What a search of terms looks through. */
export function termSearchText(
  { name, description }: Pick<TagRecord, 'name' | 'description'>,
  slug: string,
): string {
  return [name, slug, plainTextOf(description)].map(fold).join('\n')
}
