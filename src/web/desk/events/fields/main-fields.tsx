/** The fields of an event: first those that are always filled, then folded sections with the others. */
import type { ComponentChildren } from 'preact'
import { eventFieldsByPart } from '../../../../contract/resources/fields/event-fields.ts'
import { writableFieldNames } from '../../../../contract/resources/fields/row.ts'
import { namesOf } from '../../../../contract/table-of.ts'
import { ImageField } from '../../media/image-field.tsx'
import { TextField } from '../../parts/field.tsx'
import { AllFieldsSwitch, FoldedSection, FormSection } from '../../parts/part.tsx'
import { CategoriesField } from '../../terms/categories-field.tsx'
import { TagsField } from '../../terms/tags-field.tsx'
import { t } from '../../words/index.ts'
import { listText } from '../../words/list-text.ts'
import type { EventEditingState, EventFieldsProps } from '../editing.ts'
import { ClashWarnings } from '../warnings/warnings.tsx'
import { InternalFields } from './internal-fields.tsx'
import { ListingFields } from './listing-fields.tsx'
import { CustomFields } from './more-fields.tsx'
import { PlainFields } from './plain-field.tsx'
import { TicketsField } from './tickets-field.tsx'
import { typedTextAndSetter } from './typed-text.ts'
import {
  attendanceLineOfDraft,
  costWebsiteAndTicketsLine,
  customFieldsLineOfDraft,
  excerptLineOfDraft,
  organizerNamesLineOfDraft,
} from './value-lines.ts'
import { VenuesOrOrganizersField } from './venues-or-organizers-field.tsx'
import { WhenFields } from './when-fields.tsx'

/** Whether the service refused one of the fields, or a part of one. */
const hasFaultIn = ({ faults }: EventEditingState, ...names: readonly string[]) =>
  Object.keys(faults.value).some((fault) => names.includes(fault.split(/[.[]/)[0] ?? fault))

/** The categories and the picture. */
function LookFields({ state }: EventFieldsProps) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <div class="row look">
      <CategoriesField
        value={draft.categories}
        fault={faults.categories}
        onChange={(ids) => state.set('categories', ids)}
      />
      <ImageField
        image={draft.image}
        fault={faults.image}
        event={state.id}
        onChange={(image) => state.set('image', image)}
      />
    </div>
  )
}

/** The other fields of the outcome. What became of the event stands beside its publication. */
const attendance = writableFieldNames(eventFieldsByPart.outcome).filter((name) => name !== 'event_status')
const texts = namesOf(eventFieldsByPart.text)
const mainNames = namesOf(eventFieldsByPart.main)

/** Where, and what else is there at that time. */
function WhereFields({ state }: EventFieldsProps) {
  return (
    <FormSection title={t('venue')}>
      <VenuesOrOrganizersField state={state} collection="venues" />
      <ClashWarnings state={state} />
    </FormSection>
  )
}

function CostFields({ state }: EventFieldsProps) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <FoldedSection
      title={t('part.cost')}
      line={costWebsiteAndTicketsLine(draft)}
      hasFault={hasFaultIn(state, 'cost', 'tickets', ...mainNames)}
    >
      <div class="row">
        <TextField
          name="cost"
          label={t('cost')}
          hint={t('cost.hint')}
          value={draft.cost}
          fault={faults.cost}
          onInput={(value) => state.set('cost', value)}
        />
        <PlainFields names={mainNames} state={state} />
      </div>
      <TicketsField state={state} />
    </FoldedSection>
  )
}

/** Where it is on the web, and the summary. */
function OnlineAndExcerptFields({ state }: EventFieldsProps) {
  const draft = state.draft.value
  return (
    <>
      <FoldedSection
        title={t('part.attendance')}
        line={attendanceLineOfDraft(draft)}
        hasFault={hasFaultIn(state, ...attendance)}
      >
        <div class="row">
          <PlainFields names={attendance} state={state} />
        </div>
      </FoldedSection>
      <FoldedSection
        title={t('excerpt')}
        line={excerptLineOfDraft(draft)}
        hasFault={hasFaultIn(state, ...texts)}
      >
        <PlainFields names={texts.slice(1)} state={state} />
      </FoldedSection>
    </>
  )
}

/** The sections that are folded at first. */
export function FoldedEventFields({ state }: EventFieldsProps) {
  const draft = state.draft.value
  return (
    <div class="wide folded">
      <OnlineAndExcerptFields state={state} />
      <CostFields state={state} />
      <FoldedSection
        title={t('organizers')}
        line={organizerNamesLineOfDraft(draft)}
        hasFault={hasFaultIn(state, 'organizer')}
      >
        <VenuesOrOrganizersField state={state} collection="organizers" />
      </FoldedSection>
      <FoldedSection title={t('tags')} line={listText(draft.tags)} hasFault={hasFaultIn(state, 'tags')}>
        <TagsField
          value={draft.tags}
          fault={state.faults.value.tags}
          onChange={(tags) => state.set('tags', tags)}
          typed={typedTextAndSetter(state, 'tags')}
        />
      </FoldedSection>
      <FoldedSection
        title={t('custom-fields')}
        line={customFieldsLineOfDraft(draft)}
        hasFault={hasFaultIn(state, 'custom_fields')}
      >
        <CustomFields state={state} />
      </FoldedSection>
      <ListingFields state={state} />
      <InternalFields state={state} />
      <AllFieldsSwitch />
    </div>
  )
}

/** The fields that are filled of every event. */
export function MainFields({ state, dates }: EventFieldsProps & { readonly dates: ComponentChildren }) {
  return (
    <div class="wide main-fields">
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
        {dates}
      </FormSection>
      <WhereFields state={state} />
      <LookFields state={state} />
      <FormSection title={t('part.text')}>
        <PlainFields names={texts.slice(0, 1)} state={state} />
      </FormSection>
    </div>
  )
}
