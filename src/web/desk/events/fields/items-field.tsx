/** What an event is linked to: the chosen items, and a field that finds others. */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useUntakenText } from '../../kept/text.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import type { Suggestion } from '../../suggesting/suggestion.ts'
import { t } from '../../words/index.ts'
import type { DraftKey } from '../draft.ts'
import type { EventFieldsProps } from '../editing.ts'
import { focusAfterFieldOnceShown, focusFieldOnceShown } from '../focus-field.ts'

interface ChosenProps {
  readonly name: string
  readonly remove: () => void
  /** What stands for it; by default its name. */
  readonly children?: ComponentChildren
}

export const ChosenItem = ({ name, remove, children = name }: ChosenProps) => (
  <li>
    {children}
    <IconButton icon="x" label={t('remove-named', { name })} title={t('remove')} onClick={remove} />
  </li>
)

interface ItemsProps extends EventFieldsProps {
  readonly arg: DraftKey
  readonly label: string
  readonly hint: string
  /** The label of all that are chosen. */
  readonly of: string
  readonly chosen: readonly VNode[]
  /** The label of the button that asks for another one; without it, one is all. */
  readonly further?: string
  readonly suggest: (typed: string) => Promise<readonly Suggestion[]>
  readonly pick: (picked: Suggestion, typed: string) => void
}

/** Once something is chosen, the field for more is there when it is asked for: empty, it would look like one that is missing. */
export function ItemsField({ state, arg, label, hint, of, chosen, further, suggest, pick }: ItemsProps) {
  const [text, setText] = useUntakenText(arg)
  const [isOpen, setOpen] = useState(false)
  const fault = state.faults.value[arg]
  const chips = chosen.length > 0 && (
    <ul class="chips" aria-label={of}>
      {chosen}
    </ul>
  )
  const open = () => {
    setOpen(true)
    focusFieldOnceShown(arg)
  }
  if (chips && !isOpen && text === '')
    return (
      <div class="field" data-field={arg}>
        <span class="label">{label}</span>
        {chips}
        {further && <Button name={arg} class="quiet" onClick={open} label={further} />}
        {fault && <p class="wrong">{fault}</p>}
      </div>
    )
  return (
    <Combobox
      name={arg}
      label={label}
      hint={hint}
      text={text}
      fault={fault}
      chosen={chips}
      suggest={suggest}
      isUntaken={text.trim() !== ''}
      onText={setText}
      onPick={(picked) => {
        pick(picked, text.trim())
        setText('')
        setOpen(false)
        // What is taken as the field is left takes no focus.
        if (!document.activeElement?.matches(`[name=${arg}]`)) return
        if (further === undefined) focusAfterFieldOnceShown(arg)
        else focusFieldOnceShown(arg)
      }}
    />
  )
}
