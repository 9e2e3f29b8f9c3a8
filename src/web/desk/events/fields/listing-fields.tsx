/** How lists of events show an event. */
import {
  type EventFlagName,
  eventFields,
  eventFlagNames,
} from '../../../../contract/resources/fields/event-fields.ts'
import { FoldedSection } from '../../parts/part.tsx'
import { t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { ParentField } from './more-fields.tsx'
import { PlainFields } from './plain-field.tsx'
import { listingLineOfDraft } from './value-lines.ts'

const isOn = (flag: EventFlagName) => eventFields[flag].byDefault
/** The flags: those that are off by default come first, in reverse order of declaration. */
const flags = [...eventFlagNames.filter((flag) => !isOn(flag)).reverse(), ...eventFlagNames.filter(isOn)]

/** The flags, and the event that it is a part of. */
export function ListingFields({ state }: { readonly state: EventEditingState }) {
  return (
    <FoldedSection
      title={t('part.listing')}
      line={listingLineOfDraft(state.draft.value)}
      hasFault={state.faults.value.post_parent !== undefined}
    >
      <PlainFields names={flags} state={state} />
      <ParentField state={state} />
    </FoldedSection>
  )
}
