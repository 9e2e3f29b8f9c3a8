/** Texts for acts on groups, accounts and the site in the log, which the service records as data. */
import { groupRoleText } from '../groups/role-text.ts'
import { t, wordAt } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { itemFieldLabel, type LoggedChange } from './changes.ts'

type Act = NonNullable<LoggedChange['act']>
type Values = NonNullable<LoggedChange['act_values']>

const nameOf = ({ person }: Values) => person?.display_name ?? ''
const ofPerson = (values: Values, text: string) => t('labelled', { label: nameOf(values), text })
const ofGroup = ({ group }: Values, text: string) =>
  group === undefined ? text : t('labelled', { label: group, text })

/** The name of a role, without what it allows. */
const nameOfRole = ({ role = '' }: Values) => wordAt(`role.${role}`) ?? role

const handedTo = (values: Values, text: string) =>
  t('labelled', { label: t('user.transfer', { name: nameOf(values) }), text })

function tokenText(values: Values): string {
  const { name = '', scopes = [] } = values
  const may = scopes.map((scope) => wordAt(`token.scope.${scope}`) ?? scope)
  return ofPerson(values, may.length === 0 ? name : `${name} (${listText(may)})`)
}

const fieldsText = ({ fields = [] }: Values) => listText(fields.map((field) => itemFieldLabel('user', field)))

/** The text of each act; those of accounts, tokens and feeds name what the verb of their row is about. */
const texts: Readonly<Record<Act, (values: Values) => string>> = {
  account_added: nameOf,
  account_removed: nameOf,
  profile_changed: (values) => ofPerson(values, fieldsText(values)),
  role_given: (values) => t('user.role.changed', { name: nameOf(values), role: nameOfRole(values) }),
  suspended: (values) => t('user.suspended', { name: nameOf(values) }),
  resumed: (values) => t('user.resumed', { name: nameOf(values) }),
  password_set: (values) => ofPerson(values, t('password')),
  sessions_ended: (values) => t('user.sessions.ended', { name: nameOf(values) }),
  session_ended: (values) => ofPerson(values, t('session.ended')),
  second_factor_on: (values) => ofPerson(values, `${t('factor')} (${t('webhook.on')})`),
  second_factor_off: (values) => t('factor.removed', { name: nameOf(values) }),
  handed_over: (values) => handedTo(values, values.to?.display_name ?? ''),
  handed_to_group: (values) => handedTo(values, values.group ?? ''),
  taken_from_group: (values) => ofPerson(values, t('log.taken-from-group', { group: values.group ?? '' })),
  data_exported: (values) =>
    values.person === undefined ? t('person.export') : ofPerson(values, t('person.export')),
  token_created: tokenText,
  token_revoked: tokenText,
  feed_created: tokenText,
  feed_revoked: tokenText,
  member_role_given: (values) =>
    ofGroup(values, t('member.changed', { name: nameOf(values), role: groupRoleText(values.role ?? '') })),
  member_removed: (values) => t('member.removed', { name: nameOf(values), group: values.group ?? '' }),
  template_added: (values) => ofGroup(values, t('template.saved', { name: values.name ?? '' })),
  template_renamed: (values) =>
    ofGroup(values, t('labelled', { label: t('template.rename'), text: values.name ?? '' })),
  template_removed: (values) => ofGroup(values, t('deleted', { name: values.name ?? '' })),
  sign_in_refused: (values) => {
    const [who, claims, rules] = [
      nameOf(values) || values.subject || '',
      listText(values.claims ?? []),
      listText(values.rules ?? []),
    ]
    return rules === '' ? t('log.refused', { who, claims }) : t('log.refused.rules', { who, claims, rules })
  },
  sign_in_rules_set: (values) =>
    t('labelled', { label: t('log.rules'), text: listText(values.rules ?? []) || t('log.rules.none') }),
  identity_linked: (values) => t('identity.linked', { name: nameOf(values) }),
  identity_unlinked: (values) => t('identity.unlinked', { name: nameOf(values) }),
  back_up_started: () => t('log.back-up'),
  everything_exported: () => t('log.export'),
}

/** Whether the text of a change says what was done, too. */
export const isToldByItsText = ({ act, verb }: LoggedChange): boolean =>
  act !== undefined && verb === 'update'

/** Returns what a change is about, in words of the reader: an act on a group, an account or the site, or the title of an item. */
export const changedThingText = ({ act, act_values, title }: LoggedChange): string =>
  act === undefined ? title : texts[act](act_values ?? {})
