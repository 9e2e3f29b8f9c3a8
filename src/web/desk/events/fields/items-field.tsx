/** What an event is linked to: the chosen items, and a field that finds others. */
import type { ComponentChildren, VNode } from 'preact'
import { useUntakenText } from '../../kept/text.ts'
import { Icon } from '../../parts/link.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import type { Suggestion } from '../../suggesting/suggestion.ts'
import { t } from '../../words/index.ts'
import type { DraftKey } from '../draft.ts'
import type { EventFieldsProps } from '../editing.ts'

interface ChosenProps {
  readonly name: string
  readonly remove: () => void
  /** What stands for it; by default its name. */
  readonly children?: ComponentChildren
}

export const ChosenItem = ({ name, remove, children = name }: ChosenProps) => (
  <li>
    {children}
    <button
      type="button"
      class="quiet"
      aria-label={t('remove-named', { name })}
      title={t('remove')}
      onClick={remove}
    >
      <Icon of="x" />
    </button>
  </li>
)

interface ItemsProps extends EventFieldsProps {
  readonly arg: DraftKey
  readonly label: string
  readonly hint: string
  /** The label of all that are chosen. */
  readonly of: string
  readonly chosen: readonly VNode[]
  readonly suggest: (typed: string) => Promise<readonly Suggestion[]>
  readonly pick: (picked: Suggestion, typed: string) => void
}

export function ItemsField({ state, arg, label, hint, of, chosen, suggest, pick }: ItemsProps) {
  const [text, setText] = useUntakenText(arg)
  return (
    <Combobox
      name={arg}
      label={label}
      hint={hint}
      text={text}
      fault={state.faults.value[arg]}
      chosen={
        chosen.length > 0 && (
          <ul class="chips" aria-label={of}>
            {chosen}
          </ul>
        )
      }
      suggest={suggest}
      isUntaken={text.trim() !== ''}
      onText={setText}
      onPick={(picked) => {
        pick(picked, text.trim())
        setText('')
      }}
    />
  )
}
