/** The values of the form of a group, and saving them. */
import { useState } from 'preact/hooks'
import { pick } from '../../../contract/table-of.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Group } from '../api/types.ts'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { type ChosenImage, saveTypedImages } from '../media/typed-image-texts.ts'
import { notify } from '../parts/notice.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { translatableTextNamesAmong, useSmallCorrectionOfTexts } from '../translating/outdated-notice.tsx'
import { loadOwnTexts, ownLanguageQueryArgs } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { refreshGroups } from './known.ts'

const textNames = ['name', 'slug', 'description', 'color', 'main', 'language'] as const

/** The values of the form. */
interface GroupValues extends Pick<Group, (typeof textNames)[number]> {
  readonly image: ChosenImage | undefined
}

const blank: GroupValues = {
  name: '',
  slug: '',
  description: '',
  color: '',
  main: 'all',
  language: '',
  image: undefined,
}

const valuesOf = (group: Group | undefined): GroupValues =>
  group === undefined ? blank : { ...pick(group, textNames), image: group.image || undefined }

/** Returns the args that change `base` to `values`. */
function bodyOf(values: GroupValues, base: GroupValues): Readonly<Record<string, unknown>> {
  const changed = textNames.filter((name) => values[name] !== base[name])
  const isOtherImage = values.image?.id !== base.image?.id
  return { ...pick(values, changed), ...(isOtherImage && { image: values.image?.id ?? '' }) }
}

/** Saves what differs from the loaded group, and tells the menus. Returns the group. Throws a Fault. */
async function saveGroup(
  loaded: ApiResponse<Group> | undefined,
  values: GroupValues,
  sent: object,
): Promise<ApiResponse<Group>> {
  const body = { ...bodyOf(values, valuesOf(loaded?.body)), ...sent }
  const saved =
    loaded === undefined
      ? await callApi<Group>('POST', '/groups', { body })
      : await callApi<Group>('PATCH', `/groups/${loaded.body.id}`, {
          query: ownLanguageQueryArgs(loaded.body),
          body,
          ifMatch: loaded.etag,
        })
  const isDescribed = await saveTypedImages([values.image])
  void refreshGroups()
  return isDescribed ? loadOwnTexts<Group>(`/groups/${saved.body.id}`) : saved
}

/** The state of the form of a group: `loaded` is undefined for a new one. */
export function useGroupForm(loaded: ApiResponse<Group> | undefined) {
  const [stored, setStored] = useState(loaded)
  const base = valuesOf(stored?.body)
  const [values, setValues] = useState(base)
  const set = (changed: Partial<GroupValues>) => setValues({ ...values, ...changed })
  const { forget, offer } = useUnsaved(`groups/${stored?.body.id ?? 'new'}`, values, base, set)
  useLeaveConfirmation(JSON.stringify(values) !== JSON.stringify(base), forget)
  const changed = Object.keys(bodyOf(values, base))
  const { outdating, sent } = useSmallCorrectionOfTexts(
    stored?.body,
    translatableTextNamesAmong('groups', changed),
  )
  const writing = useSubmitHandlerAndFault(async () => {
    const saved = await saveGroup(stored, values, sent)
    notify(t('saved', { title: saved.body.name }))
    forget()
    setLeaveGuard(undefined)
    if (stored === undefined) return navigateTo(`/groups/${saved.body.id}`)
    setStored(saved)
    setValues(valuesOf(saved.body))
    outdating.onChange(false)
  })
  return { group: stored?.body, values, set, offer, outdating, ...writing }
}

/** The state that the form's parts share. */
export type GroupFormState = ReturnType<typeof useGroupForm>
