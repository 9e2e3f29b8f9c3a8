/** The dialog in which a term is edited, and the question before it is deleted. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Term } from '../api/types.ts'
import { confirmDeletion } from '../parts/dialog.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** Returns the opened form and the functions that open and close it. `reload` is called after a term has changed. */
export function useTermDialog<T extends object>(reload: () => void) {
  const [opened, open] = useState<T | undefined>(undefined)
  const again = () => {
    open(undefined)
    reload()
  }
  const close = (saved: Term | undefined) => {
    open(undefined)
    if (saved === undefined) return
    notify(t('saved', { title: saved.name }))
    reload()
  }
  return { opened, open, close, again }
}

/** Deletes a term after showing the effect on its events. `after` is called on success. */
export async function confirmAndDeleteTerm(
  collection: 'categories' | 'tags',
  term: Term,
  after: () => void,
): Promise<void> {
  const { id, name, count } = term
  const text = t(collection === 'categories' ? 'category.delete.text' : 'tag.delete.text', { count })
  if (!(await confirmDeletion(t('term.delete', { name }), text))) return
  await tellWhenDone(callApi('DELETE', `/${collection}/${id}`), t('deleted', { name }), after)
}
