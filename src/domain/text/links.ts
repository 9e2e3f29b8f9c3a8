/** Validates addresses of web pages, mailboxes and telephones. */

import { domainToASCII } from 'node:url'

/** Browsers drop or replace some of these characters, so that the displayed address differs from the followed one. */
const neverInAddress = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069<>"\\]/u
const mailbox = /^mailto:[^@?]+@[^@?]+(?:\?.*)?$/iu
const telephone = /^tel:(?=.*\d)[+\d*#(][\d*#().-]*(?:;[\w.=%+-]+)*$/iu
const localPart = /^[^\s\p{Cc}@"(),:;<>[\\\]]{1,64}$/u
const domain = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i

/** The longest address, also of a redirect. The time of parsing a host grows with the square of its length. */
export const LONGEST_ADDRESS = 4000

/** The address as a URL, whatever its scheme; undefined if it is none, or longer than 4,000 characters. */
export function urlOfAnyScheme(address: string, base?: string): URL | undefined {
  return address.length <= LONGEST_ADDRESS && URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** The text as an absolute http, https, mailto or tel address, trimmed; undefined if it is none. */
export function linkableAddress(text: string): string | undefined {
  const address = text.trim()
  if (neverInAddress.test(address)) return undefined
  return mailbox.test(address) || telephone.test(address) ? address : httpAddress(address)
}

/** The text as an absolute http or https address, trimmed; undefined if it is none. */
export function httpAddress(text: string): string | undefined {
  const address = text.trim()
  if (neverInAddress.test(address) || !/^https?:\/\/[^/?#]/i.test(address)) return undefined
  return urlOfAnyScheme(address) && address
}

/** The text as an e-mail address, trimmed; undefined if it is none. The domain has a dot and may be in any script. */
export function wholeTextAsEmailAddress(text: string): string | undefined {
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

const CREATIVE_COMMONS = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)(?:[ -](\d\.\d))?$/i
const ZERO = /^CC[ -]?0(?:[ -]1\.0)?$/i
const LATEST = '4.0'

/** Returns the address of a licence: itself, or that of a licence of Creative Commons; undefined for another text. */
export function licenceAddress(licence: string): string | undefined {
  if (/^https?:\/\/\S+$/i.test(licence)) return licence
  if (ZERO.test(licence)) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const [, terms, version = LATEST] = CREATIVE_COMMONS.exec(licence) ?? []
  return terms && `https://creativecommons.org/licenses/${terms.toLowerCase()}/${version}/`
}

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i

/** Whether a Host header, or the host of an Origin, is a loopback name or address. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}
