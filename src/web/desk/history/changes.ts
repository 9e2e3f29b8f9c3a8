/** The entries of the history, and their texts. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, type QueryFields } from '../api/api.ts'
import { argLabel, venueOrOrganizerFieldText } from '../events/key-text.ts'
import { type Key, listText, t } from '../words/index.ts'

export type LoggedChange = components['schemas']['Change']
export type ChangedKind = LoggedChange['resource']

interface ChangePage {
  readonly changes: readonly LoggedChange[]
  readonly total: number
  readonly pages: number
}

/** Loads a page of the changes at a path. */
export async function loadChangesPageAtPath(path: string, query: QueryFields): Promise<ChangePage> {
  const { body, total, pages } = await callApi<{ changes: readonly LoggedChange[] }>('GET', path, { query })
  return { changes: body.changes, total, pages }
}

/** Labels for the kinds of items in the history: events, users and so on. */
export const historyLabelKeysByItemKind: Readonly<Record<ChangedKind, Key>> = {
  event: 'events',
  series: 'one.series',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  group: 'groups',
  media: 'media',
  page: 'own-pages',
  user: 'users',
  token: 'tokens',
  feed: 'secret-feeds',
  subscription: 'subscriptions',
  webhook: 'webhooks',
  follower: 'followers',
  following: 'many.following',
  block: 'many.blocks',
  settings: 'settings',
}

/** The label of one kind of item. */
export const singularKindWordKeys: Readonly<Record<ChangedKind, Key>> = {
  event: 'one.event',
  series: 'one.series',
  venue: 'venue',
  organizer: 'organizer',
  category: 'category',
  tag: 'one.tag',
  group: 'one.group',
  media: 'image',
  page: 'one.page',
  user: 'one.user',
  token: 'one.token',
  feed: 'one.feed',
  subscription: 'one.subscription',
  webhook: 'one.webhook',
  follower: 'one.follower',
  following: 'one.following',
  block: 'one.block',
  settings: 'settings',
}

const otherFields: Readonly<Record<string, Key>> = {
  name: 'name',
  parent: 'parent',
  alt_text: 'alt-text',
  credit: 'credit',
  license: 'license',
  author: 'author.field',
  date_utc: 'publication',
  color: 'color',
  language: 'content-language',
  translations: 'translations',
  main: 'main.events',
  federated_as: 'federated-as',
  focus_x: 'focus.x',
  focus_y: 'focus.y',
  content: 'content',
  menu_order: 'menu_order',
  in_footer: 'in_footer',
  display_name: 'user.name',
  email: 'email',
  single_sign_on: 'user.single-sign-on',
  role: 'role',
}

/** The label of a field of an item. */
export function itemFieldLabel(kind: ChangedKind, field: string): string {
  const own = kind === 'venue' || kind === 'organizer' ? venueOrOrganizerFieldText(kind, field) : undefined
  if (own !== undefined) return own
  const known = otherFields[field]
  return known === undefined ? argLabel(field) : t(known)
}

/** Describes a change, with the changed fields. */
export function changeText({ verb, resource, fields }: LoggedChange): string {
  if (verb !== 'update' || fields.length === 0) return t(`did.${verb}`)
  return t('did.update.fields', { fields: listText(fields.map((field) => itemFieldLabel(resource, field))) })
}

/** Whether somebody or something is known to have made a change: it is not while the service has no users. */
export const hasAuthor = ({ login }: LoggedChange): boolean => login !== ''

/** Whether a user made a change, rather than the public, a command or nobody who is known. */
export const isMadeByUser = ({ login }: LoggedChange): boolean => login !== '' && !login.startsWith('(')

/** Whether the public made a change, by a form that anybody may send. */
export const isMadeByPublic = ({ login }: LoggedChange): boolean => login === '(submission)'

/** Who made a change, in words: a user by name, the public, a command, or somebody before there were users. */
export function changeAuthorText(change: LoggedChange): string {
  const { login, display_name } = change
  if (login === '') return t('did.nobody')
  if (isMadeByPublic(change)) return t('did.public')
  return login === '(command)' ? t('did.command') : display_name
}
