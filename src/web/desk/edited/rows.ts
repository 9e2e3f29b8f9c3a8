/** The fields of forms, a row each. */
import type { FieldRow } from '../../../contract/resources/fields/row.ts'
import type { Key } from '../words/index.ts'

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
}

/** The input type for a type of field. */
export function inputType(type: FormRow['type']): 'text' | 'url' | 'tel' | 'email' {
  if (type === 'web') return 'url'
  if (type === 'phone') return 'tel'
  return type === 'email' ? 'email' : 'text'
}

/** The image, which has a control of its own. */
export const imageRow: FormRow = { name: 'image', label: 'image' }
