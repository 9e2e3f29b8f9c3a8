/**
 * Texts for acts on groups and accounts in the log. The service records such an act behind the title (`Museum: ada author`), in names of the
 * API, which are the same in every language; the words for it are those of the reader.
 */
import { groupRoleText } from '../groups/role-text.ts'
import { t, wordAt } from '../words/index.ts'
import { itemFieldLabel, type LoggedChange } from './changes.ts'
import { personName } from './person-names.ts'

/** A text behind the name of the person whom it concerns. */
const ofPerson = (login: string, text: string) => t('labelled', { label: personName(login), text })

/** The words for an act, from the groups of its pattern. */
type ToldAct = readonly [RegExp, (...parts: readonly string[]) => string]

/** The name of a role, without what it allows. */
const nameOfRole = (role: string) => (wordAt(`role.${role}`) ?? role).split(/[:：]/, 1).join().trim()

const ofTemplates: ToldAct = [
  /^(?:(.*): )?template “(.*)” (added|renamed|removed)$/s,
  (group = '', name = '', act = '') => {
    const said =
      act === 'added'
        ? t('template.saved', { name })
        : act === 'removed'
          ? t('deleted', { name })
          : t('labelled', { label: t('template.rename'), text: name })
    return group === '' ? said : t('labelled', { label: group, text: said })
  },
]

const ofUpkeep: readonly ToldAct[] = [
  [/^back-up started$/, () => t('upkeep.back-up.now')],
  [/^everything exported$/, () => t('upkeep.export')],
]

const ofMembers: readonly ToldAct[] = [
  [
    /^(.*): (\S+) removed$/s,
    (group = '', login = '') => t('member.removed', { name: personName(login), group }),
  ],
  [
    /^(.*): (\S+) (contributor|author|editor|manager)$/s,
    (group = '', login = '', role = '') =>
      t('labelled', {
        label: group,
        text: t('member.changed', { name: personName(login), role: groupRoleText(role) }),
      }),
  ],
]

const ofUsers: readonly ToldAct[] = [
  [
    /^(\S+): (subscriber|contributor|author|editor|administrator)$/,
    (login = '', role = '') => t('user.role.changed', { name: personName(login), role: nameOfRole(role) }),
  ],
  [/^(\S+): suspended$/, (login = '') => t('user.suspended', { name: personName(login) })],
  [/^(\S+): not suspended$/, (login = '') => t('user.resumed', { name: personName(login) })],
  [/^(\S+): password$/, (login = '') => ofPerson(login, t('password'))],
  [/^(\S+): sessions$/, (login = '') => t('user.sessions.ended', { name: personName(login) })],
  [/^(\S+): session$/, (login = '') => ofPerson(login, t('session.ended'))],
  [/^(\S+): second factor on$/, (login = '') => ofPerson(login, `${t('factor')} (${t('webhook.on')})`)],
  [/^(\S+): second factor off$/, (login = '') => t('factor.removed', { name: personName(login) })],
  [
    /^(\S+): transfer to (.+)$/,
    (login = '', to = '') =>
      t('labelled', { label: t('user.transfer', { name: personName(login) }), text: personName(to) }),
  ],
  [/^(\S+): data exported$/, (login = '') => ofPerson(login, t('person.export'))],
  [
    /^(\S+): ([a-z_]+(?:, [a-z_]+)*)$/,
    (login = '', fields = '') =>
      ofPerson(
        login,
        fields
          .split(', ')
          .map((field) => itemFieldLabel('user', field))
          .join(', '),
      ),
  ],
]

const ofTokens: ToldAct = [
  /^(\S+): (.*)$/s,
  (login = '', name = '') => {
    const words = name.split(' ')
    const at = words.findLastIndex((scope) => wordAt(`token.scope.${scope}`) === undefined) + 1
    const named = words.slice(0, at).join(' ')
    const may = words.slice(at).map((scope) => wordAt(`token.scope.${scope}`) ?? scope)
    return ofPerson(login, `${named}${may.length === 0 ? '' : ` (${may.join(', ')})`}`)
  },
]

const toldActs: Partial<Record<LoggedChange['resource'], readonly ToldAct[]>> = {
  group: [ofTemplates, ...ofMembers],
  settings: [ofTemplates, ...ofUpkeep],
  user: ofUsers,
  token: [ofTokens],
}

/** Returns what happened to a group or an account, in words of the reader; undefined if the title names an item alone. */
export function groupOrAccountActText({ resource, verb, title }: LoggedChange): string | undefined {
  if (verb !== 'update' && resource !== 'token') return undefined
  for (const [pattern, say] of toldActs[resource] ?? []) {
    const found = pattern.exec(title)
    if (found !== null) return say(...found.slice(1))
  }
  return undefined
}

/** Returns what a change is about, in words of the reader: an act on a group or an account, a person, or the title of an item. */
export const changedThingText = (change: LoggedChange): string =>
  groupOrAccountActText(change) ?? (change.resource === 'user' ? personName(change.title) : change.title)
