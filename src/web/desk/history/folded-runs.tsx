/** The log with what was done many times in a row folded into one line, as the rows of an import. */
import type { ComponentChildren } from 'preact'
import { wallEpoch } from '../time/wall.ts'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { ChangeLines, type ChangeLinesProps } from './change-lines.tsx'
import { changeAuthorText, type LoggedChange } from './changes.ts'

/** The changes that fold from this number on, and the most seconds between two of them. */
const MANY = 6
const NEAR = 10

interface RunsProps extends Required<ChangeLinesProps> {
  /** The title of a changed item, which is no link. */
  readonly title: (change: LoggedChange) => ComponentChildren
  /** The acts on a folded run, beside its line. */
  readonly acts: (run: readonly LoggedChange[]) => ComponentChildren
}

/** Returns the changes in runs: by the same user, of the same kind and words, one soon after the other. */
function runsOf({ changes, detail }: RunsProps): readonly (readonly LoggedChange[])[] {
  const runs: LoggedChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      last.user_id === change.user_id &&
      last.login === change.login &&
      last.resource === change.resource &&
      detail(change) !== '' &&
      detail(last) === detail(change) &&
      (wallEpoch(last.at_utc) ?? 0) - (wallEpoch(change.at_utc) ?? 0) <= NEAR
    if (isNext) runs.at(-1)?.push(change)
    else runs.push([change])
  }
  return runs
}

/** One line that unfolds into the lines of a run. */
function FoldedRun({ first, count, props }: { first: LoggedChange; count: number; props: RunsProps }) {
  return (
    <>
      <span class="who">{changeAuthorText(first)}</span> {props.title(first)}{' '}
      <strong class="unfolds">{t('changed.others', { count: count - 1 })}</strong>{' '}
      <span class="detail">{props.detail(first)}</span>{' '}
      <span class="at">{utcAsBrowserTimeText(first.at_utc)}</span>
    </>
  )
}

/** The lines, newest first; long runs are folded. */
export function FoldedChangeLines(props: RunsProps) {
  const runs = runsOf(props)
  if (runs.every(({ length }) => length < MANY)) return <ChangeLines {...props} />
  return (
    <>
      {runs.map((run) => {
        const [first] = run
        if (first === undefined || run.length < MANY)
          return <ChangeLines key={first?.id} {...props} changes={run} />
        return (
          <div key={first.id} class="run">
            <details class="changes">
              <summary>
                <FoldedRun first={first} count={run.length} props={props} />
              </summary>
              <ChangeLines {...props} changes={run} />
            </details>
            {props.acts(run)}
          </div>
        )
      })}
    </>
  )
}
