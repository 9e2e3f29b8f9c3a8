/** The result of a check or of an import: counts, lines, and the report to download. */

import { refusalText } from '../api/refusals.ts'
import { argLabel } from '../events/key-text.ts'
import { saveAsFile } from '../export/download.ts'
import { Link } from '../parts/link.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import {
  type ImportProgress,
  type ImportResult,
  type LineOutcome,
  lineOutcomes,
  type ReportLine,
  reportCsv,
  reportJsonLinesWithoutSummary,
} from './import.ts'
import { noteCountsByText } from './note-texts.ts'
import { UndoImport } from './undo.tsx'

const linkedWords = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const

/** Returns why a line was refused, by its fields; in the English of the service where the desk has no words for one of its faults. */
function refusedLineTexts({ reason, faults }: ReportLine): readonly string[] {
  const texts = faults.flatMap((fault) => {
    const text = refusalText(fault)
    if (text === undefined) return []
    return fault.field === '' ? text : t('labelled', { label: argLabel(fault.field), text })
  })
  return texts.length < faults.length ? [reason] : texts
}

function LineRow({ line: shown }: { readonly line: ReportLine }) {
  const { line, title, start_date, starts, id, changed } = shown
  const start =
    starts === '' ? start_date : starts.endsWith('00:00:00') ? dayText(starts) : dateTimeText(starts)
  const name = title || t('import.untitled')
  return (
    <li class="line">
      <span class="name">{id > 0 ? <Link to={`/events/${id}`}>{name}</Link> : name}</span>
      <span class="detail">
        {t('import.line', { line })}
        {start !== '' && ` · ${start}`}
        {changed.length > 0 && ` · ${listText(changed.map(argLabel))}`}
      </span>
      {refusedLineTexts(shown).map((text) => (
        <span key={text} class="wrong">
          {text}
        </span>
      ))}
    </li>
  )
}

function Group({
  outcome,
  count,
  lines,
}: {
  outcome: LineOutcome
  count: number
  lines: readonly ReportLine[]
}) {
  if (count === 0) return null
  return (
    <details class="part" open={outcome === 'refused' || outcome === 'created'}>
      <summary>{t(`import.${outcome}`, { count })}</summary>
      <ul class="lines">
        {lines.map((line) => (
          <LineRow key={`${line.line} ${line.title} ${line.start_date}`} line={line} />
        ))}
      </ul>
      {count > lines.length && <p class="hint">{t('import.more', { count: count - lines.length })}</p>}
    </details>
  )
}

function Downloads({ name, text }: { readonly name: string; readonly text: string }) {
  const stem = `${name.replace(/\.\w+$/, '')}-report`
  return (
    <div class="actions">
      <button
        type="button"
        class="quiet"
        onClick={() => saveAsFile(`${stem}.csv`, 'text/csv', reportCsv(text))}
      >
        {t('import.report', { format: 'CSV' })}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() =>
          saveAsFile(`${stem}.jsonl`, 'application/x-ndjson', reportJsonLinesWithoutSummary(text))
        }
      >
        {t('import.report', { format: 'JSON Lines' })}
      </button>
    </div>
  )
}

/** The venues, organizers and terms that are new. */
function Made({ made, isDry }: { readonly made: ImportResult['report']['made']; readonly isDry: boolean }) {
  const groups = linkedWords.flatMap(([resource, word]) => {
    const names = made.filter((one) => one.resource === resource).map(({ name }) => name)
    return names.length === 0 ? [] : [[t(word), listText(names)] as const]
  })
  if (groups.length === 0) return null
  return (
    <details class="part" open>
      <summary>{t(isDry ? 'import.made.soon' : 'import.made')}</summary>
      <dl>
        {groups.map(([label, names]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface ResultsProps {
  /** The name of the file. */
  readonly name: string
  readonly finished: ImportResult
}

/** The counts, the first lines of each outcome, and links to the report. */
export function ImportResults({ name, finished: { report, shown, text } }: ResultsProps) {
  return (
    <section class="results">
      <h2>{t(report.dry_run ? 'preview' : 'import.done')}</h2>
      <p role="status">
        {[...lineOutcomes, 'removed' as const]
          .filter((outcome) => report[outcome] > 0)
          .map((outcome) => t(`import.${outcome}`, { count: report[outcome] }))
          .join(' · ') || t('import.nothing')}
      </p>
      {lineOutcomes.map((outcome) => (
        <Group
          key={outcome}
          outcome={outcome}
          count={report[outcome]}
          lines={shown.filter((line) => line.outcome === outcome)}
        />
      ))}
      <Made made={report.made} isDry={report.dry_run} />
      {report.notes.length > 0 && (
        <details class="part">
          <summary>{t('import.notes')}</summary>
          <ul>
            {[...noteCountsByText(report.notes)].map(([text, count]) => (
              <li key={text}>
                {text} ({count})
              </li>
            ))}
          </ul>
        </details>
      )}
      {report.revisions.length > 0 && <UndoImport revisions={report.revisions} made={report.made} />}
      <Downloads name={name} text={text} />
    </section>
  )
}

/** The progress of the import. */
export function ImportProgressView({
  text,
  progress,
}: {
  readonly text: string
  readonly progress: ImportProgress
}) {
  const { sent, lines, total } = progress
  const share = sent < 1 ? sent : total > 0 ? Math.min(1, lines / total) : undefined
  return (
    <div class="running">
      <p role="status">{text}</p>
      <progress max={1} {...(share !== undefined && { value: share })} aria-label={text} />
      {total > 0 && <span class="detail">{t('import.progress', { done: lines, all: total })}</span>}
    </div>
  )
}
