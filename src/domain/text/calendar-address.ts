/** Addresses of outside calendars, parts of which may be secrets. */
import { urlOfAnyScheme } from './links.ts'

/** An address without a login, and the login that stood in it. */
interface AddressAndLogin {
  readonly address: string
  /** `name:password`; "" if there is none. */
  readonly login: string
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Takes the login out of an http or https address. */
export function addressAndLoginOf(text: string): AddressAndLogin {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const login = username === '' && password === '' ? '' : `${decoded(username)}:${decoded(password)}`
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
