/** The history of one item, loaded when it is opened, with a button to restore each version. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { notifyWithUndo, undoWrites } from '../bulk/undo.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { ChangeLines } from './change-lines.tsx'
import { type LoggedChange, loadChangesPageAtPath } from './changes.ts'
import { ChangedValues } from './values.tsx'

const PER_PAGE = 10

interface HistoryProps {
  readonly collection:
    | 'events'
    | 'venues'
    | 'organizers'
    | 'categories'
    | 'tags'
    | 'groups'
    | 'media'
    | 'pages'
  readonly id: number
  /** The item as the service last returned it. A new value reloads the history. */
  readonly saved?: object | undefined
  /** Called with the restored item. Without it, versions cannot be restored. */
  readonly reload?: (() => void) | undefined
}

interface WayBackProps extends Omit<HistoryProps, 'reload'> {
  readonly change: LoggedChange
  readonly reload: () => void
}

async function revert({ collection, id, change, reload }: WayBackProps): Promise<void> {
  const at = utcAsSiteTimeText(change.at_utc)
  const question = { title: t('history.revert.title', { at }), text: t('history.revert.text') }
  if (!(await askConfirmation({ ...question, yes: t('history.revert') }))) return
  try {
    const response = await callApi('POST', `/${collection}/${id}/revert`, { body: { change: change.id } })
    notifyWithUndo(t('history.reverted', { at }), response, reload)
    reload()
  } catch (error) {
    showFault(error)
  }
}

function WayBack(props: WayBackProps) {
  const { change, reload } = props
  const at = utcAsSiteTimeText(change.at_utc)
  if (change.verb === 'merge' || change.resource === 'series')
    return (
      <Button
        class="quiet"
        onClick={() => undoWrites([change], reload)}
        label={t(change.verb === 'merge' ? 'merge.undo' : 'undo')}
      />
    )
  return (
    <Button
      class="quiet"
      aria-label={t('labelled', { label: t('history.revert'), text: at })}
      onClick={() => revert(props)}
      label={t('history.revert')}
    />
  )
}

/** Whether a change made another version of the item. An act, such as one on the members of a group, makes none. */
const isVersion = ({ resource, verb, revision, act }: LoggedChange) =>
  resource !== 'series' && (verb === 'create' || verb === 'update') && revision > 0 && act === undefined

/** Whether a change is one of a series as a whole, which is undone as long as nothing changed since. */
const isOfWholeSeries = ({ resource, verb, revision }: LoggedChange) =>
  resource === 'series' && (verb === 'update' || verb === 'trash') && revision > 0

function Changes(props: HistoryProps) {
  const { collection, id, saved, reload } = props
  const [at, setAt] = useState(1)
  const path = `/${collection}/${id}/history`
  const loaded = useLoaded(
    () => loadChangesPageAtPath(path, { page: at, per_page: PER_PAGE }),
    [path, at, saved],
  )
  const again = () => {
    loaded.reload()
    reload?.()
  }
  return (
    <LoadedContent of={loaded}>
      {({ body: changes, total, pages, page }) => {
        const isNewest = (change: LoggedChange) => page === 1 && change === changes[0]
        const isOffered = (change: LoggedChange) =>
          change.verb === 'merge' || (isNewest(change) ? isOfWholeSeries(change) : isVersion(change))
        return (
          <>
            <ChangeLines
              changes={changes}
              more={(change) => (
                <>
                  {reload !== undefined && isOffered(change) && (
                    <WayBack {...props} change={change} reload={again} />
                  )}
                  <ChangedValues change={change} />
                </>
              )}
            />
            <Pager page={page} pages={pages} total={total} onPage={setAt} />
          </>
        )
      }}
    </LoadedContent>
  )
}

export function History(props: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="part fold history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="name">{t('history')}</span>
      </summary>
      {isOpen && <Changes {...props} />}
    </details>
  )
}
