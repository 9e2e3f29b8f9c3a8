/** Undoes a write of the desk. The service undoes it as a whole. */
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** Undoes the write with a revision. `after` is called on success; an error is shown. */
export async function undoWrite(revision: number, after: () => void): Promise<void> {
  try {
    await callApi('POST', '/undo', { body: { revision } })
    notify(t('undone'))
    after()
  } catch (error) {
    showErrorNotice(faultMessage(error))
  }
}

/** Shows the result of a write, with a button to undo it. */
export function notifyWithUndo(text: string, { revision }: ApiResponse<unknown>, after: () => void): void {
  notify(text, () => void undoWrite(revision, after))
}
