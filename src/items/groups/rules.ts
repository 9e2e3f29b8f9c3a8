/** Who may do what with groups: administrators make and delete them; managers and editors of the whole site change them. */
import { requireMayEditGroup } from '../../actions/groups/groups.ts'
import type { Right } from '../../api/operation.ts'
import { mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import type { GroupRecord } from '../../store/store.ts'

export const mayRead: Right = { scope: 'read', allows: () => true }
export const mayMake: Right = { scope: 'write:groups', allows: ({ role }) => rightsByRole[role].administers }
export const mayChange: Right<GroupRecord> = {
  scope: 'write:groups',
  allows: (actor) => mayWriteSomeItems(actor, 'group'),
  requireOn: requireMayEditGroup,
}
export const mayReadHistory: Right<GroupRecord> = { ...mayChange, scope: 'audit' }
