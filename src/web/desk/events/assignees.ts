/** The users whom events may wait for. */
import { loadList } from '../api/api.ts'
import type { Assignee } from '../api/types.ts'
import type { Suggestion } from '../suggesting/suggestion.ts'

/** Loads the users who may edit an event, or a new one of a group, by name. */
export async function listAssignees(query: {
  readonly event?: number | undefined
  readonly group?: number | undefined
  readonly search?: string
}): Promise<readonly Assignee[]> {
  return (await loadList<Assignee>('/assignees', query)).body
}

export const suggestionOfAssignee = ({ id, login, display_name }: Assignee): Suggestion => ({
  value: String(id),
  label: display_name,
  ...(login !== display_name && { detail: login }),
})
