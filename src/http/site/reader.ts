/** Who reads a page, where and when. */
import type { Context } from '../../actions/context.ts'
import type { Site } from '../../representations/html/site/site.ts'
import type { View } from '../../representations/json/index.ts'
import type { Guesser } from '../event-passwords.ts'
import type { Query } from '../query.ts'
import type { Sent } from '../sent.ts'

export interface Reader {
  readonly site: Site
  readonly context: Context
  readonly guesser: Guesser
  /** How events are shown in lists. */
  readonly view: View
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  /** What was sent as a form; undefined where the page was only asked for. */
  readonly form?: Sent
}

/** A page as HTML, alone or with a status of its own; or a file of another type that is made anew as pages are. */
export type Made =
  | string
  | { readonly status: number; readonly text: string }
  | { readonly type: string; readonly text: string }

/** The number of a page as sent; 1 where it is none, since addresses are typed and cut. */
export function pageOf({ query }: Reader): number {
  const page = Number(query.text('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

export const isPast = ({ query }: Reader) => query.text('past') === '1'
