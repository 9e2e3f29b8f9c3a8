import type { components } from '../../../../clients/typescript/src/schema.ts'
import { namesOf, recordFromNames } from '../../../contract/table-of.ts'
import { filledText } from '../../../words/finder.ts'
import { loadList, type QueryFields } from '../api/api.ts'
import { argLabel } from '../events/key-text.ts'
import { enumerationText, type Key, t, wordAt } from '../words/index.ts'

export type LoggedChange = components['schemas']['Change']
export type ChangedKind = LoggedChange['resource']

export const loadChangesPageAtPath = (path: string, query: QueryFields) =>
  loadList<LoggedChange>(path, query, { name: 'changes' })

/** The words for the kinds of items: of many, and of one. */
const kindWords: Readonly<Record<ChangedKind, readonly [many: Key, one: Key]>> = {
  event: ['events', 'one.event'],
  series: ['one.series', 'one.series'],
  venue: ['venues', 'venue'],
  organizer: ['organizers', 'organizer'],
  category: ['categories', 'category'],
  tag: ['tags', 'one.tag'],
  group: ['groups', 'one.group'],
  media: ['media', 'image'],
  page: ['own-pages', 'one.page'],
  user: ['users', 'one.user'],
  token: ['tokens', 'one.token'],
  feed: ['secret-feeds', 'one.feed'],
  subscription: ['subscriptions', 'one.subscription'],
  webhook: ['webhooks', 'one.webhook'],
  follower: ['followers', 'one.follower'],
  following: ['many.following', 'one.following'],
  block: ['many.blocks', 'one.block'],
  settings: ['settings', 'settings'],
}

export const changedKinds: readonly ChangedKind[] = namesOf(kindWords)
export const manyOfKindText = (kind: ChangedKind): string => t(kindWords[kind][0])
export const oneOfKindText = (kind: ChangedKind): string => t(kindWords[kind][1])

export function itemFieldLabel(kind: ChangedKind, field: string): string {
  // Of items, it is that of their texts.
  if (kind === 'settings' && field === 'language') return t('setting.language')
  return field === kind ? t('name') : argLabel(field)
}

/** Fields → how they are told in sentences, what matters most first; the others are told by their labels. */
const theFields: Readonly<Record<string, Key>> = {
  title: 'the.title',
  name: 'the.name',
  display_name: 'the.name',
  role: 'the.role',
  status: 'the.status',
  event_status: 'the.status',
  ...recordFromNames(['start_date', 'end_date', 'all_day', 'no_end_time', 'timezone'], () => 'the.time'),
  recurrence: 'the.repetition',
  venue: 'the.place',
  ...recordFromNames(
    ['address', 'city', 'zip', 'state', 'province', 'stateprovince', 'country'],
    () => 'the.address',
  ),
  organizer: 'the.organizers',
  ...recordFromNames(['description', 'excerpt', 'content'], () => 'the.text'),
  image: 'the.image',
  ...recordFromNames(['cost', 'tickets'], () => 'the.price'),
  ...recordFromNames(['phone', 'email', 'website'], () => 'the.contact'),
  categories: 'the.categories',
  tags: 'the.tags',
  group: 'the.group',
  translations: 'the.translations',
  note: 'the.note',
  links: 'the.links',
  color: 'the.color',
  password: 'the.password',
}
const inOrder = Object.keys(theFields)

function theField(kind: ChangedKind, field: string): string {
  const key = field === kind ? 'the.name' : theFields[field]
  return key === undefined ? t('the.other', { field: itemFieldLabel(kind, field) }) : t(key)
}

const MOST_FIELDS = 3

/** Returns fields as a sentence tells what was changed: “the title, the time and 4 more fields”. */
export function theFieldsText(kind: ChangedKind, fields: readonly string[]): string {
  const rank = (field: string) => (field in theFields ? inOrder.indexOf(field) : inOrder.length)
  const sorted = fields.toSorted((one, other) => rank(one) - rank(other))
  const all = [...new Set(sorted.map((field) => theField(kind, field)))]
  const shown = all.slice(0, all.length > MOST_FIELDS ? MOST_FIELDS - 1 : MOST_FIELDS)
  const count = all.length - shown.length
  return enumerationText(count === 0 ? shown : [...shown, t('the.more', { count })])
}

const besidesStatus = ['date', 'status_reason', 'previous_start_date', 'attendance_mode']

/** What a change of the status alone did, such as `publish` and `cancelled`; undefined for any other, and where its values are not known. */
function decision({ fields, values = {} }: LoggedChange): string | undefined {
  const [name = '', ...others] = fields.filter((field) => !besidesStatus.includes(field))
  if ((name !== 'status' && name !== 'event_status') || others.length > 0) return undefined
  const { before, after } = values[name] ?? {}
  return before === 'trash' ? 'restore' : typeof after === 'string' ? after : undefined
}

/** Returns what a change did, in words that follow the name of its author. `what` names the item; by default, it is shown beside it. */
export function changeText(change: LoggedChange, what?: string): string {
  const { verb, resource, fields } = change
  const item = what ?? t('the.item')
  if (verb === 'create' && isMadeByPublic(change)) return t('did.submit', { what: item })
  if (verb === 'unmerge') return what === undefined ? t('did.unmerge') : t('did.unmerge.of', { what })
  if (verb !== 'update') return t(`did.${verb}`, { what: item })
  const decided = wordAt(`did.${decision(change)}`)
  if (decided !== undefined) return filledText(decided, { what: item })
  if (fields.length === 0) return t('did.update', { what: item })
  // A change of texts changes their translations, too: these are outdated.
  const own = fields.filter((field) => field !== 'translations')
  const told = theFieldsText(resource, own.length === 0 ? fields : own)
  if (resource === 'settings') return t('did.settings', { fields: told })
  return what === undefined
    ? t('did.update.fields', { fields: told })
    : t('did.update.fields.of', { fields: told, what })
}

/** Whether somebody or something is known to have made a change: it is not while the service has no users. */
export const hasAuthor = ({ login }: LoggedChange): boolean => login !== ''

/** Whether a user made a change, rather than the public, a command or nobody who is known. */
export const isMadeByUser = ({ login }: LoggedChange): boolean => login !== '' && !login.startsWith('(')

/** Whether the public made a change, by a form that anybody may send. */
const isMadeByPublic = ({ login }: LoggedChange): boolean => login === '(submission)'

/** The words for who is no user. */
const otherAuthors: ReadonlyMap<string, Key> = new Map([
  ['', 'did.somebody'],
  ['(submission)', 'did.visitor'],
  ['(command)', 'did.command'],
  ['(subscription)', 'did.subscription'],
  ['(series)', 'did.series'],
  ['(federation)', 'did.federation'],
])

/** Who made a change, in words: a user by name, one of the public, a part of the service, or somebody before there were users. */
export function changeAuthorText({ login, display_name }: LoggedChange): string {
  const other = otherAuthors.get(login)
  return other === undefined ? display_name : t(other)
}
