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

// Addresses of outside calendars, parts of which may be secrets.

/** Returns a part of an address as text; as it is, if it is not encoded so. */
export function decodedUriPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Takes the login, `name:password`, out of an http or https address; "" if there is none. */
export function addressAndLoginOf(text: string) {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const login =
    username === '' && password === '' ? '' : `${decodedUriPart(username)}:${decodedUriPart(password)}`
  return { address: url.href, login }
}

const HIDDEN = '***'

/** A part of a path that may be a token: long, with a digit; or one that says that it is private. */
const isToken = (segment: string) => /^(?=.*\d)[\w.~%@=+-]{16,}$/.test(segment) || /^private-/i.test(segment)

/** A parameter of a query with its value hidden; one without a name is hidden whole. */
function shownPair(pair: string): string {
  const at = pair.indexOf('=')
  return `${pair.slice(0, at + 1)}${HIDDEN}`
}

/** The address as people may see it: without a login, and with `***` for what may be a token in its path or query. */
export function redactedWebAddress(address: string): string {
  const { origin, pathname, search } = new URL(address)
  const path = pathname.split('/').map((segment) => (isToken(segment) ? HIDDEN : segment))
  const query = search === '' ? '' : `?${search.slice(1).split('&').map(shownPair).join('&')}`
  return `${origin}${path.join('/')}${query}`
}

/** A message with every web address in it as people may see it. */
export const redactWebAddresses = (message: string): string =>
  message.replace(/https?:\/\/[^\s"'<>]+/gi, (text) =>
    urlOfAnyScheme(text) ? redactedWebAddress(text) : HIDDEN,
  )

/** The server of a reader on the social web, as people type it. */

const isLabel = (label: string) =>
  label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** Whether a name is one of the public net: not an address of numbers, and not a single word, which may be a machine nearby. */
function isPublicName(name: string): boolean {
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && name.length <= 253 && labels.every(isLabel) && /^(?:xn--|[a-z]+$)/.test(last)
}

/** Returns the host in `mastodon.social`, `@me@mastodon.social` or `https://mastodon.social/@me`; undefined for anything else. */
export function socialServerIn(text: string): string | undefined {
  const [, rest = ''] = /^(?:https:\/\/)?(.*)$/i.exec(text.trim().slice(0, 500)) ?? []
  const [beforePath = ''] = rest.split('/')
  const name = beforePath === '' ? '' : beforePath.slice(beforePath.lastIndexOf('@') + 1)
  if (!URL.canParse(`https://${name}`)) return undefined
  const { hostname, host, username, pathname, search, hash } = new URL(`https://${name}`)
  const isPlain = host === hostname && username === '' && pathname === '/' && search === '' && hash === ''
  return isPlain && isPublicName(hostname) ? hostname : undefined
}
