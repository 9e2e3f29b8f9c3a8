/** A list of changes, one line each. */
import type { ComponentChildren } from 'preact'
import { choiceText, isChoiceFieldName, isHtmlFieldName } from '../events/fields/field-kinds.ts'
import { plainTextOfHtml } from '../parts/markup.ts'
import { recurrenceLinesText } from '../series/lines.ts'
import { dateTimeText, dayText, utcAsBrowserTimeText } from '../time/wall.ts'
import { listText, t, wordAt } from '../words/index.ts'
import { changeAuthorText, changeText, itemFieldLabel, type LoggedChange } from './changes.ts'

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

// The values of a change, before and after.

const MAX_LENGTH = 200

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

function memberText(value: unknown): string {
  const { name, display_name, label } = Object(value)
  if (typeof name === 'string') return name
  if (typeof display_name === 'string') return display_name
  if (typeof label === 'string') return t('labelled', { label, text: String(Object(value).value) })
  return String(value)
}

/** Formats a value as text. */
function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '' || value === 0) return t('history.empty')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field === 'recurrence' && Array.isArray(value)) return shortened(recurrenceLinesText(value.map(String)))
  if (Array.isArray(value)) return listText(value.map(memberText)) || t('history.empty')
  const { name, display_name = name } = Object(value)
  if (typeof value === 'object' && typeof display_name === 'string') return memberText(value)
  if (typeof value === 'object') return listText(Object.values(value).map(memberText)) || t('history.empty')
  const text = String(value)
  if (isChoiceFieldName(field)) return choiceText(field, text)
  if (field === 'status') return wordAt(`status.${text}`) ?? text
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text))
    return text.endsWith('00:00:00') ? dayText(text) : dateTimeText(text)
  return shortened(isHtmlFieldName(field) || field === 'content' ? plainTextOfHtml(text) : text)
}

interface ValuesProps {
  readonly resource: LoggedChange['resource']
  readonly values: readonly (readonly [
    field: string,
    { readonly before?: unknown; readonly after?: unknown },
  ])[]
}

/** Fields with their values before and after. */
export function ValuesBeforeAndAfter({ resource, values }: ValuesProps) {
  return (
    <dl class="values">
      {values.map(([field, { before, after }]) => (
        <div key={field}>
          <dt>{itemFieldLabel(resource, field)}</dt>
          <dd>
            <del>{valueText(field, before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{valueText(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The changed fields with their values before and after; empty if none were recorded. */
export function ChangedValues({ change }: { readonly change: LoggedChange }) {
  const values = Object.entries(change.values ?? {}).filter(([field]) => field !== 'merged')
  return values.length === 0 ? null : <ValuesBeforeAndAfter resource={change.resource} values={values} />
}
