/** The kinds for the group of an event, and for a user (contract §16). */
import { because } from '../../problem.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'
import { parseExactInteger } from './number.ts'
import { type IdOrText, readIdMember } from './reference.ts'

/** The group of an event as sent: one by id or slug, or none. */
export type GroupTarget = IdOrText | { readonly none: true }

const LONGEST = 200
const nothing: readonly unknown[] = [null, '', 0, '0', false]

/** Accepts the id or the slug of a group, an object with an id, or null, 0 or "" for none. */
export const groupTarget: Kind<GroupTarget> = {
  name: 'group',
  shown: 'string',
  readsBlank: true,
  schema: {
    anyOf: [{ type: ['integer', 'string', 'null'] }, { $ref: '#/components/schemas/Linked' }],
  },
  read: (raw) => {
    if (nothing.includes(raw)) return valueResult({ none: true })
    const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    const id = parseExactInteger(isObject ? readIdMember(raw) : raw)
    if (id !== undefined) return valueResult({ id })
    return typeof raw === 'string' && raw.length <= LONGEST && !raw.includes('\0')
      ? valueResult({ text: raw })
      : faultResult(because('not_a_group'))
  },
}

/** Whom an event waits for, as sent: a user by id or login, or nobody. */
export type AssigneeTarget = GroupTarget

/** Accepts the id or the login of a user, an object with an id, or null, 0 or "" for nobody. */
export const assigneeTarget: Kind<AssigneeTarget> = {
  ...groupTarget,
  name: 'assignee',
  read: (raw) => {
    const read = groupTarget.read(raw)
    return 'value' in read ? read : faultResult(because('not_an_assignee'))
  },
}

/** Accepts the id or the login of a user. */
export const userTarget: Kind<string> = {
  name: 'user',
  shown: 'string',
  schema: { type: ['integer', 'string'], maxLength: LONGEST },
  read: (raw) =>
    (typeof raw === 'string' && raw !== '' && raw.length <= LONGEST && !raw.includes('\0')) ||
    (Number.isInteger(raw) && Number(raw) > 0)
      ? valueResult(String(raw))
      : faultResult(because('not_another_user')),
}
