/** The mail server through which e-mail is sent, and the sender of all e-mail. */
import { wholeTextAsEmailAddress } from '../domain/text/links.ts'

export interface MailServer {
  /** smtp: or smtps: URL, with the login. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** The text as the URL of a mail server; undefined if it is none. */
export const smtpUrlOrUndefined = (text: string): string | undefined =>
  /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) && new URL(text).hostname !== '' ? text : undefined

/** The text as the sender of e-mail, `ADDRESS` or `NAME <ADDRESS>`; undefined if it is none. */
export function parseSender(text: string): MailServer['from'] | undefined {
  const [, name = '', inner] = /^([^<>\p{Cc}]{0,100})<([^<>]+)>$/u.exec(text) ?? []
  const address = wholeTextAsEmailAddress(inner ?? text)
  return address === undefined ? undefined : { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
