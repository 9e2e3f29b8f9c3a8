/** Composes queued e-mail: its recipient and its text. Secret links are created here, so that the queue contains no secrets. */

import { contentChoiceFor, isSameLanguage } from '../domain/content/languages.ts'
import { shownTextReader } from '../domain/content/translations.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import type { LetterKind, LetterValues } from '../representations/mail/letter.ts'
import type { EventRecord, NewUncomposedMail, QueuedMail, User } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { CourierOptions } from './options.ts'

/** A letter and its recipient. */
export interface LetterToCompose {
  readonly to: string
  readonly kind: LetterKind
  readonly values: LetterValues
  readonly language: InterfaceLanguageCode
}

/** The next step of an e-mail: to send it, to replace it by others, or to drop it because it has no recipient. */
type ComposedMail =
  | ({ readonly type: 'letter' } & LetterToCompose)
  | { readonly type: 'several'; readonly mails: readonly NewUncomposedMail[] }
  | { readonly type: 'nothing' }

const nothing: ComposedMail = { type: 'nothing' }
const HOUR = 3600
/** The maximum number of links for one user within an hour. Further requests send no e-mail. */
const MAX_LINKS = 3

type Options = Pick<
  CourierOptions,
  | 'passwords'
  | 'signIn'
  | 'store'
  | 'now'
  | 'mail'
  | 'nameIn'
  | 'baseUrl'
  | 'language'
  | 'languages'
  | 'contentLanguages'
>

const languageOf = (named: string, { language, languages }: Options): InterfaceLanguageCode =>
  languages.find((one) => one === named) ?? language

/** The title of an event in the language of a letter, else in another one, which is named if content has several. */
function titleIn(
  language: InterfaceLanguageCode,
  event: EventRecord,
  { contentLanguages }: Options,
): Pick<LetterValues, 'title' | 'titleLanguage'> {
  const shown = shownTextReader(event, contentChoiceFor(language, contentLanguages))('title', event.title)
  const isForeign = contentLanguages.length > 1 && !isSameLanguage(shown.language, language)
  return { title: shown.text, titleLanguage: isForeign ? shown.language : undefined }
}

const nameOf = ({ display_name, login }: User) => display_name || login

/** Whether a link may give a user a password: not to who is suspended, nor to whom an organisation signs in. */
const takesPassword = async (user: User, { store, signIn, passwords }: Options) =>
  passwords && !user.suspended && (signIn === undefined || !(await store.identities.has(user)))

/** A request for a new password: one e-mail for each user with that login or address who can get one; the others are noted. */
async function requested(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, mail: server, now } = options
  const named = await store.mail.usersNamed(mail.recipient)
  const users: User[] = []
  for (const user of named) if (await takesPassword(user, options)) users.push(user)
  const reachable = server === undefined ? [] : users.filter(({ email }) => email !== '')
  // The desk shows administrators who waits for a link.
  for (const user of users) if (!reachable.includes(user)) await store.mail.noteAsked(user.id, now())
  const mails = reachable.map(
    ({ id, language }) => ({ kind: 'password', recipient: '', subject_id: id, language, data: {} }) as const,
  )
  if (mails.length === 0) return nothing
  return { type: 'several', mails }
}

/** An e-mail with a link to set a password. */
async function withLink(
  mail: QueuedMail,
  kind: 'reset' | 'invitation',
  options: Options,
): Promise<ComposedMail> {
  const { store, now, nameIn, baseUrl } = options
  const user = (await store.accounts.users()).find(({ id }) => id === mail.subject_id)
  if (user === undefined || user.email === '' || !(await takesPassword(user, options))) return nothing
  const moment = now()
  const recent = await store.secretLinks.createdSince(user.id, epochOfInstant(moment.now) - HOUR)
  if (kind === 'reset' && recent >= MAX_LINKS) return nothing
  const language = languageOf(user.language, options)
  const { secret } = await store.secretLinks.create(user.id, kind, moment, mail.data.by)
  const address = `${baseUrl}/${language}/desk/password#${secret}`
  // Anyone can ask for a reset; an invitation comes from an administrator.
  const name = kind === 'invitation' ? nameOf(user) : ''
  const values = {
    site: nameIn(language),
    name,
    login: user.login,
    home: `${baseUrl}/${language}/`,
    address,
    by: mail.data.by,
  }
  return { type: 'letter', to: user.email, kind, values, language }
}

/** A link to a user's new address, which confirms it. Until then it may be the address of somebody else. */
async function toConfirm(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, nameIn, baseUrl } = options
  const change = await store.emailChanges.newSecret(mail.subject_id ?? 0, now())
  const user = (await store.accounts.users()).find(({ id }) => id === change?.user)
  if (change === undefined || user === undefined) return nothing
  const language = languageOf(user.language, options)
  const address = `${baseUrl}/${language}/desk/email#${change.secret}`
  const values = { site: nameIn(language), name: '', login: user.login, address }
  return { type: 'letter', to: change.email, kind: 'confirm', values, language }
}

async function addressChanged(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const user = (await options.store.accounts.users()).find(({ id }) => id === mail.subject_id)
  if (user === undefined) return nothing
  const language = languageOf(mail.language, options)
  const values = { site: options.nameIn(language), name: '', login: user.login }
  return {
    type: 'letter',
    to: mail.recipient,
    kind: 'address',
    values,
    language,
  }
}

const letters: Readonly<Record<string, LetterKind>> = {
  approved: 'approve',
  asked: 'ask',
  rejected: 'reject',
}

/** The secret address of a submission that has just arrived, without a word of what it says: anybody may name any e-mail address. */
async function received(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, baseUrl, nameIn } = options
  const submission = await store.proposals.byId(mail.subject_id ?? 0)
  if (submission === undefined || submission.email === '' || submission.state !== 'sent') return nothing
  const language = languageOf(mail.language, options)
  const secret = await store.proposals.newSecret(submission.id)
  const values = { site: nameIn(language), name: '', address: `${baseUrl}/${language}/submit/${secret}/` }
  return { type: 'letter', to: submission.email, kind: 'received', values, language }
}

/** A decision on a submission. A question contains a new secret address, since only the hash of the first one is stored. */
async function decided(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, baseUrl, nameIn } = options
  const submission = await store.proposals.byId(mail.subject_id ?? 0)
  const kind = letters[mail.data.state ?? '']
  // If there was another decision meanwhile, a later e-mail reports it.
  if (submission === undefined || submission.email === '' || kind === undefined) return nothing
  if (submission.state !== mail.data.state) return nothing
  const event = await store.find('event', { id: submission.event_id }, now())
  const language = languageOf(mail.language, options)
  const root = `${baseUrl}/${language}`
  const places: Readonly<Partial<Record<LetterKind, () => Promise<string> | string>>> = {
    approve: () => (event === undefined ? '' : `${root}/event/${encodeURIComponent(event.slug)}/`),
    ask: async () => `${root}/submit/${await store.proposals.newSecret(submission.id)}/`,
  }
  const address = (await places[kind]?.()) ?? ''
  const titled =
    event === undefined
      ? { title: String(submission.changes.title ?? '') }
      : titleIn(language, event, options)
  const values = {
    site: nameIn(language),
    name: submission.name,
    ...titled,
    message: submission.message,
    address,
  }
  return { type: 'letter', to: submission.email, kind, values, language }
}

const reviewLetters: Readonly<Record<string, LetterKind>> = {
  approve: 'approve',
  ask: 'ask',
  reject: 'reject',
}

/** Those of decisions on changes that the author proposed to a public event, and where a reviewer took the draft of them away. */
const lettersOfDrafts: Readonly<Record<string, typeof reviewLetters>> = {
  changes: { approve: 'approved_changes', ask: 'ask', reject: 'rejected_changes' },
  taken: { reject: 'taken_changes' },
}

/** A decision on an event of a user, with the message of the reviewer. */
async function reviewed(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, baseUrl, nameIn } = options
  const event = await store.find('event', { id: mail.subject_id ?? 0 }, now())
  const kind = (lettersOfDrafts[mail.data.of ?? ''] ?? reviewLetters)[mail.data.decision ?? '']
  if (event === undefined || kind === undefined) return nothing
  const author = (await store.accounts.users()).find(({ id }) => id === event.author)
  if (author === undefined || author.email === '') return nothing
  const language = languageOf(author.language, options)
  const root = `${baseUrl}/${language}`
  const isApproved = mail.data.decision === 'approve'
  const place = isApproved ? `event/${encodeURIComponent(event.slug)}/` : `desk/events/${event.id}`
  const address = kind === 'reject' ? '' : `${root}/${place}`
  const { message = '' } = mail.data
  const values = {
    site: nameIn(language),
    name: nameOf(author),
    ...titleIn(language, event, options),
    message,
    address,
  }
  return { type: 'letter', to: author.email, kind, values, language }
}

/** The most events that one e-mail names. */
const MOST_NAMED = 10

/** Events and series that wait for a user, as far as they still do. The notes of them are not in it. */
async function assigned(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, baseUrl, nameIn } = options
  const user = (await store.accounts.users()).find(({ id }) => id === mail.subject_id)
  if (user === undefined || user.email === '' || user.suspended) return nothing
  const language = languageOf(user.language, options)
  const root = `${baseUrl}/${language}`
  const site = nameIn(language)
  const told: (Pick<LetterValues, 'title' | 'titleLanguage'> & { readonly address: string })[] = []
  for (const item of (mail.data.items ?? '').split(',')) {
    const [name, id = ''] = item.split(':')
    const address = { id: Number(id) }
    if (name === 'series') {
      const series = await store.find('series', address, now())
      if (series === undefined || series.status === 'trash') continue
      if (series.pattern.columns.assignee !== user.id) continue
      const dates = (await store.occurrences(series.id)).filter(({ status }) => status !== 'trash')
      const next = dates.find(({ end_utc }) => end_utc >= epochOfInstant(now().now)) ?? dates[0]
      if (next !== undefined) told.push({ title: series.title, address: `${root}/desk/events/${next.id}` })
    } else {
      const event = await store.find('event', address, now())
      if (event === undefined || event.status === 'trash' || event.assignee !== user.id) continue
      told.push({ ...titleIn(language, event, options), address: `${root}/desk/events/${event.id}` })
    }
  }
  const [first] = told
  if (first === undefined) return nothing
  if (told.length === 1) {
    const values = { site, name: nameOf(user), ...first }
    return { type: 'letter', to: user.email, kind: 'assigned', values, language }
  }
  const lines = told.slice(0, MOST_NAMED).map(({ title, address }) => `${title}\n${address}`)
  const rest = told.length > MOST_NAMED ? ['…'] : []
  const values = { site, name: nameOf(user), count: told.length, message: [...lines, ...rest].join('\n') }
  return { type: 'letter', to: user.email, kind: 'assigned_many', values, language }
}

/** Returns what to do with a queued e-mail. */
export function composeOrSplitQueuedMail(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  if (mail.kind === 'reset') return requested(mail, options)
  if (mail.kind === 'password') return withLink(mail, 'reset', options)
  if (mail.kind === 'invitation') return withLink(mail, 'invitation', options)
  if (mail.kind === 'confirm') return toConfirm(mail, options)
  if (mail.kind === 'address') return addressChanged(mail, options)
  if (mail.kind === 'received') return received(mail, options)
  if (mail.kind === 'decision') return decided(mail, options)
  if (mail.kind === 'review') return reviewed(mail, options)
  if (mail.kind === 'assigned') return assigned(mail, options)
  return Promise.resolve(nothing)
}
