/** The fields of an event that are always filled, its publication, and its preview. */
import type { EventPublicationStatus } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { EventGroupFields } from '../../groups/event-fields.tsx'
import { mayPublishIn } from '../../groups/groups.ts'
import { ImageField } from '../../media/image-field.tsx'
import { imageWithTypedTexts } from '../../media/images.ts'
import { SelectField } from '../../parts/field.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { CategoriesField } from '../../terms/fields.tsx'
import { loadAllCategories } from '../../terms/terms.ts'
import { epochMillisecondsNow, plusMinutes, spanText, wallTimeIn } from '../../time/wall.ts'
import { listText, t, wordAt } from '../../words/index.ts'
import { costText } from '../../words/prices.ts'
import type { EventDraft } from '../draft.ts'
import type { EventFieldsProps } from '../editing.ts'
import { OutcomeMark, statusText } from '../list/texts.tsx'
import { ClashWarnings } from '../warnings.tsx'
import { nameOfDraftLink, RowFields, rowsOf } from './folded-fields.tsx'
import { VenuesOrOrganizersField } from './venues-or-organizers-field.tsx'
import { endsBeforeStart, WhenFields } from './when-fields.tsx'

function WhereFields({ state }: EventFieldsProps) {
  return (
    <section class="part" aria-label={t('venue')}>
      <VenuesOrOrganizersField state={state} collection="venues" />
      <ClashWarnings state={state} />
    </section>
  )
}

export function MainFields({ state }: EventFieldsProps) {
  return (
    <div class="wide main-fields">
      <RowFields state={state} rows={[{ name: 'title', label: 'title', isBig: true }]} />
      <section class="part" aria-label={t('when')}>
        <WhenFields state={state} />
      </section>
      <WhereFields state={state} />
      <section class="part" aria-label={t('part.text')}>
        <RowFields state={state} rows={rowsOf(['description'])} />
      </section>
      <section class="part" aria-label={t('image')}>
        <h2 class="label">{t('image')}</h2>
        <ImageField
          image={state.values.value.image}
          fault={state.faults.value.image}
          event={state.id}
          onChange={(image) => state.set({ image })}
        />
      </section>
    </div>
  )
}

/** The categories: beside the other fields, and reached by Tab after them. */
export const CategoriesOfEvent = ({ state }: EventFieldsProps) => (
  <div class="narrow first">
    <CategoriesField
      value={state.values.value.categories}
      fault={state.faults.value.categories}
      onChange={(ids) => state.set({ categories: ids })}
    />
  </div>
)

// How readers will see the event, with what is not saved yet.

function CategoryNames({ ids }: { readonly ids: readonly number[] }) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const names = all.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return names.length === 0 ? null : <p class="of">{names.join(' · ')}</p>
}

/** The event as a row of a list. */
function LivePreview({ draft }: { readonly draft: EventDraft }) {
  const { title, image, event_status, venue, cost, categories } = draft
  return (
    <section class="live" aria-label={t('preview')}>
      <h2 class="label">{t('preview')}</h2>
      <article>
        {image && <img src={image.url} alt={imageWithTypedTexts(image).alt_text} loading="lazy" />}
        <div>
          <OutcomeMark event_status={event_status} />
          <CategoryNames ids={categories} />
          <p class="headline">{title}</p>
          {endsBeforeStart(draft) ? <p class="wrong">{t('end.before')}</p> : <p>{spanText(draft)}</p>}
          {venue.length > 0 && <p>{listText(venue.map(nameOfDraftLink))}</p>}
          {cost.trim() !== '' && <p>{costText(cost)}</p>}
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
        <MomentField
          kind="moment"
          name="date"
          label={t('publication')}
          hint={t('publication.hint', { zone: deskSettings.zone })}
          zone={deskSettings.zone}
          value={date}
          required
          fault={date <= today ? t('publication.past') : state.faults.value.date}
          onInput={(value) => state.set({ date: value })}
        />
      )}
    </>
  )
}

export function SideFields({ state }: EventFieldsProps) {
  return (
    <div class="narrow">
      <section class="part" aria-label={t('part.publication')}>
        <PublicationFields state={state} />
        <EventGroupFields state={state} />
      </section>
      <LivePreview draft={state.values.value} />
    </div>
  )
}
