/** Acts on accounts, groups and the site in the audit: the act and its values, and a title in English for those who read no more. */
import type { AuditAct, PersonOfAct, ValuesByAct } from '../../contract/operations/accounts/audit-acts.ts'
import type { Db } from '../database/rows.ts'
import type { UpkeepAct, WriteStamp } from '../store.ts'
import { type ActOnItem, addLogLine } from './log.ts'

interface OfPerson {
  readonly person: PersonOfAct
}

const behindLogin =
  (what: string) =>
  ({ person }: OfPerson) =>
    `${person.login}: ${what}`

const ofTemplate =
  (what: string) =>
  ({ group, name }: ValuesByAct['template_added']) =>
    `${group === undefined ? '' : `${group}: `}template “${name}” ${what}`

/** Act → the English title of its values. */
const titles: { readonly [A in AuditAct]: (values: ValuesByAct[A]) => string } = {
  account_added: ({ person }) => person.login,
  account_removed: ({ person }) => person.login,
  profile_changed: ({ person, fields }) => `${person.login}: ${fields.join(', ')}`,
  role_given: ({ person, role }) => `${person.login}: ${role}`,
  suspended: behindLogin('suspended'),
  resumed: behindLogin('not suspended'),
  password_set: behindLogin('password'),
  sessions_ended: behindLogin('sessions'),
  session_ended: behindLogin('session'),
  second_factor_on: behindLogin('second factor on'),
  second_factor_off: behindLogin('second factor off'),
  handed_over: ({ person, to }) => `${person.login}: transfer to ${to.login}`,
  handed_to_group: ({ person, slug }) => `${person.login}: transfer to group ${slug}`,
  taken_from_group: ({ person, slug }) => `${person.login}: transfer out of group ${slug}`,
  data_exported: ({ person }) => `${person?.login ?? '(no account)'}: data exported`,
  token_created: ({ person, name, scopes }) => [`${person.login}: ${name}`, ...scopes].join(' '),
  token_revoked: ({ person, name }) => `${person.login}: ${name}`,
  feed_created: ({ person, name }) => `${person.login}: ${name}`,
  feed_revoked: ({ name }) => name,
  member_role_given: ({ person, group, role }) => `${group}: ${person.login} ${role}`,
  member_removed: ({ person, group }) => `${group}: ${person.login} removed`,
  template_added: ofTemplate('added'),
  template_renamed: ofTemplate('renamed'),
  template_removed: ofTemplate('removed'),
  sign_in_refused: ({ person, subject }) => `${person?.login ?? subject}: sign-in refused, no role`,
  sign_in_rules_set: () => 'rules for roles',
  identity_linked: behindLogin('account of the organisation linked'),
  identity_unlinked: behindLogin('account of the organisation no longer linked'),
  back_up_started: () => 'back-up started',
  everything_exported: () => 'everything exported',
}

/** An act, and the row that it is about. It is an update of it, unless another verb is given. */
type ActOnRow<A extends AuditAct> = Pick<ActOnItem, 'resource' | 'item_id'> &
  Partial<Pick<ActOnItem, 'verb' | 'slug'>> & { readonly act: A; readonly values: ValuesByAct[A] }

/** Returns the line of an act. */
export function notedAct<A extends AuditAct>({ verb = 'update', slug = '', values, ...rest }: ActOnRow<A>) {
  return { ...rest, verb, slug, title: titles[rest.act](values), act_values: JSON.stringify(values) }
}

/** Adds the line of an act in the transaction `db`. */
export const addActRow = <A extends AuditAct>(db: Db, writer: WriteStamp, act: ActOnRow<A>): Promise<void> =>
  addLogLine(db, writer, notedAct(act))

/** Adds an act on the service as a whole, as one on its settings, in the transaction `db`. */
export const addUpkeepRow = (db: Db, writer: WriteStamp, act: UpkeepAct): Promise<void> =>
  addActRow(db, writer, { resource: 'settings', item_id: 0, act, values: {} })
