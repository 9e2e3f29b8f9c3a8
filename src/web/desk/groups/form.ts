/** The form of a group, and saving it. */
import { pick } from '../../../contract/table-of.ts'
import type { ApiResponse } from '../api/api.ts'
import type { Group } from '../api/types.ts'
import { type EditedResource, useEditedItem } from '../edited/use-edited-item.ts'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { notify } from '../parts/notice.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { t } from '../words/index.ts'
import { refreshGroups } from './known.ts'

const textNames = ['name', 'slug', 'description', 'color', 'main', 'language'] as const

const blank = { name: '', slug: '', description: '', color: '', main: 'all', language: '' }

const groups: EditedResource<Group> = {
  collection: 'groups',
  valuesOf: (group) => ({
    ...(group === undefined ? blank : pick(group, textNames)),
    image: group?.image || undefined,
  }),
}

/** The state of the form of a group, and its handlers: `loaded` is undefined for a new one. */
export function useGroupForm(loaded: ApiResponse<Group> | undefined) {
  const state = useEditedItem(groups, loaded)
  const { forget, isChanged, save, settle, isAllSaved } = state
  useLeaveConfirmation(isChanged, forget)
  const finish = async (saved: Group | undefined) => {
    if (saved === undefined) return
    void refreshGroups()
    notify(t('saved', { title: saved.name }))
    if (!isAllSaved()) return
    forget()
    setLeaveGuard(undefined)
    if (loaded === undefined) await navigateTo(`/groups/${saved.id}`)
  }
  return {
    ...state,
    async submit(event: Event) {
      event.preventDefault()
      await finish(await save())
    },
    async settleAndFinish(mine: ReadonlySet<string>) {
      await finish(await settle(mine))
    },
  }
}
