/** Addresses people write: of pages, mailboxes and telephones. */

import { domainToASCII } from 'node:url'

/** Browsers skip or turn some of these, so that what is read is not what is followed. */
const neverInAddress = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069<>"\\]/u
const mailbox = /^mailto:[^@?]+@[^@?]+(?:\?.*)?$/iu
const telephone = /^tel:(?=.*\d)[+\d*#(][\d*#().-]*(?:;[\w.=%+-]+)*$/iu
const localPart = /^[^\s\p{Cc}@"(),:;<>[\\\]]{1,64}$/u
const domain = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i

/** The absolute http, https, mailto or tel address that the text is, as it is written. */
export function webAddress(text: string): string | undefined {
  const address = text.trim()
  if (neverInAddress.test(address)) return undefined
  return mailbox.test(address) || telephone.test(address) ? address : httpAddress(address)
}

/** The absolute http or https address that the text is, as it is written. */
export function httpAddress(text: string): string | undefined {
  const address = text.trim()
  if (neverInAddress.test(address) || !/^https?:\/\/[^/?#]/i.test(address)) return undefined
  return URL.canParse(address) ? address : undefined
}

/** The e-mail address that the text is; its domain has a dot and may be of any script. */
export function emailAddress(text: string): string | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  if (address.length > 254) return undefined
  return isLocalPart(address.slice(0, Math.max(at, 0))) && isDomain(address.slice(at + 1))
    ? address
    : undefined
}

function isLocalPart(text: string): boolean {
  return localPart.test(text) && !/^\.|\.\.|\.$/.test(text)
}

function isDomain(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}.\u30fb\u00b7-]+$/u.test(text) && domain.test(domainToASCII(text))
}
