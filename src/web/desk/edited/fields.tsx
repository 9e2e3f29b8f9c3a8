/** The controls of a form, drawn from rows of fields. */

import { useState } from 'preact/hooks'
import type { FieldRow } from '../../../contract/resources/fields/row.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, SelectField, TextField } from '../parts/field.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { RichTextField } from '../parts/rich-text.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { type Key, t } from '../words/index.ts'
import type { FormValue, FormValues } from './use-edited-item.ts'

// Another user has changed the same fields. The user chooses a value for each.

/** A field that both have changed, with both values as texts. */
interface ConflictRow<N extends string> {
  readonly name: N
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

interface SideProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly isChosen: boolean
  readonly choose: () => void
}

function Side({ name, label, text, isChosen, choose }: SideProps) {
  return (
    <label class="side">
      <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={choose} />
      <span>
        <strong>{label}</strong>
        <span class="text">{text === '' ? t('nothing') : text}</span>
      </span>
    </label>
  )
}

interface ConflictProps<N extends string> {
  readonly rows: readonly ConflictRow<N>[]
  /** Gets the names of the fields whose own value is kept. */
  readonly settle: (mine: ReadonlySet<N>) => void
  /** Goes back to the form, and changes nothing. */
  readonly close: () => void
}

/** Asks for each field which value is kept. */
export function ConflictDialog<N extends string>({ rows, settle, close }: ConflictProps<N>) {
  const [kept, setKept] = useState<ReadonlySet<N>>(new Set(rows.map(({ name }) => name)))
  const keep = (name: N, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(name)
    else next.delete(name)
    setKept(next)
  }
  return (
    <Dialog title={t('conflict')} onClose={close} class="wide">
      <p>{t('conflict.text')}</p>
      {rows.map(({ name, label, mine, theirs }) => {
        const side = (text: string, isMine: boolean) => (
          <Side
            name={name}
            label={t(isMine ? 'conflict.mine' : 'conflict.theirs')}
            text={text}
            isChosen={kept.has(name) === isMine}
            choose={() => keep(name, isMine)}
          />
        )
        return (
          <fieldset key={name} class="sides">
            <legend>{label}</legend>
            {side(mine, true)}
            {side(theirs, false)}
          </fieldset>
        )
      })}
      <div class="actions">
        <button type="button" class="main" onClick={() => settle(kept)}>
          {t('conflict.save')}
        </button>
        <button type="button" onClick={close}>
          {t('conflict.back')}
        </button>
      </div>
    </Dialog>
  )
}

// The fields of forms, a row each.

/** A field of a form. */
export interface FormRow {
  readonly name: string
  readonly label: Key
  /** The kind of its control; a text of one line by default. */
  readonly type?: FieldRow['type']
  /** The choices of a field of this type, with their labels. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** Whether a flag is set in a new item. */
  readonly isOn?: boolean
  /** Whether a text with markup is usually short. */
  readonly isShort?: boolean
  /** Whether it is shown larger than the others, as the name of a page. */
  readonly isBig?: boolean
  readonly hint?: Key
  /** The number of lines of a text that has more than one. */
  readonly lines?: number
  /** What the label is about, such as a language, where several fields have the same. */
  readonly of?: string
}

/** The input type for a type of field. */
export function inputType(type: FormRow['type']): 'text' | 'url' | 'tel' | 'email' {
  if (type === 'web') return 'url'
  if (type === 'phone') return 'tel'
  return type === 'email' ? 'email' : 'text'
}

/** The image, which has a control of its own. */
export const imageRow: FormRow = { name: 'image', label: 'image' }

interface FieldsProps {
  readonly values: FormValues
  /** Why the last save was refused, by field. */
  readonly faults: Readonly<Record<string, string>> | undefined
  readonly set: (changed: FormValues) => void
}

const textOf = (value: FormValue): string => (typeof value === 'string' ? value : '')

/** The label of a row, with what it is about. */
const labelOf = ({ label, of }: FormRow) =>
  of === undefined ? t(label) : t('labelled', { label: of, text: t(label) })

function Control({ row, values, faults, set }: FieldsProps & { readonly row: FormRow }) {
  const { name, type, options = [], isShort = false, isBig, lines, hint } = row
  const value = values[name]
  const common = { name, label: labelOf(row), fault: faults?.[name], ...(hint && { hint: t(hint) }) }
  const onValue = (next: string | boolean) => set({ [name]: next })
  switch (type) {
    case 'flag':
      return <CheckField {...common} value={value === true} onChange={onValue} />
    case 'html':
      return <RichTextField {...common} isShort={isShort} value={textOf(value)} onInput={onValue} />
    case 'choice':
      return <SelectField {...common} value={textOf(value)} options={options} onChange={onValue} />
    case 'color':
      return <ColorField {...common} value={textOf(value)} onChange={onValue} />
    default:
      return (
        <TextField
          {...common}
          type={inputType(type)}
          {...(isBig && { class: 'big', required: true })}
          {...(lines && { rows: lines })}
          {...(type === 'degrees' && { inputMode: 'decimal' as const })}
          {...(type === 'count' && { inputMode: 'numeric' as const })}
          value={textOf(value)}
          onInput={onValue}
        />
      )
  }
}

/** One control for each row, in their order. */
export function Fields({ rows, ...fields }: FieldsProps & { readonly rows: readonly FormRow[] }) {
  return (
    <>
      {rows.map((row) => (
        <Control key={row.name} {...fields} row={row} />
      ))}
    </>
  )
}

/** Returns a value as a text that people compare. */
function comparedText(value: FormValue, row: FormRow | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'object') return value.url
  if (row?.type === 'html') return plainTextOfHtml(textOf(value))
  return row?.options?.find(([one]) => one === value)?.[1] ?? textOf(value)
}

interface ConflictsProps {
  readonly rows: readonly FormRow[]
  readonly state: {
    readonly values: FormValues
    readonly conflicts: FormValues
    readonly settle: (mine: ReadonlySet<string> | undefined) => unknown
  }
  readonly settle?: (mine: ReadonlySet<string>) => void
}

/** Asks about the fields that another user has changed, too; nothing if there are none. */
export function Conflicts({ rows, state, settle = state.settle }: ConflictsProps) {
  const names = Object.keys(state.conflicts)
  if (names.length === 0) return null
  const compared = names.map((name) => {
    const row = rows.find((one) => one.name === name)
    const mine = comparedText(state.values[name], row)
    return { name, label: row ? labelOf(row) : name, mine, theirs: comparedText(state.conflicts[name], row) }
  })
  return <ConflictDialog rows={compared} settle={settle} close={() => state.settle(undefined)} />
}
