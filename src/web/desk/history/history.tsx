/** The history of one item, asked for where somebody opens it. */
import { useState } from 'preact/hooks'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { t } from '../words/index.ts'
import { ChangeLines } from './change-lines.tsx'
import { listChanges } from './changes.ts'

const PER_PAGE = 10

interface HistoryProps {
  readonly collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
  readonly id: number
  /** The item as last answered: with another answer there is more to tell. */
  readonly saved?: object | undefined
}

function Changes({ collection, id, saved }: HistoryProps) {
  const [page, setPage] = useState(1)
  const path = `/${collection}/${id}/history`
  const loaded = useLoaded(() => listChanges(path, { page, per_page: PER_PAGE }), [path, page, saved])
  return (
    <Shown of={loaded}>
      {({ changes, total, pages }) => (
        <>
          <ChangeLines changes={changes} />
          <Pager page={page} pages={pages} total={total} onPage={setPage} />
        </>
      )}
    </Shown>
  )
}

/** The panel, closed at first. */
export function History(props: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="part history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('history')}</summary>
      {isOpen && <Changes {...props} />}
    </details>
  )
}
