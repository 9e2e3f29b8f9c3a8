/** The editor of a group: its page, whether its events are in the main calendar, and its members. */
import { groupFields } from '../../../contract/resources/fields/other-fields.ts'
import type { ApiResponse } from '../api/api.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import type { Group } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/fields.tsx'
import { ImageField } from '../media/image-field.tsx'
import { SelectField } from '../parts/choice.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { FormSection } from '../parts/part.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { OutdatedTranslationsNotice } from '../translating/outdated-notice.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { languageName, loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { type GroupFormState, useGroupForm } from './form.ts'
import { mayManageGroup } from './may.ts'
import { GroupMembers } from './members.tsx'
import { RemoveGroupButton } from './removal.tsx'

interface FieldsProps {
  readonly form: GroupFormState
}

/** The fields that belong to those who edit the whole site: the address, and the place in the main calendar. */
function SiteFields({ form: { group, values, set, fault } }: FieldsProps) {
  if (!hasRoleAtLeast('editor')) return <p class="hint">{t(`group.main.${values.main}`)}</p>
  return (
    <>
      <SelectField
        name="main"
        label={t('main.events')}
        hint={t('main.hint')}
        value={values.main}
        options={groupFields.main.choices.map((one) => [one, t(`group.main.${one}`)] as const)}
        onChange={(main) => set({ main })}
        fault={fault?.fields.main}
      />
      {group !== undefined && (
        <TextField
          name="slug"
          label={t('slug')}
          value={values.slug}
          fault={fault?.fields.slug}
          onInput={(slug) => set({ slug })}
        />
      )}
    </>
  )
}

/** The language in which the texts are written, where the calendar has several. */
function LanguageField({ form: { values, set, fault } }: FieldsProps) {
  const { contentLanguages: tags } = deskSettings
  if (tags.length < 2) return null
  return (
    <SelectField
      name="language"
      label={t('content-language')}
      value={values.language || (tags[0] ?? '')}
      options={tags.map((tag) => [tag, languageName(tag)] as const)}
      onChange={(language) => set({ language })}
      fault={fault?.fields.language}
    />
  )
}

function MainColumn({ form }: FieldsProps) {
  const { values, set, fault } = form
  return (
    <div class="wide">
      <TextField
        name="name"
        class="big"
        label={t('name')}
        value={values.name}
        fault={fault?.fields.name}
        required
        onInput={(name) => set({ name })}
      />
      <RichTextField
        name="description"
        label={t('description')}
        value={values.description}
        fault={fault?.fields.description}
        onInput={(description) => set({ description })}
      />
      <LanguageField form={form} />
    </div>
  )
}

function SideColumn({ form }: FieldsProps) {
  const { values, set, fault } = form
  return (
    <div class="narrow">
      <FormSection title={t('main')}>
        <SiteFields form={form} />
      </FormSection>
      <ImageField image={values.image} fault={fault?.fields.image} onChange={(image) => set({ image })} />
      <ColorField value={values.color} fault={fault?.fields.color} onChange={(color) => set({ color })} />
    </div>
  )
}

function EditedGroup({ loaded, reload }: { loaded: ApiResponse<Group> | undefined; reload?: () => void }) {
  const state = useGroupForm(loaded)
  const { group, offer, fault, submit, outdating } = state
  return (
    <>
      <ViewHeading text={group?.name ?? t('group.new')}>
        {group && (
          <a class="button" href={group.url} target="_blank" rel="noopener">
            {t('view')}
          </a>
        )}
        {group && hasRoleAtLeast('administrator') && <RemoveGroupButton group={group} />}
      </ViewHeading>
      <Form kept={offer} class="editor" onSubmit={submit} noValidate>
        <ErrorText>{fault?.status === 412 ? t('item.conflict') : fault?.message}</ErrorText>
        <div class="columns">
          <MainColumn form={state} />
          <SideColumn form={state} />
        </div>
        <div class="savebar">
          <p />
          <OutdatedTranslationsNotice {...outdating} />
          <button type="submit" class="main">
            {t(group === undefined ? 'create' : 'save')}
          </button>
        </div>
      </Form>
      {group && <TranslationsPanel collection="groups" item={group} />}
      {group && <GroupMembers group={group} />}
      {group && <History collection="groups" id={group.id} saved={group} reload={reload} />}
    </>
  )
}

/** The page of a group for members who do not keep it: what it is, and who belongs to it. */
function ShownGroup({ group }: { readonly group: Group }) {
  return (
    <>
      <ViewHeading text={group.name}>
        <a class="button" href={group.url} target="_blank" rel="noopener">
          {t('view')}
        </a>
      </ViewHeading>
      <p class="hint">{t(`group.main.${group.main}`)}</p>
      <GroupMembers group={group} />
    </>
  )
}

function SavedGroup({ id }: { readonly id: number }) {
  const loaded = useLoaded(() => loadOwnTexts<Group>(`/groups/${id}`), [id])
  return (
    <>
      {loaded.value === undefined && <ViewHeading text={t('groups')} />}
      <LoadedContent of={loaded}>
        {(response) =>
          mayManageGroup(id) ? (
            <EditedGroup key={response.etag} loaded={response} reload={loaded.reload} />
          ) : (
            <ShownGroup group={response.body} />
          )
        }
      </LoadedContent>
    </>
  )
}

/** Edits the group with an id, or a new one. */
export function GroupEditor({ id }: { readonly id: number | undefined }) {
  return id === undefined ? <EditedGroup loaded={undefined} /> : <SavedGroup id={id} />
}
