/** Where a sign-in leads: to a page of this service, never elsewhere. */
import { urlOfAnyScheme } from '../../../domain/text/links.ts'

/** The longest path that is kept in a cookie. */
const LONGEST = 1500

/** Returns the path that a sign-in leads to: as sent if it is one of this service, otherwise that of the desk in the language. */
export function returnPath(sent: string, baseUrl: string, language: string): string {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname.replace(/\/$/, '')
  const desk = `${base}${language === '' ? '' : `/${language}`}/desk`
  if (sent.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(sent)) return desk
  const url = urlOfAnyScheme(sent, origin)
  if (url?.origin !== origin) return desk
  // Two slashes would begin another host, and a sign-in that leads to itself would never end.
  const isBelow = url.pathname === base || url.pathname.startsWith(`${base}/`)
  const isPage = !url.pathname.startsWith('//') && !/\/signin\/oidc(\/|$)/.test(url.pathname)
  return isBelow && isPage ? `${url.pathname}${url.search}${url.hash}` : desk
}
