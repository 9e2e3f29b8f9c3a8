/** Takes back everything that the reader did today, act by act, and says what stays. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import { deskSettings } from '../desk-settings.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { type LoggedChange, loadChangesPageAtPath } from './changes.ts'
import { changedThingText } from './group-and-account-acts.ts'

const PER_PAGE = 100
const MOST_PAGES = 10

interface OwnDayProps {
  /** The query of the log for the reader's own changes, from yesterday on. */
  readonly query: Readonly<Record<string, string | number>>
  /** Whether a change is one of today that can be undone. */
  readonly isUndoable: (change: LoggedChange) => boolean
  readonly reload: () => void
}

/** The changes of today, one for each write, the newest first. */
async function ownWrites({ query, isUndoable }: OwnDayProps): Promise<readonly LoggedChange[]> {
  const writes = new Map<number, LoggedChange>()
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    const loaded = await loadChangesPageAtPath('/audit', { ...query, page, per_page: PER_PAGE })
    pages = loaded.pages
    for (const change of loaded.changes.filter(isUndoable))
      if (!writes.has(change.revision)) writes.set(change.revision, change)
  }
  return [...writes.values()].sort((one, other) => other.revision - one.revision)
}

/** Undoes writes, the newest first. Returns those that the service refuses, such as what others changed since. */
async function undoEach(writes: readonly LoggedChange[]): Promise<readonly LoggedChange[]> {
  const left: LoggedChange[] = []
  for (const write of writes)
    try {
      await callApi('POST', '/undo', { body: { revision: write.revision } })
    } catch (error) {
      if (!(error instanceof RequestFault) || error.status === 0) throw error
      left.push(write)
    }
  return left
}

async function undoDay(props: OwnDayProps): Promise<void> {
  const writes = await ownWrites(props)
  const count = writes.length
  if (count === 0) return notify(t('log.day.none'))
  const question = { title: t('log.day'), text: t('log.day.text', { count }), yes: t('undo') }
  if (!(await askConfirmation({ ...question, isDangerous: true }))) return
  const left = await undoEach(writes)
  const titles = [...new Set(left.map(changedThingText))]
  const names = new Intl.ListFormat(deskSettings.language).format(titles)
  if (left.length === 0) notify(t('log.day.done', { count }))
  else showErrorNotice(`${t('log.day.done', { count: count - left.length })} ${t('log.day.left', { names })}`)
  props.reload()
}

/** The button; it waits while it is at work. */
export function UndoOwnChangesOfDayButton(props: OwnDayProps) {
  const [isBusy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    await undoDay(props).catch(() => showErrorNotice(t('log.day.failed')))
    setBusy(false)
  }
  return (
    <button type="button" class="quiet" disabled={isBusy} onClick={() => void act()}>
      {t('log.day')}
    </button>
  )
}
