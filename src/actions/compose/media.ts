/** Media args and the item as kept → its texts. Pure. */
import { fold } from '../../domain/letters.ts'
import type { MediaRecord } from '../../store/store.ts'
import { textOf } from './published.ts'

interface MediaArgs {
  readonly title?: string | null | undefined
  readonly alt_text?: string | null | undefined
}

type Texts = Pick<MediaRecord, 'title' | 'alt_text'>

/** What a search of media looks through. */
export function mediaSearchText({ title, alt_text }: Texts): string {
  return [title, alt_text].map(fold).join('\n')
}

/** The texts of a media item after a change; `kept` is undefined for a new one. */
export function composeMedia(
  args: MediaArgs,
  kept: Texts | undefined,
): Texts & Pick<MediaRecord, 'search_text'> {
  const texts = { title: textOf(args.title, kept?.title), alt_text: textOf(args.alt_text, kept?.alt_text) }
  return { ...texts, search_text: mediaSearchText(texts) }
}
