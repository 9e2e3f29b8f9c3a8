/** How the calendar stands on the social web, and the lists of who follows, is followed and was told what. */
import { callApi, loadList } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { Category, Group } from '../api/types.ts'
import { loadAllGroups } from '../groups/groups.ts'
import type { Listed } from '../lists/chosen.ts'
import { type ListedPage, type ListFilter, pageOfService, useList } from '../lists/list.tsx'
import type { Loaded } from '../parts/loaded.tsx'
import { loadAllCategories } from '../terms/terms.ts'
import { type Key, t } from '../words/index.ts'
import type { FederationActorsAndQueue } from './federation.tsx'

/** The state of federation, and what its lists name. */
export interface FederationState {
  readonly federation: FederationActorsAndQueue
  readonly groups: readonly Group[]
  readonly categories: readonly Category[]
}

/** Loads the state; undefined where the calendar does not federate. */
export async function loadFederation(): Promise<FederationState | undefined> {
  try {
    const [federation, groups, categories] = await Promise.all([
      callApi<FederationActorsAndQueue>('GET', '/federation'),
      loadAllGroups(),
      loadAllCategories(),
    ])
    return { federation: federation.body, groups, categories }
  } catch (error) {
    if (error instanceof RequestFault && error.status === 404) return undefined
    throw error
  }
}

const PER_PAGE = 20

/**
 * Returns a list of which the service has pages, with the words and the state that are chosen. It is loaded again with the state of
 * federation: an act on one of the lists changes others.
 */
export const usePagedListOf = <S extends object>(
  federation: FederationState,
  path: string,
  idOf: (one: S) => Listed['id'],
) =>
  useList<S & Listed>(
    async ({ q = '', state = '', page }) => {
      const response = await loadList<S>(path, { search: q, state, page, per_page: PER_PAGE })
      const body = response.body.map((one) => ({ ...one, id: idOf(one) }))
      return pageOfService({ ...response, body }, { q, state })
    },
    path.slice(path.lastIndexOf('/') + 1),
    [federation],
  )

interface ShownPage {
  readonly loaded: Pick<Loaded<ListedPage<unknown>>, 'value'>
}

/** The number of entries of a list, as its folded section shows it; what is said of one without any. */
export function lineOf({ loaded: { value } }: ShownPage, none: Key): string {
  if (value === undefined) return ''
  return value.total === 0 ? t(none) : t('total', { count: value.total })
}

/** The choice of a state in a list of actors, where it has more than a screenful. */
export function stateFilter(
  { loaded: { value } }: ShownPage,
  ...states: readonly (readonly [state: string, label: Key])[]
): readonly ListFilter[] {
  if (value?.hasSearch !== true) return []
  const options = [['', t('use.any')], ...states.map(([state, label]) => [state, t(label)] as const)] as const
  return [{ name: 'state', label: 'status', options }]
}
