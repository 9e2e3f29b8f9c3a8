/** Undoes a write of the desk. The service undoes it as a whole. */
import { type ApiResponse, callApi } from '../api/api.ts'
import { notify, showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** A write, by the revision that it made. */
type Write = Pick<ApiResponse<unknown>, 'revision'>

/** Undoes writes, the last one first. `after` is called on success; an error is shown. */
export async function undoWrites(writes: readonly Write[], after: () => void): Promise<void> {
  try {
    for (const { revision } of writes.toReversed()) await callApi('POST', '/undo', { body: { revision } })
    notify(t('undone'))
    after()
  } catch (error) {
    showFault(error)
  }
}

/** Shows the result of one or several writes, with a button to undo all of them. */
export function notifyWithUndo(text: string, writes: Write | readonly Write[], after: () => void): void {
  notify(text, () => void undoWrites([writes].flat(), after))
}
