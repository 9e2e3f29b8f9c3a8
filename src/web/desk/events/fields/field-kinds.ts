/** The kinds of the plain fields of events, by which the form shows them. */
import {
  eventFields,
  type WritableEventFieldName,
} from '../../../../contract/resources/fields/event-fields.ts'
import { organizerFields, venueFields } from '../../../../contract/resources/fields/item-fields.ts'
import type { FieldRow, FieldRows } from '../../../../contract/resources/fields/row.ts'
import { wordAt } from '../../words/index.ts'

type Rows = typeof eventFields

type OfType<T extends FieldRow['type']> = {
  [K in WritableEventFieldName]: Rows[K]['type'] extends T ? K : never
}[WritableEventFieldName]

type ChoiceFieldName = OfType<'choice'>

/** Fields of one name are of one type, whatever the item. */
const rows: FieldRows = { ...organizerFields, ...venueFields, ...eventFields }
const isOf = (name: string, type: FieldRow['type']) => rows[name]?.type === type

export const isChoiceFieldName = (name: string): name is ChoiceFieldName => isOf(name, 'choice')
export const isHtmlFieldName = (name: string): name is OfType<'html'> => isOf(name, 'html')
export const isWebAddressFieldName = (name: string): name is OfType<'web'> => isOf(name, 'web')

export const choiceText = (name: ChoiceFieldName, choice: string): string =>
  wordAt(`${name}.${choice}`) ?? choice
