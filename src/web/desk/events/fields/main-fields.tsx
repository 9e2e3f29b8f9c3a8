/** The main fields of an event: title, time, venue, organizers and description. */
import { TextField } from '../../parts/field.tsx'
import { Part } from '../../parts/part.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { RepeatFields } from '../../series/repeat-fields.tsx'
import { t } from '../../words/index.ts'
import type { Editing } from '../editing.ts'
import { LinksField } from './links-field.tsx'
import { CustomFields } from './more-fields.tsx'
import { AttendanceFields } from './outcome-fields.tsx'
import { TicketsField } from './tickets-field.tsx'
import { WhenFields } from './when-fields.tsx'

function CostFields({ state }: { readonly state: Editing }) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <Part title={t('part.cost')}>
      <div class="row">
        <TextField
          name="cost"
          label={t('cost')}
          hint={t('cost.hint')}
          value={draft.cost}
          fault={faults.cost}
          onInput={(value) => state.set('cost', value)}
        />
        <TextField
          name="website"
          label={t('website')}
          type="url"
          hint={t('website.hint')}
          value={draft.website}
          fault={faults.website}
          onInput={(value) => state.set('website', value)}
        />
      </div>
      <TicketsField state={state} />
    </Part>
  )
}

function TextFields({ state }: { readonly state: Editing }) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <Part title={t('part.text')}>
      <RichText
        name="description"
        label={t('description')}
        value={draft.description}
        fault={faults.description}
        onInput={(value) => state.set('description', value)}
      />
      <RichText
        name="excerpt"
        label={t('excerpt')}
        hint={t('excerpt.hint')}
        isShort
        value={draft.excerpt}
        fault={faults.excerpt}
        onInput={(value) => state.set('excerpt', value)}
      />
    </Part>
  )
}

/** The wide column of the form. */
export function MainFields({ state }: { readonly state: Editing }) {
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
      <Part title={t('when')}>
        <WhenFields state={state} />
        <RepeatFields state={state} />
      </Part>
      <Part title={t('part.where')}>
        <LinksField state={state} collection="venues" />
        <AttendanceFields state={state} />
        <LinksField state={state} collection="organizers" />
      </Part>
      <TextFields state={state} />
      <CostFields state={state} />
      <Part title={t('custom-fields')}>
        <CustomFields state={state} />
      </Part>
    </div>
  )
}
