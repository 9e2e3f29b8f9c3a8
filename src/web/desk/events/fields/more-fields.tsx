/** Other fields of an event: custom fields, and the parent event. */
import { callApi } from '../../api/api.ts'
import { TextField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../../suggesting/suggestion.ts'
import { t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { focusFieldOnceShown } from '../form/focus-field.ts'
import { whenText } from '../list/columns.tsx'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../list/listed.ts'
import { blankCustomField, type CustomField, withUniqueFieldNames } from './custom-fields.ts'
import { typedTextAndSetter } from './typed-text.ts'

interface RowProps {
  readonly row: CustomField
  /** The name of the arg. */
  readonly name: string
  readonly at: number
  readonly fault: string | undefined
  readonly put: (row: CustomField) => void
  readonly remove: () => void
}

function FieldRow({ row, name, at, fault, put, remove }: RowProps) {
  return (
    <fieldset class="custom-field">
      <legend class="unseen">{t('custom-field', { at: at + 1 })}</legend>
      <div class="row">
        <TextField
          name={`custom_fields.${name}`}
          label={t('custom-field.label')}
          value={row.label}
          fault={fault}
          onInput={(label) => put({ ...row, label })}
        />
        <TextField
          name={`custom_fields.${name}.value`}
          label={t('custom-field.value')}
          value={row.value}
          onInput={(value) => put({ ...row, value })}
        />
      </div>
      <button type="button" class="quiet" onClick={remove}>
        {t('custom-field.remove', { at: at + 1 })}
      </button>
    </fieldset>
  )
}

/** All custom fields. */
export function CustomFields({ state }: { readonly state: EventEditingState }) {
  const { custom_fields: rows } = state.draft.value
  const names = withUniqueFieldNames(rows).map(({ name }) => name)
  const set = (next: readonly CustomField[]) => state.set('custom_fields', next)
  return (
    <div data-field="custom_fields">
      <p class="hint">{t('custom-fields.hint')}</p>
      {rows.map((row, at) => (
        <FieldRow
          key={at}
          {...{ row, at }}
          name={names[at] ?? ''}
          fault={state.faults.value[`custom_fields.${names[at]}`]}
          put={(next) => set(rows.toSpliced(at, 1, next))}
          remove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      <button
        type="button"
        onClick={() => {
          const next = [...rows, blankCustomField]
          set(next)
          focusFieldOnceShown(`custom_fields.${withUniqueFieldNames(next).at(-1)?.name}`)
        }}
      >
        {t('custom-field.add')}
      </button>
    </div>
  )
}

/** Loads events that match the words, except the edited one. */
async function suggestEvents(search: string, except: number | undefined): Promise<readonly Suggestion[]> {
  if (search.trim() === '') return []
  const { body } = await loadEvents({
    ...ALL_DATES_QUERY_FIELDS,
    search,
    status: 'any',
    per_page: MAX_LOADED_SUGGESTIONS,
  })
  const others = body.filter(({ id }) => id !== except)
  return suggestionsToShow(
    search,
    others.map((event) => ({ value: String(event.id), label: event.title, detail: whenText(event) })),
  )
}

/** Loads the title of the parent event, if the user may read it. */
function Parent({ id, remove }: { readonly id: number; readonly remove: () => void }) {
  const load = async () =>
    (await callApi<{ title: string }>('GET', `/events/${id}`, { query: { _fields: 'title' } })).body.title
  const name = useLoaded(load, [id]).value ?? t('number', { id })
  return (
    <ul class="chips" aria-label={t('event.parent')}>
      <li>
        <Link to={`/events/${id}`}>{name}</Link>
        <button type="button" class="quiet" aria-label={t('remove-named', { name })} onClick={remove}>
          {t('remove')}
        </button>
      </li>
    </ul>
  )
}

/** The parent event, searched by typing. */
export function ParentField({ state }: { readonly state: EventEditingState }) {
  const [text, setText] = typedTextAndSetter(state, 'post_parent')
  const { post_parent: parent } = state.draft.value
  const pick = ({ value }: Suggestion) => {
    state.set('post_parent', Number(value))
    setText('')
  }
  return (
    <div class="links" data-field="post_parent">
      {parent > 0 && <Parent id={parent} remove={() => state.set('post_parent', 0)} />}
      <Combobox
        name="post_parent"
        label={t('event.parent')}
        hint={t('event.parent.hint')}
        text={text}
        fault={state.faults.value.post_parent}
        suggest={(typed) => suggestEvents(typed, state.id)}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={pick}
      />
    </div>
  )
}
