/** The editor of a group: its page, whether its events are in the main calendar, and its members. */
import { groupFields } from '../../../contract/resources/fields/other-fields.ts'
import type { ApiResponse } from '../api/api.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import type { Group } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Conflicts, Fields } from '../edited/fields.tsx'
import { type FormRow, imageRow } from '../edited/rows.ts'
import { imageOf } from '../edited/use-edited-item.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/fields.tsx'
import { ImageField } from '../media/image-field.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { FormSection } from '../parts/part.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { OutdatedTranslationsNotice } from '../translating/outdated-notice.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { languageName, loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { useGroupForm } from './form.ts'
import { mayManageGroup } from './may.ts'
import { GroupMembers } from './members.tsx'
import { RemoveGroupButton } from './removal.tsx'

const nameAndText: readonly FormRow[] = [
  { name: 'name', label: 'name', isBig: true },
  { name: 'description', label: 'description', type: 'html' },
]

/** The language in which the texts are written, where the calendar has several. */
function languageRows(): readonly FormRow[] {
  const { contentLanguages: tags } = deskSettings
  if (tags.length < 2) return []
  const options = tags.map((tag) => [tag, languageName(tag)] as const)
  return [{ name: 'language', label: 'content-language', type: 'choice', options }]
}

/** The fields that belong to those who edit the whole site: the place in the main calendar, and the address. */
const siteRows = (isNew: boolean): readonly FormRow[] => [
  {
    name: 'main',
    label: 'main.events',
    hint: 'main.hint',
    type: 'choice',
    options: groupFields.main.choices.map((one) => [one, t(`group.main.${one}`)] as const),
  },
  ...(isNew ? [] : [{ name: 'slug', label: 'slug' } as const]),
]

const colorRow: FormRow = { name: 'color', label: 'color', type: 'color' }

function EditedGroup({ loaded, reload }: { loaded: ApiResponse<Group> | undefined; reload?: () => void }) {
  const state = useGroupForm(loaded)
  const { item: group, values, set, offer, fault, submit, settleAndFinish, outdating } = state
  const fields = { values, set, faults: fault?.fields }
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
        <ErrorText>{fault?.message}</ErrorText>
        <div class="columns">
          <div class="wide">
            <Fields {...fields} rows={[...nameAndText, ...languageRows()]} />
          </div>
          <div class="narrow">
            <FormSection title={t('main')}>
              {hasRoleAtLeast('editor') ? (
                <Fields {...fields} rows={siteRows(group === undefined)} />
              ) : (
                <p class="hint">{group && t(`group.main.${group.main}`)}</p>
              )}
            </FormSection>
            <ImageField
              image={imageOf(values)}
              fault={fault?.fields.image}
              onChange={(image) => set({ image })}
            />
            <Fields {...fields} rows={[colorRow]} />
          </div>
        </div>
        <div class="savebar">
          <p />
          <OutdatedTranslationsNotice {...outdating} />
          <button type="submit" class="main">
            {t(group === undefined ? 'create' : 'save')}
          </button>
        </div>
      </Form>
      <Conflicts
        rows={[...nameAndText, ...languageRows(), ...siteRows(false), colorRow, imageRow]}
        state={state}
        settle={settleAndFinish}
      />
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
