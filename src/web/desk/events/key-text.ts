/** Labels for the fields of events and of other items. */
import { type Key, languageName, t, wordAt } from '../words/index.ts'
import type { DraftKey } from './draft.ts'

/** Fields whose names are not those of their words: of events, of tickets, of other items, and of the settings. */
const words: Readonly<Record<string, Key> & Record<Exclude<DraftKey, Key>, Key>> = {
  start_date: 'start',
  end_date: 'end',
  timezone: 'zone',
  all_day: 'all-day',
  recurrence: 'repeat',
  custom_fields: 'custom-fields',
  group: 'one.group',
  in_main: 'in-main',
  post_parent: 'event.parent',
  date: 'publication',
  url: 'address.web',
  valid_from: 'valid-from',
  valid_through: 'valid-through',
  alt_text: 'alt-text',
  author: 'author.field',
  date_utc: 'publication',
  language: 'content-language',
  main: 'main.events',
  federated_as: 'federated-as',
  focus_x: 'focus.x',
  focus_y: 'focus.y',
  display_name: 'user.name',
  single_sign_on: 'user.single-sign-on',
  region: 'setting.region',
  imprint_url: 'setting.imprint',
  privacy_url: 'setting.privacy',
  accessibility_contact: 'setting.accessibility',
  accessibility_text: 'setting.accessibility.text',
  theme: 'setting.theme',
  accent_color: 'setting.accent',
  head_html: 'setting.head',
  foot_html: 'setting.foot',
  logo: 'setting.logo',
  icon: 'setting.icon',
  share_image: 'setting.share',
}

/** The label of a field within a ticket, a new venue or a new organizer; undefined for any other. */
function innerText(name: string): string | undefined {
  const [, first, at = '0', member = ''] = /^(tickets|venue|organizer)\[(\d+)\]\.(\w+)$/.exec(name) ?? []
  if (first === undefined) return undefined
  const field = member === first ? t('name') : argLabel(member)
  if (first === 'tickets') return t('of-ticket', { field, at: Number(at) + 1 })
  return t(first === 'venue' ? 'of-venue' : 'of-organizer', { field })
}

/** The label of a translation, or of a text of one: `translations.de.title`; undefined for any other. */
function translationText(name: string): string | undefined {
  const [, tag, field = ''] = /^translations\.([\w-]+)(?:\.(\w+))?$/.exec(name) ?? []
  if (tag === undefined) return undefined
  const language = languageName(tag)
  const text = field === '' || field === 'state' ? language : `${language}, ${argLabel(field)}`
  return t('labelled', { label: t('translations'), text })
}

/** The label of an arg: `tickets[0].price` is “Price of ticket 1”. */
export function argLabel(name: string): string {
  const inner = innerText(name) ?? translationText(name)
  if (inner !== undefined) return inner
  const [, first = name, rest = ''] = /^(\w+)(.*)$/.exec(name) ?? []
  const key = Object.hasOwn(words, first) ? words[first] : undefined
  const known = key ? t(key) : (wordAt(first) ?? first)
  return rest === '' ? known : `${known} ${rest}`
}
