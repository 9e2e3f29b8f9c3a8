/** How an event is published, shown and sorted. */
import {
  type EventFlag,
  eventFields,
  eventFlagNames,
} from '../../../../contract/resources/fields/event-fields.ts'
import { hasRoleAtLeast } from '../../api/session.ts'
import type { Status } from '../../api/types.ts'
import { ImageField } from '../../media/image-field.tsx'
import { SelectField } from '../../parts/choice.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { FormSection } from '../../parts/part.tsx'
import { deskSettings } from '../../place.ts'
import { CategoriesField } from '../../terms/categories-field.tsx'
import { TagsField } from '../../terms/tags-field.tsx'
import { plusMinutes } from '../../time/wall.ts'
import { now, wallTimeIn } from '../../time/zones.ts'
import { t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { statusText } from '../list/status.tsx'
import { ParentField } from './more-fields.tsx'
import { PlainField, PlainFields } from './plain-field.tsx'

interface SideProps {
  readonly state: EventEditingState
}

function statusOptions(current: Status): readonly (readonly [Status, string])[] {
  const all: readonly Status[] = hasRoleAtLeast('author')
    ? ['publish', 'future', 'draft', 'pending', 'private']
    : ['draft', 'pending']
  const offered = all.includes(current) ? all : [current, ...all]
  return offered.map((status) => [status, status === 'future' ? t('schedule') : statusText(status)])
}

/** The status, and the publication date of a scheduled event: by default tomorrow. */
function PublicationFields({ state }: SideProps) {
  const { status, date } = state.draft.value
  const today = wallTimeIn(deskSettings.zone, now())
  const choose = (next: Status) => {
    state.set('status', next)
    if (next === 'future' && date <= today)
      state.set('date', `${plusMinutes(today, 1440).slice(0, 10)} 09:00:00`)
  }
  return (
    <>
      <SelectField
        name="status"
        label={t('status')}
        value={status}
        options={statusOptions(status)}
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
          onInput={(value) => state.set('date', value === '' ? '' : `${value.replace('T', ' ')}:00`)}
        />
      )}
    </>
  )
}

const isOn = (flag: EventFlag) => eventFields[flag].byDefault
/** The flags: those that are off by default come first, in reverse order of declaration. */
const flags = [...eventFlagNames.filter((flag) => !isOn(flag)).reverse(), ...eventFlagNames.filter(isOn)]

/** Rarely used fields. */
function AddressFields({ state }: SideProps) {
  const isProtected = state.event.value?.password_protected === true
  const { slug, password } = state.draft.value
  return (
    <details>
      <summary>{t('part.address')}</summary>
      <TextField
        name="slug"
        label={t('slug')}
        hint={t('slug.hint')}
        value={slug}
        fault={state.faults.value.slug}
        onInput={(value) => state.set('slug', value)}
      />
      {state.id !== undefined && (
        <TextField
          name="password"
          label={t('event-password')}
          hint={t(isProtected ? 'event-password.set' : 'event-password.hint')}
          value={password ?? ''}
          fault={state.faults.value.password}
          onInput={(value) => state.set('password', value === '' ? undefined : value)}
        />
      )}
      {isProtected && (
        <CheckField
          name="unprotect"
          label={t('event-password.remove')}
          value={password === ''}
          onChange={(value) => state.set('password', value ? '' : undefined)}
        />
      )}
    </details>
  )
}

/** The narrow column of the form. */
export function SideFields({ state }: SideProps) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <div class="narrow">
      <FormSection title={t('part.publication')}>
        <PublicationFields state={state} />
        <PlainField name="event_status" state={state} />
        <AddressFields state={state} />
      </FormSection>
      <FormSection title={t('image')}>
        <ImageField
          image={draft.image}
          fault={faults.image}
          event={state.id}
          onChange={(image) => state.set('image', image)}
        />
      </FormSection>
      <FormSection title={t('part.terms')}>
        <CategoriesField
          value={draft.categories}
          fault={faults.categories}
          onChange={(ids) => state.set('categories', ids)}
        />
        <TagsField value={draft.tags} fault={faults.tags} onChange={(tags) => state.set('tags', tags)} />
      </FormSection>
      <FormSection title={t('part.listing')}>
        <PlainFields names={flags} state={state} />
        <ParentField state={state} />
      </FormSection>
    </div>
  )
}
