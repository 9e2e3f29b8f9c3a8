/** The main fields of an event: title, time, venue, organizers and description. */
import { eventFieldsByPart } from '../../../../contract/resources/fields/event-fields.ts'
import { writableNames } from '../../../../contract/resources/fields/row.ts'
import { namesOf } from '../../../../contract/table-of.ts'
import { TextField } from '../../parts/field.tsx'
import { FormSection } from '../../parts/part.tsx'
import { RepeatFields } from '../../series/repeat-fields.tsx'
import { t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { ClashWarnings } from '../warnings/warnings.tsx'
import { LinksField } from './links-field.tsx'
import { CustomFields } from './more-fields.tsx'
import { PlainFields } from './plain-field.tsx'
import { TicketsField } from './tickets-field.tsx'
import { WhenFields } from './when-fields.tsx'

function CostFields({ state }: { readonly state: EventEditingState }) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <FormSection title={t('part.cost')}>
      <div class="row">
        <TextField
          name="cost"
          label={t('cost')}
          hint={t('cost.hint')}
          value={draft.cost}
          fault={faults.cost}
          onInput={(value) => state.set('cost', value)}
        />
        <PlainFields names={namesOf(eventFieldsByPart.main)} state={state} />
      </div>
      <TicketsField state={state} />
    </FormSection>
  )
}

/** The other fields of the outcome. The other fields of the outcome. What became of the event stands beside its publication. */
const attendance = writableNames(eventFieldsByPart.outcome).filter((name) => name !== 'event_status')

/** The wide column of the form. */
export function MainFields({ state }: { readonly state: EventEditingState }) {
  return (
    <div class="wide">
      <TextField
        name="title"
        class="big"
        label={t('title')}
        value={state.draft.value.title}
        fault={state.faults.value.title}
        required
        onInput={(value) => state.set('title', value)}
      />
      <FormSection title={t('when')}>
        <WhenFields state={state} />
        <RepeatFields state={state} />
      </FormSection>
      <FormSection title={t('part.where')}>
        <LinksField state={state} collection="venues" />
        <div class="row">
          <PlainFields names={attendance} state={state} />
        </div>
        <ClashWarnings state={state} />
        <LinksField state={state} collection="organizers" />
      </FormSection>
      <FormSection title={t('part.text')}>
        <PlainFields names={namesOf(eventFieldsByPart.text)} state={state} />
      </FormSection>
      <CostFields state={state} />
      <FormSection title={t('custom-fields')}>
        <CustomFields state={state} />
      </FormSection>
    </div>
  )
}
