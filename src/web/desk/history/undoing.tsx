/** The way back for what the reader did today. */
import { currentUser } from '../api/session.ts'
import { undoWrites } from '../bulk/undo.ts'
import { wallDay } from '../calendar/days.ts'
import { wallEpoch } from '../time/wall.ts'
import { browserZone, epochMillisecondsNow, utcAsBrowserTime, wallTimeIn } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { LoggedChange } from './changes.ts'

/** Returns the day of a time on the clock of the browser. */
export const browserDay = (epoch: number) => wallDay(wallTimeIn(browserZone, epoch))

/** Whether the reader made a change today and the service can undo it. */
export const isUndoable = ({ user_id, revision, at_utc }: LoggedChange) =>
  user_id === currentUser()?.id &&
  revision > 0 &&
  browserDay(wallEpoch(at_utc) ?? 0) === browserDay(epochMillisecondsNow())

interface RunActsProps {
  readonly run: readonly LoggedChange[]
  readonly reload: () => void
}

/** The way back for a folded run: for all its writes, of which each is undone as a whole. */
export function RunActs({ run, reload }: RunActsProps) {
  const [newest] = run
  const revisions = [...new Set(run.filter(isUndoable).map(({ revision }) => revision))]
  if (newest === undefined || revisions.length === 0) return null
  const writes = revisions.toReversed().map((revision) => ({ revision }))
  const label = t(writes.length === 1 ? 'log.undo.whole' : 'log.undo.all')
  const text = `${t('changed.others', { count: run.length - 1 })}, ${utcAsBrowserTime(newest.at_utc)}`
  const named = t('labelled', { label, text: `${newest.title} ${text}` })
  return (
    <button type="button" aria-label={named} onClick={() => void undoWrites(writes, reload)}>
      {label}
    </button>
  )
}
