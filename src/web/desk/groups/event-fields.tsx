import { hasRoleAtLeast } from '../api/api.ts'
import type { EventFieldsProps } from '../events/editing.ts'
import { CheckField, SelectField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import { mayDecideInMainOfGroup, useOfferedGroups } from './groups.ts'

/** The groups to choose from: those in which the user may create, and the one that the event is in. */
function useChoices({ state }: EventFieldsProps) {
  const offered = useOfferedGroups()
  const kept = state.item.value?.group
  const options = offered.map(({ id, name }) => [String(id), name] as const)
  const isKnown = !kept || offered.some(({ id }) => id === kept.id)
  return {
    offered,
    options: [
      ...(hasRoleAtLeast('contributor') ? [['0', t('group.none')] as const] : []),
      ...(isKnown ? [] : [[String(kept.id), kept.name] as const]),
      ...options,
    ],
  }
}

/** The fields of an event's group, and of whether it stands in the main calendar; nothing where there are no groups. */
export function EventGroupFields({ state }: EventFieldsProps) {
  const { offered, options } = useChoices({ state })
  const { group, in_main } = state.values.value
  const chosen = offered.find(({ id }) => id === group)
  const move = (id: string) => {
    // In another group, the event follows that group, until somebody decides otherwise.
    state.set({ group: Number(id), in_main: undefined })
  }
  if (offered.length === 0 && group === 0) return null
  const isInMain = in_main ?? chosen?.main === 'all'
  return (
    <>
      <SelectField
        name="group"
        label={t('one.group')}
        value={String(group)}
        options={options}
        onChange={move}
        fault={state.faults.value.group}
      />
      {chosen && mayDecideInMainOfGroup(chosen) && (
        <CheckField
          name="in_main"
          label={t('in-main')}
          value={isInMain}
          onChange={(value) => state.set({ in_main: value })}
        />
      )}
      {chosen && !mayDecideInMainOfGroup(chosen) && (
        <p class="hint">
          {t(isInMain ? 'in-main.yes' : chosen.main === 'none' ? 'in-main.none' : 'in-main.review')}
        </p>
      )}
    </>
  )
}
