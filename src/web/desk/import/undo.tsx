/** Undoes an import in one step. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'

/** Undoes the writes of an import, the last one first. Returns how many could not be undone, and the reason of the last of these. */
async function undoRevisions(revisions: readonly number[], onUndone: (count: number) => void) {
  let failed = 0
  let reason = ''
  for (const [at, revision] of revisions.toReversed().entries()) {
    try {
      await callApi('POST', '/undo', { body: { revision } })
    } catch (error) {
      failed += 1
      reason = faultMessage(error)
    }
    onUndone(at + 1)
  }
  return { failed, reason }
}

/** The button that undoes an import, and how far that is. */
export function UndoImport({ revisions }: { readonly revisions: readonly number[] }) {
  const [count, setCount] = useState<number | undefined>(undefined)
  const [result, setResult] = useState<string | undefined>(undefined)
  const undo = async () => {
    const question = { title: t('import.undo'), text: t('import.undo.text'), yes: t('import.undo') }
    if (!(await askConfirmation(question))) return
    setCount(0)
    const { failed, reason } = await undoRevisions(revisions, setCount)
    setResult(failed === 0 ? t('import.undone') : t('import.undone.partly', { count: failed, reason }))
  }
  if (result !== undefined) return <p role="status">{result}</p>
  if (count !== undefined)
    return <progress max={revisions.length} value={count} aria-label={t('import.undo')} />
  return (
    <button type="button" onClick={() => void undo()}>
      {t('import.undo')}
    </button>
  )
}
