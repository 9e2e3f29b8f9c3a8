/** The values of a change, before and after. No part of the start: the overview tells of changes without them. */
import { choiceText, isChoiceFieldName, isHtmlFieldName } from '../events/fields/field-kinds.ts'
import { plainTextOfHtml } from '../parts/markup.ts'
import { recurrenceLinesText } from '../series/lines.ts'
import { shortDateTimeText, shortDaysText, todayOfSite } from '../time/wall.ts'
import { ComparedText } from '../translating/compared-text.tsx'
import { translatedTextNamesByCollection } from '../translating/translation.tsx'
import { language, languageName, listText, t, wordAt } from '../words/index.ts'
import { costText } from '../words/prices.ts'
import { itemFieldLabel, type LoggedChange } from './changes.ts'

const MAX_LENGTH = 200
const translatedTextNames: readonly string[] = Object.values(translatedTextNamesByCollection).flat()

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

function memberText(value: unknown): string {
  const { name, display_name, label } = Object(value)
  if (typeof name === 'string') return name
  if (typeof display_name === 'string') return display_name
  if (typeof label === 'string') return t('labelled', { label, text: String(Object(value).value) })
  return String(value)
}

interface Values {
  readonly before?: unknown
  readonly after?: unknown
}

/** The texts of a translation, and whether it is published. Those of settings always are, and have nothing else. */
function translationText({ state, ...texts }: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(texts).flatMap(([name, text]) =>
    (state === undefined || translatedTextNames.includes(name)) && typeof text === 'string' && text !== ''
      ? [plainTextOfHtml(text)]
      : [],
  )
  const states = state === undefined ? [] : [t(state === 'draft' ? 'status.draft' : 'translation.published')]
  return shortened([...shown, ...states].join(' · '))
}

/** The translations that read differently, a field each: what they were made of may have changed alone. */
function byLanguage({ before, after }: Values): readonly (readonly [field: string, Values])[] {
  const at = (all: unknown, tag: string): unknown => Object(all)[tag]
  const textAt = (all: unknown, tag: string) => at(all, tag) && translationText(Object(at(all, tag)))
  return Object.keys({ ...Object(before), ...Object(after) })
    .filter((tag) => textAt(before, tag) !== textAt(after, tag))
    .map((tag) => [`translations.${tag}`, { before: at(before, tag), after: at(after, tag) }])
}

function timeOrDayText(wall: string): string {
  const year = todayOfSite().slice(0, 4)
  return wall.endsWith('00:00:00') ? shortDaysText(wall, wall, year) : shortDateTimeText(wall, year)
}

/** Returns the name of a region in the language of the desk; its code while it is being typed. */
export const nameOfRegion = (code: string): string =>
  /^(?:[a-z]{2}|\d{3})$/i.test(code)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code)
    : code

/** A theme is named by its file. */
export const nameOfTheme = (theme: string): string => theme.slice(0, 1).toUpperCase() + theme.slice(1)

/** Returns a value of a field as a text that people compare. */
export function fieldValueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '' || value === 0) return t('history.empty')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field.startsWith('translations.')) return translationText(Object(value))
  if (field === 'cost') return costText(String(value))
  if (field === 'recurrence' && Array.isArray(value)) return shortened(recurrenceLinesText(value.map(String)))
  if (Array.isArray(value)) return listText(value.map(memberText)) || t('history.empty')
  const { name, display_name = name } = Object(value)
  if (typeof value === 'object' && typeof display_name === 'string') return memberText(value)
  if (typeof value === 'object') return listText(Object.values(value).map(memberText)) || t('history.empty')
  const text = String(value)
  if (isChoiceFieldName(field)) return choiceText(field, text)
  if (field === 'language') return languageName(text)
  if (field === 'region') return nameOfRegion(text)
  if (field === 'theme') return nameOfTheme(text)
  if (field === 'status') return wordAt(`status.${text}`) ?? text
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return timeOrDayText(text)
  return shortened(isHtmlFieldName(field) || field === 'content' ? plainTextOfHtml(text) : text)
}

interface ValuesProps {
  readonly resource: LoggedChange['resource']
  readonly values: readonly (readonly [field: string, Values])[]
}

/** From this length on, two texts are compared word by word. */
const LONG = 60

function Change({ before, after }: { readonly before: string; readonly after: string }) {
  if (before.length >= LONG && after.length >= LONG) return <ComparedText before={before} after={after} />
  return (
    <>
      <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
    </>
  )
}

export function ValuesBeforeAndAfter({ resource, values }: ValuesProps) {
  const rows = values.flatMap((row) => (row[0] === 'translations' ? byLanguage(row[1]) : [row]))
  return (
    <dl class="values">
      {rows.map(([field, { before, after }]) => (
        <div key={field}>
          <dt>{itemFieldLabel(resource, field)}</dt>
          <dd>
            <Change before={fieldValueText(field, before)} after={fieldValueText(field, after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields whose values before and after were recorded. */
export const recordedValues = ({ values = {} }: LoggedChange): ValuesProps['values'] =>
  Object.entries(values).filter(([field]) => field !== 'merged')

/** The changed fields with their values before and after; nothing if none were recorded. */
export function ChangedValues({ change }: { readonly change: LoggedChange }) {
  const values = recordedValues(change)
  return values.length === 0 ? null : <ValuesBeforeAndAfter resource={change.resource} values={values} />
}
