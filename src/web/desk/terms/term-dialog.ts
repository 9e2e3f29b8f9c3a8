/** The state of the dialog in which a term is edited. */
import { useState } from 'preact/hooks'
import type { Term } from '../api/types.ts'
import { notify } from '../parts/notice.tsx'
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
