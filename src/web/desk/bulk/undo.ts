/** Undoes a write of the desk. The service undoes it as a whole. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { isUnreachable, RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { notify, showFault } from '../parts/notice.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'

type Write = Pick<ApiResponse<unknown>, 'revision'>
type Undone = components['schemas']['Undone']

const undo = ({ revision }: Write) => callApi<Undone>('POST', '/undo', { body: { revision } })

/** Returns what is said of undone writes: that they are, and what stays as it is now. */
function undoneText(undone: readonly Undone[]): string {
  const hasPasswords = undone.some(({ items }) => items.some(({ left }) => left !== undefined))
  const hasImages = undone.some(({ left }) => left !== undefined)
  return [t('undone'), hasPasswords && t('undone.passwords'), hasImages && t('undone.images')]
    .filter(Boolean)
    .join(' ')
}

/** Undoes writes, the last one first, which can be undone as well. `after` is called on success; an error is shown. */
export async function undoWrites(writes: readonly Write[], after: () => void): Promise<void> {
  try {
    const undone: ApiResponse<Undone>[] = []
    for (const write of writes.toReversed()) undone.push(await undo(write))
    notifyWithUndo(undoneText(undone.map(({ body }) => body)), undone, after)
    after()
  } catch (error) {
    showFault(error)
  }
}

/**
 * Undoes each of several writes. Returns the writes that did, and why some could not be undone, such as what others changed since; `told` gets
 * the number so far. Without an answer the rest is left, too: an older write would be undone while a newer one is not.
 */
export async function undoEach(
  revisions: readonly number[],
  told: (count: number) => void = () => undefined,
) {
  const undone: Write[] = []
  const left = new Map<number, RequestFault>()
  for (const [at, revision] of revisions.entries()) {
    try {
      undone.push(await undo({ revision }))
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      const isEnd = isUnreachable(error)
      for (const one of isEnd ? revisions.slice(at) : [revision]) left.set(one, error)
      if (isEnd) break
    }
    told(at + 1)
  }
  return { undone, left }
}

/** Shows the result of one or several writes, with a button to undo those that changed something. */
export function notifyWithUndo(
  text: string,
  writes: Write | readonly Write[],
  after: () => void,
  page?: string,
): void {
  const changing = [writes].flat().filter(({ revision }) => revision > 0)
  notify(text, changing.length > 0 ? () => void undoWrites(changing, after) : undefined, page)
}

/** Says what a save has made of an event: that it is public, with a link to its page, or what it waits for. */
export function notifySavedEvent(
  { title, status, date, url }: EventItem,
  before: EventItem['status'] | undefined,
  write: Write,
  after: () => void,
): void {
  const isPublic = status === 'publish'
  const texts: Partial<Record<typeof status, string>> = {
    publish: t('review.done.approve', { title }),
    future: t('saved.future', { title, at: dateTimeText(date) }),
    pending: t('saved.pending', { title }),
    draft: t('saved.draft', { title }),
  }
  const isNews = status !== before || status === 'draft'
  notifyWithUndo((isNews && texts[status]) || t('saved', { title }), write, after, isPublic ? url : undefined)
}
