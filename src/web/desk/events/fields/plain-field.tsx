/** Plain fields of an event: each is shown by its kind. */
import {
  eventFields,
  type WritableEventFieldName,
} from '../../../../contract/resources/fields/event-fields.ts'
import { SelectField } from '../../parts/choice.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { RichTextField } from '../../parts/rich-text.tsx'
import { t, wordAt } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { choiceText } from './choice-text.ts'
import {
  type ChoiceFieldName,
  isChoiceFieldName,
  isFlagFieldName,
  isHtmlFieldName,
  isShortHtmlField,
  isWebAddressFieldName,
} from './field-kinds.ts'

interface PlainProps<N extends WritableEventFieldName = WritableEventFieldName> {
  readonly name: N
  readonly state: EventEditingState
}

function ChoiceOf({ name, state }: PlainProps<ChoiceFieldName>) {
  const options = eventFields[name].choices.map((one) => [one, choiceText(name, one)] as const)
  return (
    <SelectField
      name={name}
      label={t(name)}
      hint={wordAt(`${name}.hint`)}
      value={state.draft.value[name]}
      options={options}
      onChange={(value) => state.set(name, value)}
      fault={state.faults.value[name]}
    />
  )
}

/** A plain field, with its label, and its hint if it has one. */
export function PlainField({ name, state }: PlainProps) {
  if (isChoiceFieldName(name)) return <ChoiceOf name={name} state={state} />
  const common = { name, label: t(name), fault: state.faults.value[name] }
  if (isFlagFieldName(name))
    return (
      <CheckField
        name={name}
        label={t(name)}
        value={state.draft.value[name]}
        onChange={(value) => state.set(name, value)}
      />
    )
  const texts = { ...common, hint: wordAt(`${name}.hint`), value: state.draft.value[name] }
  const onInput = (value: string) => state.set(name, value)
  if (isHtmlFieldName(name))
    return <RichTextField {...texts} isShort={isShortHtmlField(name)} onInput={onInput} />
  return <TextField {...texts} type={isWebAddressFieldName(name) ? 'url' : 'text'} onInput={onInput} />
}

interface PlainFieldsProps {
  readonly names: readonly WritableEventFieldName[]
  readonly state: EventEditingState
}

/** Several plain fields, in the order of their names. */
export const PlainFields = ({ names, state }: PlainFieldsProps) => (
  <>
    {names.map((name) => (
      <PlainField key={name} name={name} state={state} />
    ))}
  </>
)
