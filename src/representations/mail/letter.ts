/** E-mail as text and as HTML, in a language (contract §14). */
import { directionOf, type Language, wordingOf } from '../../locales/index.ts'
import type { PageWords } from '../../locales/pages/en.ts'
import { html } from '../html/markup.ts'

/** The kinds of e-mail, each with its own words. */
export type LetterKind =
  | 'reset'
  | 'invitation'
  | 'confirm'
  | 'address'
  | 'received'
  | 'approve'
  | 'ask'
  | 'reject'

/** The content of an e-mail. All values are plain text. */
export interface LetterValues {
  /** The name of the calendar. */
  readonly site: string
  /** The name of the reader, where it is certain who reads: others must not get what a user wrote; "" greets without one. */
  readonly name: string
  readonly login?: string
  /** The title of the event. */
  readonly title?: string
  /** The message of a reviewer. */
  readonly message?: string
  /** The address of the link in the e-mail. */
  readonly address?: string
}

interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Header fields have one line: no value can begin another field. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

type MailWord = Extract<keyof PageWords, `mail.${string}`>

const actions: Readonly<Partial<Record<LetterKind, MailWord>>> = {
  reset: 'mail.reset.action',
  invitation: 'mail.invitation.action',
  confirm: 'mail.confirm.action',
  received: 'mail.received.action',
  approve: 'mail.approve.action',
  ask: 'mail.ask.action',
}

const lastsADay = (kind: LetterKind) => kind === 'reset' || kind === 'invitation' || kind === 'confirm'

/** Returns the e-mail of a kind in a language. */
export function letterOf(kind: LetterKind, values: LetterValues, language: Language): Letter {
  const say = wordingOf(language)
  const { site, name, login = '', title = '', message = '', address = '' } = values
  const shown = { site, name, login, title }
  const word = (place: MailWord) => say(place, shown)
  const hello = name === '' ? word('mail.hello') : word('mail.hello.name')
  const subject = oneLine(word(`mail.${kind}.subject`))
  const body = word(`mail.${kind}.text`)
  const note = lastsADay(kind) ? word('mail.valid') : ''
  const paragraphs = [hello, body, message, address, note, word('mail.sent')]
  const action = actions[kind]
  const link = address !== '' && action !== undefined && html`<p><a href="${address}">${word(action)}</a></p>`
  const quoted = message !== '' && html`<blockquote>${lines(message)}</blockquote>`
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${subject}</title></head><body><p>${hello}</p><p>${body}</p>${quoted}${link}${
    note !== '' && html`<p>${note}</p>`
  }<p>${word('mail.sent')}</p></body></html>
`
  const text = `${paragraphs.filter((one) => one !== '').join('\n\n')}\n`
  return { subject, text, html: markup }
}

const lines = (text: string) => text.split(/\r?\n/).map((line, at) => (at === 0 ? line : html`<br>${line}`))
