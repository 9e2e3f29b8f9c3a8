/** Deletes a term after showing the effect on its events. */
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { Term } from '../api/types.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** Asks the user, then deletes. `after` is called on success. */
export async function confirmAndDeleteTerm(
  collection: 'categories' | 'tags',
  term: Term,
  after: () => void,
): Promise<void> {
  const yes = await askConfirmation({
    title: t('term.delete', { name: term.name }),
    text: t(collection === 'categories' ? 'category.delete.text' : 'tag.delete.text', { count: term.count }),
    yes: t('bulk.delete'),
    isDangerous: true,
  })
  if (!yes) return
  await callApi('DELETE', `/${collection}/${term.id}`).then(
    () => {
      notify(t('deleted', { name: term.name }))
      after()
    },
    (error: unknown) => showErrorNotice(faultMessage(error)),
  )
}
