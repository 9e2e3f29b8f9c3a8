/** The groups that the desk offers: all of them to those who edit the whole site, their own to others. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callApi, type QueryFields } from '../api/api.ts'
import { hasRoleAtLeast, memberships } from '../api/session.ts'
import type { Group } from '../api/types.ts'
import { t } from '../words/index.ts'

/** A group as menus show it. */
type OfferedGroup = Pick<Group, 'id' | 'name' | 'main'>

const all = signal<readonly OfferedGroup[] | undefined>(undefined)
let isLoading = false

const PER_PAGE = 100

/** Loads all groups, by name, with what further args ask for. */
export async function loadAllGroups(more: QueryFields = {}): Promise<readonly Group[]> {
  const found: Group[] = []
  for (let page = 1; ; page += 1) {
    const query = { ...more, per_page: PER_PAGE, page }
    const { body, pages } = await callApi<{ groups: readonly Group[] }>('GET', '/groups', { query })
    found.push(...body.groups)
    if (page >= pages) return found
  }
}

/** Loads the groups of menus again, after one was changed. A service that cannot tell them leaves the menus as they are. */
export async function refreshGroups(): Promise<void> {
  isLoading = true
  const found = await loadAllGroups().catch(() => undefined)
  isLoading = false
  if (found !== undefined) all.value = found
}

/** The groups that menus offer to the user, by name, as far as they are loaded. */
export const listOfferedGroups = (): readonly OfferedGroup[] =>
  hasRoleAtLeast('editor') ? (all.value ?? []) : memberships()

/** The name of a group, as far as it is known; empty for 0. */
export const groupName = (group: number): string =>
  group === 0 ? '' : (listOfferedGroups().find(({ id }) => id === group)?.name ?? t('number', { id: group }))

/** Returns the groups that menus offer, and loads them first if nobody did. */
export function useOfferedGroups(): readonly OfferedGroup[] {
  useEffect(() => {
    if (all.value === undefined && !isLoading && hasRoleAtLeast('editor')) void refreshGroups()
  }, [])
  return listOfferedGroups()
}
