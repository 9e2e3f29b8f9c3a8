/** Sends queued e-mail (contract §14). Each e-mail is composed when it is sent, and only one process sends it. */
import type { Transporter } from 'nodemailer'
import {
  type ContentLanguages,
  contentChoiceFor,
  isSameLanguage,
  shownTextReader,
} from '../domain/languages.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import {
  type LetterKind,
  type LetterLook,
  type LetterValues,
  letterOf,
} from '../representations/mail/letter.ts'
import type { EventRecord, NewUncomposedMail, QueuedMail, Store, User } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { MailServer } from './mail-server.ts'
import { smtpTransportTo } from './transport.ts'

// The options for sending e-mail: types only.

/** The options for sending e-mail. */
export interface CourierOptions {
  readonly store: Store
  readonly now: () => Moment
  /** The mail server; undefined if there is none. Then administrators see the requests for a new password. */
  readonly mail: MailServer | undefined
  /** Returns the name of the calendar in a language. */
  readonly nameIn: (language: InterfaceLanguageCode) => string
  /** Returns the look of e-mail now: that of the theme. */
  readonly letterLook: () => Promise<LetterLook>
  readonly baseUrl: string
  readonly language: InterfaceLanguageCode
  /** The languages that the calendar offers: letters in another one would lead to pages that are not there. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  /** How an organisation signs people in; undefined without one. */
  readonly signIn: object | undefined
  /** Called for an e-mail that could not be sent; `isGivenUp` is true if it is not tried again. */
  readonly failed: (error: unknown, mail: Pick<QueuedMail, 'id' | 'kind'>, isGivenUp: boolean) => void
}

// Composes queued e-mail: its recipient and its text. Secret links are created here, so that the queue contains no secrets.

/** A letter and its recipient. */
interface LetterToCompose {
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

/** The user whom an e-mail is about. */
const userOf = async ({ subject_id }: QueuedMail, { store }: Options): Promise<User | undefined> =>
  (await store.accounts.users()).find(({ id }) => id === subject_id)

/** Returns a letter to an address. */
const letterTo = (
  to: string,
  kind: LetterKind,
  { language, nameIn }: Pick<Options, 'nameIn'> & { readonly language: InterfaceLanguageCode },
  values: Omit<LetterValues, 'site'>,
): ComposedMail => ({ type: 'letter', to, kind, values: { site: nameIn(language), ...values }, language })

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
  const user = await userOf(mail, options)
  if (user === undefined || user.email === '' || !(await takesPassword(user, options))) return nothing
  const moment = now()
  const recent = await store.secretLinks.createdSince(user.id, epochOfInstant(moment.now) - HOUR)
  if (kind === 'reset' && recent >= MAX_LINKS) return nothing
  const language = languageOf(user.language, options)
  const { secret } = await store.secretLinks.create(user.id, kind, moment, mail.data.by)
  const address = `${baseUrl}/${language}/desk/password#${secret}`
  // Anyone can ask for a reset; an invitation comes from an administrator.
  const name = kind === 'invitation' ? nameOf(user) : ''
  const home = `${baseUrl}/${language}/`
  const values = { name, login: user.login, home, address, by: mail.data.by }
  return letterTo(user.email, kind, { language, nameIn }, values)
}

/** A link to a user's new address, which confirms it. Until then it may be the address of somebody else. */
async function toConfirm(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, nameIn, baseUrl } = options
  const change = await store.emailChanges.newSecret(mail.subject_id ?? 0, now())
  const user = (await store.accounts.users()).find(({ id }) => id === change?.user)
  if (change === undefined || user === undefined) return nothing
  const language = languageOf(user.language, options)
  const address = `${baseUrl}/${language}/desk/email#${change.secret}`
  return letterTo(change.email, 'confirm', { language, nameIn }, { name: '', login: user.login, address })
}

async function addressChanged(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const user = await userOf(mail, options)
  if (user === undefined) return nothing
  const language = languageOf(mail.language, options)
  return letterTo(mail.recipient, 'address', { ...options, language }, { name: '', login: user.login })
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
  const address = `${baseUrl}/${language}/submit/${secret}/`
  return letterTo(submission.email, 'received', { language, nameIn }, { name: '', address })
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
  const { name, message, email } = submission
  return letterTo(email, kind, { language, nameIn }, { name, ...titled, message, address })
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
  const values = { name: nameOf(author), ...titleIn(language, event, options), message, address }
  return letterTo(author.email, kind, { language, nameIn }, values)
}

/** The most events that one e-mail names. */
const MOST_NAMED = 10

/** Events and series that wait for a user, as far as they still do. The notes of them are not in it. */
async function assigned(mail: QueuedMail, options: Options): Promise<ComposedMail> {
  const { store, now, baseUrl, nameIn } = options
  const user = await userOf(mail, options)
  if (user === undefined || user.email === '' || user.suspended) return nothing
  const language = languageOf(user.language, options)
  const root = `${baseUrl}/${language}`
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
  const name = nameOf(user)
  if (told.length === 1) return letterTo(user.email, 'assigned', { language, nameIn }, { name, ...first })
  const lines = told.slice(0, MOST_NAMED).map(({ title, address }) => `${title}\n${address}`)
  const rest = told.length > MOST_NAMED ? ['…'] : []
  const values = { name, count: told.length, message: [...lines, ...rest].join('\n') }
  return letterTo(user.email, 'assigned_many', { language, nameIn }, values)
}

/** Kind of a queued e-mail → what to do with it. */
const composers: Readonly<Record<string, (mail: QueuedMail, options: Options) => Promise<ComposedMail>>> = {
  reset: requested,
  password: (mail, options) => withLink(mail, 'reset', options),
  invitation: (mail, options) => withLink(mail, 'invitation', options),
  confirm: toConfirm,
  address: addressChanged,
  received,
  decision: decided,
  review: reviewed,
  assigned,
}

/** Seconds for which a process reserves an e-mail. Longer than all timeouts of the transport together. */
const LEASE = 180
const MINUTE = 60
const HOUR = 60 * MINUTE
/** Seconds until the next attempt, by the number of failures. After the last failure the e-mail is dropped. */
const RETRIES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]
/** The maximum number of e-mails in one run, so that the process can stop while the queue is long. */
const MAX_OF_RUN = 200
const LONGEST_ERROR = 300

/** A permanent error: the mail server refuses the recipient (RFC 5321 §4.2.1). */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode }: { readonly code?: string; readonly responseCode?: number } = Object(error)
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/** Connects to a mail server and signs in, and sends nothing. Returns why it can't be used; undefined if it can. */
export async function mailServerFault(server: MailServer): Promise<string | undefined> {
  const transport = await smtpTransportTo(server)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

/** With what e-mail is sent, and how it looks. */
interface Sending {
  readonly transport: Transporter
  readonly server: MailServer
  readonly look: LetterLook
}

/** Sends one e-mail. Names and addresses are objects, so that no value can add a recipient or a header. */
async function deliver(
  { transport, server: { from }, look }: Sending,
  mail: QueuedMail,
  { to, kind, values, language }: LetterToCompose,
): Promise<void> {
  const { subject, text, html } = letterOf(kind, values, language, look)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  await transport.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // The same for each attempt, so that a mailbox recognises an e-mail that arrives twice.
    messageId: `<fasti-${mail.id}-${mail.created_utc}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

async function postpone(
  error: unknown,
  mail: QueuedMail,
  { store, now, failed }: CourierOptions,
): Promise<void> {
  const wait = isFinal(error) ? undefined : RETRIES[mail.attempts]
  failed(error, mail, wait === undefined)
  if (wait === undefined) {
    // Who asked for a new password and got no e-mail is shown to administrators.
    if (mail.kind === 'password' && mail.subject_id !== null)
      await store.mail.noteAsked(mail.subject_id, now())
    return store.mail.remove(mail.id)
  }
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
  const next = { next_utc: epochOfInstant(now().now) + wait, attempts: mail.attempts + 1, error: text }
  await store.mail.postpone(mail.id, next)
}

/** Sends, expands or drops one e-mail that this process has reserved. */
async function handle(
  mail: QueuedMail,
  transport: Transporter | undefined,
  options: CourierOptions,
): Promise<void> {
  const { store, now, mail: server } = options
  const found = (await composers[mail.kind]?.(mail, options)) ?? nothing
  if (found.type === 'several') return store.mail.replace(mail.id, found.mails, now())
  try {
    if (found.type === 'letter' && transport !== undefined && server !== undefined)
      await deliver({ transport, server, look: await options.letterLook() }, mail, found)
  } catch (error) {
    return postpone(error, mail, options)
  }
  return store.mail.remove(mail.id)
}

/**
 * Sends the e-mail that is due. Returns the number of processed e-mails. After a failure the e-mail is due again later. Throws
 * if the database can't be reached.
 */
export async function sendDueMail(options: CourierOptions): Promise<number> {
  const { store, now, mail: server } = options
  if (!(await store.mail.isDue(now()))) return 0
  const transport = server === undefined ? undefined : await smtpTransportTo(server)
  try {
    for (let count = 0; count < MAX_OF_RUN; count += 1) {
      const mail = await store.mail.take(now(), LEASE)
      if (mail === undefined) return count
      await handle(mail, transport, options)
    }
    return MAX_OF_RUN
  } finally {
    transport?.close()
  }
}
