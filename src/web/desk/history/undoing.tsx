/** The way back for what the reader did today. */
import { currentUser } from '../api/session.ts'
import { undoWrites } from '../bulk/undo.ts'
import { wallDay } from '../calendar/days.ts'
import { wallEpoch } from '../time/wall.ts'
import { browserZone, epochMillisecondsNow, utcAsBrowserTimeText, wallTimeIn } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { ChangedKind, LoggedChange } from './changes.ts'
import { changedThingText } from './group-and-account-acts.ts'

/** Returns the day of a time on the clock of the browser. */
export const browserDay = (epoch: number) => wallDay(wallTimeIn(browserZone, epoch))

/** Changes of accounts and of the site, which the service does not undo. */
const lasting: readonly ChangedKind[] = [
  'user',
  'token',
  'feed',
  'subscription',
  'webhook',
  'follower',
  'following',
  'block',
  'settings',
]

const handOvers: readonly LoggedChange['act'][] = ['handed_over', 'handed_to_group', 'taken_from_group']

/** Whether the reader made a change today and the service can undo it. */
export const isUndoable = ({ user_id, revision, at_utc, resource, act }: LoggedChange) =>
  (!lasting.includes(resource) || handOvers.includes(act)) &&
  user_id === currentUser()?.id &&
  revision > 0 &&
  browserDay(wallEpoch(at_utc) ?? 0) === browserDay(epochMillisecondsNow())

interface RunActsProps {
  /** All changes that are shown. */
  readonly changes: readonly LoggedChange[]
  readonly run: readonly LoggedChange[]
  readonly reload: () => void
}

/** The way back for a folded run: for all its writes, of which each is undone as a whole. */
export function UndoFoldedChangesButton({ run, changes, reload }: RunActsProps) {
  const [newest] = run
  // A change of an account lasts, and so do the changes of items that it made.
  const stay = new Set(changes.filter((one) => !isUndoable(one)).map(({ revision }) => revision))
  const revisions = [...new Set(run.map(({ revision }) => revision))].filter((one) => !stay.has(one))
  if (newest === undefined || revisions.length === 0) return null
  const writes = revisions.toReversed().map((revision) => ({ revision }))
  const label = t(writes.length === 1 ? 'log.undo.whole' : 'log.undo.all')
  const text = `${t('changed.others', { count: run.length - 1 })}, ${utcAsBrowserTimeText(newest.at_utc)}`
  const named = t('labelled', { label, text: `${changedThingText(newest)} ${text}` })
  return (
    <button type="button" aria-label={named} onClick={() => void undoWrites(writes, reload)}>
      {label}
    </button>
  )
}
