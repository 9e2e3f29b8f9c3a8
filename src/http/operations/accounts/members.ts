/** The members of groups over HTTP (contract §16, ext.). */
import { membersOfGroup, removeMember, setMember } from '../../../actions/groups/members.ts'
import {
  type MemberOperationName,
  memberArgsByOperation,
} from '../../../contract/operations/accounts/members.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { namesOf, recordFromNames } from '../../../contract/table-of.ts'
import type { GroupMember } from '../../../store/store.ts'
import { type ApiRequest, idOfPathParams } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { OperationHandlers } from '../handler.ts'

const shownMember = ({ user, login, display_name, role }: GroupMember) => ({
  user,
  login,
  display_name: display_name || login,
  role,
})

const acts: { readonly [A in MemberOperationName]: (group: number, request: ApiRequest) => Promise<object> } =
  {
    'list-members': async (group, { context }) => ({
      members: (await membersOfGroup(group, context)).map(shownMember),
    }),
    async 'set-member'(group, request) {
      const { role } = parseArgs(memberArgsByOperation['set-member'], await sentArgs(request), 'create')
      return shownMember(await setMember(group, request.params.user ?? '', role, request.context))
    },
    'remove-member': async (group, { params, context }) =>
      shownMember(await removeMember(group, params.user ?? '', context)),
  }

/** Builds the operations on the members of groups. They throw 400, 401, 403 or 404. */
export const memberHandlers = (): OperationHandlers<MemberOperationName> =>
  recordFromNames(namesOf(acts), (action) => async (request) => ({
    status: 200,
    headers: { 'Cache-Control': 'private, no-store' },
    body: await acts[action](idOfPathParams(request.params), request),
  }))
