/** E-mail as text and as HTML, in a language (contract §14). */

import { type PageWords, wordingOf } from '../../words/index.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import { html, type Markup } from '../html/markup.ts'
import { directionOf } from '../shown-language.ts'

/** The kinds of e-mail, each with its own words. */
export type LetterKind =
  | 'reset'
  | 'test'
  | 'invitation'
  | 'confirm'
  | 'address'
  | 'received'
  | 'approve'
  | 'ask'
  | 'reject'
  | 'approved_changes'
  | 'rejected_changes'
  | 'taken_changes'
  | 'assigned'
  | 'assigned_many'

/** The content of an e-mail. All values are plain text. */
export interface LetterValues {
  /** The name of the calendar. */
  readonly site: string
  /** The name of the reader, where it is certain who reads: others must not get what a user wrote; "" greets without one. */
  readonly name: string
  readonly login?: string
  /** Who invites, if it is known. */
  readonly by?: string | undefined
  /** The address of the calendar. */
  readonly home?: string
  /** The title of the event. */
  readonly title?: string
  /** How many events it tells of. */
  readonly count?: number
  /** The language of the title, where it is not that of the e-mail. */
  readonly titleLanguage?: string | undefined
  /** The message of a reviewer. */
  readonly message?: string
  /** The address of the link in the e-mail. */
  readonly address?: string
}

/** The look of e-mail: the colours of the theme in light surroundings, as `#rrggbb`, and the address of the logo, if there is one. */
export interface LetterLook {
  readonly paper: string
  readonly raised: string
  readonly ink: string
  readonly quiet: string
  readonly accent: string
  readonly onAccent: string
  readonly logo: string | undefined
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
  approved_changes: 'mail.approve.action',
  rejected_changes: 'mail.ask.action',
  taken_changes: 'mail.ask.action',
  assigned: 'mail.assigned.action',
}

/** How long the link of an e-mail works. */
const validities: Readonly<Partial<Record<LetterKind, MailWord>>> = {
  reset: 'mail.valid',
  invitation: 'mail.valid.week',
  confirm: 'mail.valid',
}

const fonts = 'Figtree,-apple-system,Segoe UI,Roboto,Noto Sans,Liberation Sans,Arial,sans-serif'

const linesOf = (text: string) => text.split(/\r?\n/).map((line, at) => (at === 0 ? line : html`<br>${line}`))

/** Stands for the title in a text: no name and no title has it. */
const TITLE = '\0'

/** Returns a text with its title, whose language is named where it is another one. */
const titled = (text: string, { title = '', titleLanguage }: LetterValues) => {
  const shown =
    titleLanguage === undefined
      ? title
      : html`<span lang="${titleLanguage}" dir="${directionOf(titleLanguage)}">${title}</span>`
  return text.split(TITLE).map((part, at) => (at === 0 ? part : html`${shown}${part}`))
}

const paragraph = (content: Markup | string | readonly (Markup | string)[]) =>
  html`<p style="margin:0 0 16px">${content}</p>`

/** Returns the name of the calendar, with its logo or a mark in the colour of the theme. */
function letterHead(site: string, { ink, accent, logo }: LetterLook): Markup {
  const mark =
    logo === undefined
      ? html`<span style="color:${accent}">●</span> `
      : html`<img src="${logo}" alt="" height="32" style="height:32px;width:auto;vertical-align:middle"> `
  return html`<p style="margin:0;padding:0 8px 16px;font-size:19px;font-weight:700;color:${ink}">${mark}${site}</p>`
}

/** The parts of an e-mail as HTML, from top to bottom. */
interface LetterParts {
  readonly language: InterfaceLanguageCode
  readonly subject: string
  readonly head: Markup
  readonly body: readonly Markup[]
  readonly foot: string
}

/** Returns an e-mail as HTML: tables and styles within elements, since programs for e-mail drop others. */
function letterPage({ language, subject, head, body, foot }: LetterParts, look: LetterLook): string {
  const { paper, raised, ink, quiet } = look
  const direction = directionOf(language)
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head><body style="margin:0;background:${paper}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="background:${paper}"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;font:16px/1.5 ${fonts};color:${ink};text-align:start"><tr><td>${head}</td></tr><tr><td style="padding:28px 28px 12px;border-radius:16px;background:${raised}">${body}</td></tr><tr><td style="padding:16px 8px;font-size:14px;color:${quiet}">${foot}</td></tr></table></td></tr></table></body></html>
`
  return markup
}

/** Returns the link of an e-mail as a button, and its address for programs that don't show buttons. */
const letterLink = (address: string, words: string, { accent, onAccent, quiet }: LetterLook): Markup =>
  html`<p style="margin:24px 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${accent};color:${onAccent};font-weight:700;text-decoration:none">${words}</a></p><p style="margin:0 0 16px;font-size:14px;color:${quiet};word-break:break-all">${address}</p>`

/** Returns the e-mail of a kind in a language. Its text says what its HTML says. */
export function letterOf(
  kind: LetterKind,
  values: LetterValues,
  language: InterfaceLanguageCode,
  look: LetterLook,
) {
  const say = wordingOf(language)
  const { site, name, login = '', title = '', message = '', address = '', by = '', home = '' } = values
  const shown = { site, name, login, title, by, home, count: values.count ?? 0 }
  const word = (place: MailWord) => say(place, shown)
  const hello = name === '' ? word('mail.hello') : word('mail.hello.name')
  const subject = oneLine(word(`mail.${kind}.subject`))
  const place = kind === 'invitation' && by !== '' ? 'mail.invitation.by' : (`mail.${kind}.text` as const)
  const text = word(place)
  const marked = titled(say(place, { ...shown, title: TITLE }), values)
  const validity = validities[kind]
  const note = validity === undefined ? '' : word(validity)
  const foot = word('mail.sent')
  const action = actions[kind]
  const quoted = html`<blockquote dir="auto" style="margin:0 0 16px;padding:4px 16px;border-inline-start:4px solid ${look.accent}">${linesOf(message)}</blockquote>`
  const body = [
    paragraph(hello),
    paragraph(marked),
    ...(message === '' ? [] : [quoted]),
    ...(address === '' || action === undefined ? [] : [letterLink(address, word(action), look)]),
    ...(note === '' ? [] : [paragraph(note)]),
  ]
  const paragraphs = [hello, text, message, address, note, foot].filter((one) => one !== '')
  const head = letterHead(site, look)
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: letterPage({ language, subject, head, body, foot }, look),
  }
}
