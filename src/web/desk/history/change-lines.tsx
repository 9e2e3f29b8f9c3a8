/** A list of changes below the days on which they were made, one line each. */
import type { ComponentChildren } from 'preact'
import { wallDay } from '../calendar/days.ts'
import { deskSettings } from '../desk-settings.ts'
import { dayHeading } from '../events/list/texts.tsx'
import { timeText, todayOfSite, wallEpoch, wallTimeIn } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { changeAuthorText, changeText, type LoggedChange } from './changes.ts'

const wallTime = ({ at_utc }: LoggedChange) => wallTimeIn(deskSettings.zone, wallEpoch(at_utc) ?? 0)

/** The day of a change in the zone of the calendar. */
export const dayOfChange = (change: LoggedChange): string => wallDay(wallTime(change))

interface DaysProps {
  readonly changes: readonly LoggedChange[]
  /** The level of the headings. */
  readonly heading?: 'h2' | 'h3'
  /** Renders the changes of a day. */
  readonly children: (changes: readonly LoggedChange[]) => ComponentChildren
}

export function ChangesByDay({ changes, heading: Heading = 'h3', children }: DaysProps) {
  if (changes.length === 0) return <p class="empty">{t('history.none')}</p>
  const days = [...new Set(changes.map(dayOfChange))]
  return days.map((day) => (
    <div key={day} class="changes">
      <Heading class="day">{dayHeading(day, todayOfSite())}</Heading>
      {children(changes.filter((change) => dayOfChange(change) === day))}
    </div>
  ))
}

interface LineProps {
  readonly change: LoggedChange
  /** Says what the change did, after the name of who made it. */
  readonly children: ComponentChildren
}

/** The hour of a change, who made it, and what it did. */
export const ChangeSentence = ({ change, children }: LineProps) => (
  <>
    <span class="at">{timeText(wallTime(change))}</span>
    <span class="said">
      <span class="who">{changeAuthorText(change)}</span>
      {children}
    </span>
  </>
)

interface ChangeLinesProps {
  readonly changes: readonly LoggedChange[]
  readonly more?: (change: LoggedChange) => ComponentChildren
}

/** The changes of one item, which the context shows. */
export const ChangeLines = ({ changes, more }: ChangeLinesProps) => (
  <ChangesByDay changes={changes}>
    {(some) => (
      <ol class="lines">
        {some.map((change) => (
          <li key={change.id} class="line">
            <ChangeSentence change={change}> {changeText(change)}</ChangeSentence>
            {more?.(change)}
          </li>
        ))}
      </ol>
    )}
  </ChangesByDay>
)
