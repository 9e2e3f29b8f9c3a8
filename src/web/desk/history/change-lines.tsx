/** A list of changes, one line each. */
import type { ComponentChildren } from 'preact'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { changeAuthorText, changeText, type LoggedChange } from './changes.ts'

/** Changes, and how their lines tell them. */
export interface ChangeLinesProps {
  readonly changes: readonly LoggedChange[]
  /** The label of the changed item, if the context does not show it. */
  readonly about?: (change: LoggedChange) => ComponentChildren
  /** The words for a change; by default its verb and its fields. */
  readonly detail?: (change: LoggedChange) => string
  /** Content after each line. */
  readonly more?: (change: LoggedChange) => ComponentChildren
}

/** The lines, newest first. */
export function ChangeLines({ changes, about, detail = changeText, more }: ChangeLinesProps) {
  if (changes.length === 0) return <p class="empty">{t('history.none')}</p>
  return (
    <ol class="lines changes">
      {changes.map((change) => (
        <li key={change.id} class="line">
          <span class="who">{changeAuthorText(change)}</span>
          {about?.(change)}
          <span class="detail">{detail(change)}</span>
          <span class="at">{utcAsBrowserTimeText(change.at_utc)}</span>
          {more?.(change)}
        </li>
      ))}
    </ol>
  )
}
