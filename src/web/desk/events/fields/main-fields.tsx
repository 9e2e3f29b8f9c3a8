/** The fields of an event: first those that are always filled, then folded sections with the others. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { eventFieldsByPart } from '../../../../contract/resources/fields/event-fields.ts'
import { writableFieldNames } from '../../../../contract/resources/fields/row.ts'
import { namesOf } from '../../../../contract/table-of.ts'
import type { EventPublicationStatus } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { EventGroupFields } from '../../groups/event-fields.tsx'
import { mayPublishIn } from '../../groups/groups.ts'
import { ImageField } from '../../media/image-field.tsx'
import { imageWithTypedTexts } from '../../media/images.ts'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { domNodesOfHtml } from '../../parts/markup.ts'
import { AllFieldsSwitch, FoldedSection, FormSection } from '../../parts/sections.tsx'
import { CategoriesField, TagsField } from '../../terms/fields.tsx'
import { loadAllCategories } from '../../terms/terms.ts'
import { epochMillisecondsNow, plusMinutes, spanText, wallTimeIn } from '../../time/wall.ts'
import { listText, t, wordAt } from '../../words/index.ts'
import type { EventDraft } from '../draft.ts'
import { type EventEditingState, type EventFieldsProps, typedTextAndSetter } from '../editing.ts'
import { statusText } from '../list/texts.tsx'
import { ClashWarnings } from '../warnings.tsx'
import { choiceText } from './field-kinds.ts'
import {
  attendanceLineOfDraft,
  CustomFields,
  costWebsiteAndTicketsLine,
  customFieldsLineOfDraft,
  excerptLineOfDraft,
  InternalFields,
  ListingFields,
  nameOfDraftLink,
  organizerNamesLineOfDraft,
  PlainFields,
  slugAndPasswordLineOfDraft,
  TicketsField,
} from './folded-fields.tsx'
import { VenuesOrOrganizersField } from './venues-or-organizers-field.tsx'
import { WhenFields } from './when-fields.tsx'

/** Whether the service refused one of the fields, or a part of one. */
const hasFaultIn = ({ faults }: EventEditingState, ...names: readonly string[]) =>
  Object.keys(faults.value).some((fault) => names.includes(fault.split(/[.[]/)[0] ?? fault))

/** The categories and the picture. */
function LookFields({ state }: EventFieldsProps) {
  const [draft, faults] = [state.values.value, state.faults.value]
  return (
    <div class="row look">
      <CategoriesField
        value={draft.categories}
        fault={faults.categories}
        onChange={(ids) => state.set({ categories: ids })}
      />
      <ImageField
        image={draft.image}
        fault={faults.image}
        event={state.id}
        onChange={(image) => state.set({ image })}
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
  const [draft, faults] = [state.values.value, state.faults.value]
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
          onInput={(value) => state.set({ cost: value })}
        />
        <PlainFields names={mainNames} state={state} />
      </div>
      <TicketsField state={state} />
    </FoldedSection>
  )
}

/** Where it is on the web, and the summary. */
function OnlineAndExcerptFields({ state }: EventFieldsProps) {
  const draft = state.values.value
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
  const draft = state.values.value
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
          onChange={(tags) => state.set({ tags })}
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
        value={state.values.value.title}
        fault={state.faults.value.title}
        required
        onInput={(value) => state.set({ title: value })}
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

// How readers will see the event, with what is not saved yet.

function CategoryNames({ ids }: { readonly ids: readonly number[] }) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const names = all.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return names.length === 0 ? null : <p class="of">{names.join(' · ')}</p>
}

/** The text, made node by node as in the field: nothing of it runs or loads. */
function Text({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(...domNodesOfHtml(html)), [html])
  return <div class="text" ref={box} />
}

/** The card of the event. */
function LivePreview({ draft }: { readonly draft: EventDraft }) {
  const { title, image, event_status, venue, cost, categories, description, excerpt } = draft
  return (
    <section class="live" aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <article>
        {image && <img src={image.url} alt={imageWithTypedTexts(image).alt_text} loading="lazy" />}
        <div class="body">
          {event_status !== 'scheduled' && <p class="outcome">{choiceText('event_status', event_status)}</p>}
          <CategoryNames ids={categories} />
          <p class="headline">{title}</p>
          <p>{spanText(draft)}</p>
          {venue.length > 0 && <p>{listText(venue.map(nameOfDraftLink))}</p>}
          {cost.trim() !== '' && <p>{cost}</p>}
          <Text html={excerpt.trim() === '' ? description : excerpt} />
        </div>
      </article>
    </section>
  )
}

// How an event is published, and its preview.

function statusOptions(
  current: EventPublicationStatus,
  group: number,
): readonly (readonly [EventPublicationStatus, string])[] {
  const all: readonly EventPublicationStatus[] = mayPublishIn(group)
    ? ['publish', 'future', 'draft', 'pending', 'private']
    : ['draft', 'pending']
  const offered = all.includes(current) ? all : [current, ...all]
  return offered.map((status) => [status, status === 'future' ? t('schedule') : statusText(status)])
}

/** The status, and the publication date of a scheduled event: by default tomorrow. */
function PublicationFields({ state }: EventFieldsProps) {
  const { status, date, group } = state.values.value
  const today = wallTimeIn(deskSettings.zone, epochMillisecondsNow())
  const choose = (next: EventPublicationStatus) => {
    state.set({ status: next })
    if (next === 'future' && date <= today)
      state.set({ date: `${plusMinutes(today, 1440).slice(0, 10)} 09:00:00` })
  }
  return (
    <>
      <SelectField
        name="status"
        label={t('status')}
        hint={mayPublishIn(group) ? undefined : wordAt(`status.${status}.waits`)}
        value={status}
        options={statusOptions(status, group)}
        onChange={choose}
        fault={state.faults.value.status}
      />
      {status === 'future' && (
        <TextField
          name="date"
          type="datetime-local"
          label={t('publication')}
          hint={t('publication.hint', { zone: deskSettings.zone })}
          value={date.slice(0, 16).replace(' ', 'T')}
          fault={date <= today ? t('publication.past') : state.faults.value.date}
          onInput={(value) => state.set({ date: value === '' ? '' : `${value.replace('T', ' ')}:00` })}
        />
      )}
    </>
  )
}

/** Rarely used fields. */
function AddressFields({ state }: EventFieldsProps) {
  const isProtected = state.item.value?.password_protected === true
  const { slug, password } = state.values.value
  return (
    <FoldedSection
      title={t('part.address')}
      line={slugAndPasswordLineOfDraft(state.values.value, isProtected)}
      hasFault={state.faults.value.slug !== undefined || state.faults.value.password !== undefined}
    >
      <TextField
        name="slug"
        label={t('slug')}
        hint={t('slug.hint')}
        value={slug}
        fault={state.faults.value.slug}
        onInput={(value) => state.set({ slug: value })}
      />
      {state.id !== undefined && (
        <TextField
          name="password"
          label={t('event-password')}
          hint={t(isProtected ? 'event-password.set' : 'event-password.hint')}
          value={password ?? ''}
          fault={state.faults.value.password}
          onInput={(value) => state.set({ password: value === '' ? undefined : value })}
        />
      )}
      {isProtected && (
        <CheckField
          name="unprotect"
          label={t('event-password.remove')}
          value={password === ''}
          onChange={(value) => state.set({ password: value ? '' : undefined })}
        />
      )}
    </FoldedSection>
  )
}

/** The narrow column of the form: its publication, and how readers will see it. */
export function SideFields({ state }: EventFieldsProps) {
  return (
    <div class="narrow">
      <FormSection title={t('part.publication')}>
        <PublicationFields state={state} />
        <PlainFields names={['event_status']} state={state} />
        <EventGroupFields state={state} />
        <AddressFields state={state} />
      </FormSection>
      <LivePreview draft={state.values.value} />
    </div>
  )
}
