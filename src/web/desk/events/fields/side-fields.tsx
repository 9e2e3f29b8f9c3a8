/** How an event is published, and its preview. */
import type { EventPublicationStatus } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { EventGroupFields } from '../../groups/event-fields.tsx'
import { mayPublishIn } from '../../groups/may.ts'
import { SelectField } from '../../parts/choice.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { FoldedSection, FormSection } from '../../parts/part.tsx'
import { plusMinutes } from '../../time/wall.ts'
import { epochMillisecondsNow, wallTimeIn } from '../../time/zones.ts'
import { t, wordAt } from '../../words/index.ts'
import type { EventFieldsProps } from '../editing.ts'
import { statusText } from '../list/status.tsx'
import { LivePreview } from '../live-preview.tsx'
import { PlainField } from './plain-field.tsx'
import { slugAndPasswordLineOfDraft } from './value-lines.ts'

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
  const { status, date, group } = state.draft.value
  const today = wallTimeIn(deskSettings.zone, epochMillisecondsNow())
  const choose = (next: EventPublicationStatus) => {
    state.set('status', next)
    if (next === 'future' && date <= today)
      state.set('date', `${plusMinutes(today, 1440).slice(0, 10)} 09:00:00`)
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
          onInput={(value) => state.set('date', value === '' ? '' : `${value.replace('T', ' ')}:00`)}
        />
      )}
    </>
  )
}

/** Rarely used fields. */
function AddressFields({ state }: EventFieldsProps) {
  const isProtected = state.event.value?.password_protected === true
  const { slug, password } = state.draft.value
  return (
    <FoldedSection
      title={t('part.address')}
      line={slugAndPasswordLineOfDraft(state.draft.value, isProtected)}
      hasFault={state.faults.value.slug !== undefined || state.faults.value.password !== undefined}
    >
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
    </FoldedSection>
  )
}

/** The narrow column of the form: its publication, and how readers will see it. */
export function SideFields({ state }: EventFieldsProps) {
  return (
    <div class="narrow">
      <FormSection title={t('part.publication')}>
        <PublicationFields state={state} />
        <PlainField name="event_status" state={state} />
        <EventGroupFields state={state} />
        <AddressFields state={state} />
      </FormSection>
      <LivePreview draft={state.draft.value} />
    </div>
  )
}
