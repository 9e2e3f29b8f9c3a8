/** Undoes an import in one step. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import type { Tag } from '../api/types.ts'
import { ALL_DATES_QUERY_FIELDS } from '../events/list/listed.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import type { ImportResult } from './import.ts'

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

type Made = ImportResult['report']['made']

const termCollections: Readonly<Record<string, 'categories' | 'tags'>> = {
  category: 'categories',
  tag: 'tags',
}

/** Categories or tags, also those that nothing has. */
async function termsBy(collection: string, query: Readonly<Record<string, string | number>>) {
  const { body } = await callApi<Readonly<Record<string, readonly Tag[]>>>('GET', `/${collection}`, {
    query: { ...query, hide_empty: false },
  })
  return body[collection] ?? []
}

/** Deletes the categories and tags of these names that nothing has but what is in the trash. What can't be deleted stays. */
async function deleteEmptyTerms(made: Made): Promise<void> {
  for (const { resource, name } of made) {
    const collection = termCollections[resource]
    if (collection === undefined) continue
    const found = await termsBy(collection, { search: name, per_page: 100 })
    // Of two with one name, the other one may have been there before.
    const [term, other] = found.filter((one) => one.name === name)
    if (term === undefined || other !== undefined) continue
    if (collection === 'categories' && (await termsBy(collection, { parent: term.id })).length > 0) continue
    const events = { ...ALL_DATES_QUERY_FIELDS, [collection]: term.id, status: 'any', per_page: 1 }
    const { total } = await callApi('GET', '/events', { query: events })
    if (total === 0) await callApi('DELETE', `/${collection}/${term.id}`)
  }
}

interface UndoProps {
  readonly revisions: readonly number[]
  /** What the import made beside events. */
  readonly made: Made
}

/** The button that undoes an import, and how far that is. */
export function UndoImport({ revisions, made }: UndoProps) {
  const [count, setCount] = useState<number | undefined>(undefined)
  const [result, setResult] = useState<string | undefined>(undefined)
  const undo = async () => {
    const question = { title: t('import.undo'), text: t('import.undo.text'), yes: t('import.undo') }
    if (!(await askConfirmation(question))) return
    setCount(0)
    const { failed, reason } = await undoRevisions(revisions, setCount)
    if (failed === 0 && hasRoleAtLeast('editor')) await deleteEmptyTerms(made).catch(showFault)
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
