/** The controls of a form, drawn from rows of fields. */

import type { ComponentChildren } from 'preact'
import type { FieldRow } from '../../../contract/resources/fields/row.ts'
import { CheckField, type Option, RadioField, SelectField, TextField } from '../parts/field.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { MomentField } from '../parts/moment-field.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { ZoneCombobox } from '../time/zone-combobox.tsx'
import { type Key, t } from '../words/index.ts'
import type { FormValues } from './use-edited-item.ts'

// The fields of forms, a row each.

export interface FormRow {
  readonly name: string
  readonly label: Key
  /** The kind of its control; a text of one line by default. */
  readonly type?: FieldRow['type'] | 'password' | 'day' | 'moment' | 'zone'
  /** The zone of a moment. */
  readonly zone?: string
  /** The choices of a field of this type; all are seen where they have hints. */
  readonly options?: readonly Option<string>[]
  readonly isOn?: boolean
  /** Whether a text with markup is usually short. */
  readonly isShort?: boolean
  /** Whether it is shown larger than the others, as the name of a page. */
  readonly isBig?: boolean
  /** Whether a dialog begins with it. */
  readonly isFirst?: boolean
  readonly hint?: Key
  /** A hint with values in it. */
  readonly hintText?: string
  /** What holds while no colour is chosen. */
  readonly none?: Key
  /** The colour, as CSS, that holds then. */
  readonly automatic?: string | undefined
  /** What browsers fill in; by default nothing. */
  readonly autocomplete?: string
  readonly lines?: number
  /** What the label is about, such as a language, where several fields have the same. */
  readonly of?: string
  /** The title of the section in which it is folded, with all rows of the same title, where the first of them stands. */
  readonly fold?: string
}

/** The input type for a type of field. */
function inputType(type: FormRow['type']): 'text' | 'url' | 'tel' | 'email' | 'password' {
  if (type === 'web') return 'url'
  if (type === 'phone') return 'tel'
  return type === 'email' || type === 'password' ? type : 'text'
}

export const imageRow: FormRow = { name: 'image', label: 'image' }

export interface FieldsProps {
  /** What the names of the controls begin with, where the values are those of one of many. */
  readonly prefix?: string
  readonly values: Readonly<Record<string, unknown>>
  /** Why the last save was refused, by field. */
  readonly faults: Readonly<Record<string, string>> | undefined
  readonly set: (changed: FormValues) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const labelOfRow = ({ label, of }: FormRow) => [t(label), ...(of ? [of] : [])].join(' · ')

function Control({ row, prefix = '', values, faults, set }: FieldsProps & { readonly row: FormRow }) {
  const { type, options = [], isShort = false, isBig, isFirst, lines, hint, hintText, autocomplete } = row
  const name = prefix + row.name
  const value = values[row.name]
  const told = hint ? t(hint) : hintText
  const common = { name, label: labelOfRow(row), fault: faults?.[name], ...(told && { hint: told }) }
  const onValue = (next: string | boolean) => set({ [row.name]: next })
  switch (type) {
    case 'flag':
      return <CheckField {...common} value={value === true} onChange={onValue} />
    case 'html':
      return <RichTextField {...common} isShort={isShort} value={textOf(value)} onInput={onValue} />
    case 'choice': {
      const choice = { ...common, value: textOf(value), options, onChange: onValue }
      const areAllSeen = options.some(([, , meaning]) => meaning)
      return areAllSeen ? (
        <RadioField {...choice} autofocus={isFirst === true} />
      ) : (
        <SelectField {...choice} />
      )
    }
    case 'day':
    case 'moment':
      return (
        <MomentField
          {...common}
          kind={type}
          {...(row.zone && { zone: row.zone })}
          value={textOf(value)}
          onInput={onValue}
        />
      )
    case 'zone':
      return <ZoneCombobox value={textOf(value)} fault={faults?.[name]} onChange={onValue} />
    case 'color':
      return (
        <ColorField
          {...common}
          none={row.none}
          automatic={row.automatic}
          value={textOf(value)}
          onChange={onValue}
        />
      )
    default:
      return (
        <TextField
          {...common}
          type={inputType(type)}
          {...(autocomplete && { autocomplete })}
          {...(isBig && { class: 'big', required: true, wraps: true })}
          {...(isFirst && { autofocus: true })}
          {...(lines && { rows: lines })}
          {...(type === 'degrees' && { inputMode: 'decimal' as const })}
          {...(type === 'count' && { inputMode: 'numeric' as const })}
          value={textOf(value)}
          onInput={onValue}
        />
      )
  }
}

export function Fields({ rows, ...fields }: FieldsProps & { readonly rows: readonly FormRow[] }) {
  return (
    <>
      {rows.map((row, at) => {
        const { name, fold } = row
        if (fold === undefined) return <Control key={name} {...fields} row={row} />
        if (rows.findIndex((one) => one.fold === fold) < at) return null
        const folded = rows.filter((one) => one.fold === fold).map(({ fold: _, ...one }) => one)
        return <FoldedFields key={name} {...fields} title={fold} rows={folded} />
      })}
    </>
  )
}

/** Returns the value of a row as a text that people compare, or look at while its section is folded. */
export function shownText(value: unknown, row: FormRow | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value !== 'string') return String(Object(value).url ?? '')
  if (row?.type === 'html') return plainTextOfHtml(value)
  return row?.options?.find(([one]) => one === value)?.[1] ?? value
}

interface FoldedProps extends FieldsProps {
  readonly title: string
  readonly rows: readonly FormRow[]
  /** Those that its children draw, which stand below. */
  readonly others?: readonly FormRow[]
  /** What its line tells besides the values of the rows. */
  readonly line?: readonly string[] | undefined
  readonly isOpen?: boolean
  readonly children?: ComponentChildren
}

/** Fields that are seldom changed, folded: their title, and their values in one line, as far as it has room for them. */
export function FoldedFields(props: FoldedProps) {
  const { title, rows, others = [], line = [], isOpen = false, children, ...fields } = props
  const { values, faults } = fields
  const shown = rows
    .filter(({ name, type }) => values[name] && type !== 'flag')
    .map((row) =>
      shownText(values[row.name], row)
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .slice(0, 60),
    )
  return (
    <FoldedSection
      title={title}
      line={[...shown, ...line].join(' · ')}
      hasFault={[...rows, ...others].some(({ name }) => faults?.[name] !== undefined)}
      isOpen={isOpen}
    >
      <div class="row">
        <Fields {...fields} rows={rows} />
      </div>
      {children}
    </FoldedSection>
  )
}
