/** Builds the text columns of a media item from its args and the stored item. Pure. */
import { fold } from '../../domain/text/letters.ts'
import { slugify } from '../../domain/text/slug.ts'
import type { MediaRecord } from '../../store/store.ts'
import { textOf } from './published.ts'

interface MediaArgs {
  readonly title?: string | null | undefined
  readonly alt_text?: string | null | undefined
  readonly focus_x?: number | null | undefined
  readonly focus_y?: number | null | undefined
}

type Texts = Pick<MediaRecord, 'title' | 'alt_text'>

type Found = Pick<MediaRecord, 'search_text' | 'slug'>

/** Returns what a media item is found by: its folded texts, and the slug of its title, which is empty without a title. */
export function mediaFoundBy({ title, alt_text }: Texts): Found {
  return { search_text: [title, alt_text].map(fold).join('\n'), slug: slugify(title) }
}

const MIDDLE = 50
const focusOf = (sent: number | null | undefined, kept: number | undefined) =>
  sent === undefined ? (kept ?? MIDDLE) : (sent ?? MIDDLE)

type Focus = Pick<MediaRecord, 'focus_x' | 'focus_y'>

/** Returns the texts and the focus of a media item after a change; `kept` is undefined for a new item. */
export function composeMedia(args: MediaArgs, kept: (Texts & Focus) | undefined): Texts & Focus & Found {
  const texts = { title: textOf(args.title, kept?.title), alt_text: textOf(args.alt_text, kept?.alt_text) }
  const focus = {
    focus_x: focusOf(args.focus_x, kept?.focus_x),
    focus_y: focusOf(args.focus_y, kept?.focus_y),
  }
  return { ...texts, ...focus, ...mediaFoundBy(texts) }
}
