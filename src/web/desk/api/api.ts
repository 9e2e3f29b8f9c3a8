/** Sends requests to the public API. The desk uses no other interface. */
import { signal } from '@preact/signals'
import { roles } from '../../../contract/operations/account-names.ts'
import { deskSettings } from '../desk-settings.ts'
import { faultOfResponse, RequestFault } from './faults.ts'
import type { Session } from './types.ts'

// The session: the signed-in user and their rights.

/** `unknown` until the service responds; undefined if no user is signed in. */
export const sessionSignal = signal<Session | undefined | 'unknown'>('unknown')

/** Whether the session ended during work. The view stays, and the sign-in form appears above it. */
export const hasSessionExpiredSignal = signal(false)

const session = () => (typeof sessionSignal.value === 'object' ? sessionSignal.value : undefined)

/** The signed-in user. */
export const currentUser = (): Session['user'] | undefined => session()?.user

/** The groups that the signed-in user is a member of, with the role in each. */
export const memberships = (): Session['groups'] => session()?.groups ?? []

/** Local mode: without users, everyone on this machine is an administrator and does not sign in. */
export const isLocalMode = (): boolean => currentUser()?.id === 0

export type Role = (typeof roles)[number]

const names: readonly string[] = roles
const rankOf = (role: string | undefined) => names.indexOf(role ?? '')

/** Whether the signed-in user has this role or a higher one. */
export function hasRoleAtLeast(role: Role): boolean {
  return rankOf(currentUser()?.role) >= rankOf(role)
}

// Sends again what was sent when the session had ended, once the user has signed in again.

/** Resolves once the user of an ended session is signed in again; never if somebody else is, for whom the desk is loaded anew. */
const signedInAgain = (ended: Session): Promise<void> =>
  new Promise((resolve) => {
    sessionSignal.subscribe((now) => {
      if (now !== ended && typeof now === 'object' && now.user.id === ended.user.id) resolve()
    })
  })

/**
 * Calls `send`. Where the session has ended, the desk asks the user to sign in, and `send` is called again after that: no view shows a
 * failure, and nobody has to press or to choose anything twice. Throws any other Fault.
 */
export async function sendAcrossSessions<T>(send: () => Promise<T>): Promise<T> {
  const used = sessionSignal.value
  try {
    return await send()
  } catch (error) {
    const hasEnded = error instanceof RequestFault && error.status === 401
    if (!hasEnded || typeof used !== 'object') throw error
    // Another request may have told of it before, and the user may have signed in since.
    if (sessionSignal.value === used) hasSessionExpiredSignal.value = true
    await signedInAgain(used)
    return sendAcrossSessions(send)
  }
}

export type QueryFields = Readonly<Record<string, string | number | boolean | undefined>>

interface Asking {
  readonly query?: QueryFields
  readonly body?: unknown
  /** The ETag of the loaded item, so that changes of other users are not overwritten. */
  readonly ifMatch?: string | undefined
  /** The idempotency key: the same for every retry of one creation, so that the item is created once. */
  readonly idempotencyKey?: string
  /** Whether nobody waits for the answer: that the session has ended is not told, which would interrupt who is typing. */
  readonly isQuiet?: true
}

export interface ApiResponse<T> {
  readonly body: T
  readonly etag: string
  /**
   * The revision of a write, by which it can be undone; 0 if it changed nothing, or was answered a second time, since the revision sent is that
   * of somebody's write before. Of a list of events, the one as of which it was read.
   */
  readonly revision: number
  /** The total number of items of a list. */
  readonly total: number
  readonly pages: number
  /** The page of a list that was asked for. */
  readonly page: number
}

let revision = 0

/** Returns the URL of `path` with a query. Empty values are left out. */
export function apiUrl(path: string, query: QueryFields = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${deskSettings.api}${path}${text === '' ? '' : `?${text}`}`
}

/**
 * Returns the headers of a request, except its type. The revision makes reads show earlier writes. The CSRF token tells the
 * service that a page sent the request, so that a 401 opens no password dialog of the browser.
 */
export function requestHeaders(
  method: string,
  { ifMatch, idempotencyKey }: Asking = {},
): Record<string, string> {
  // Proves that a write comes from this page.
  const csrf = session()?.csrf_token
  return {
    Accept: 'application/json',
    Prefer: 'reasons',
    ...(method === 'GET' && revision > 0 && { 'X-Fasti-Revision': String(revision) }),
    ...(csrf && { 'X-CSRF-Token': csrf }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
}

async function callOnce<T>(method: string, path: string, asking: Asking): Promise<ApiResponse<T>> {
  const { query, body } = asking
  const headers = {
    ...requestHeaders(method, asking),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(apiUrl(path, query), sent).catch(() => undefined)
  const read: unknown = await response?.json().catch(() => undefined)
  if (response?.ok !== true) throw await faultOfResponse(response?.status ?? 0, Object(read))
  // The connection ended within the body.
  if (read === undefined) throw new RequestFault(0, {})
  const number = (name: string) => Number(response.headers.get(name) ?? 0)
  const asOf = number('X-Fasti-Revision')
  revision = Math.max(revision, asOf)
  const etag = response.headers.get('ETag') ?? ''
  const isOfAnother =
    response.headers.get('X-Fasti-Result') === 'unchanged' || response.headers.has('Idempotency-Replayed')
  return {
    body: read as T,
    etag,
    revision: isOfAnother ? 0 : asOf,
    total: number('X-Total-Count'),
    pages: number('X-Total-Pages'),
    page: Number(query?.page) || 1,
  }
}

/**
 * Sends a request; again after a new sign-in where the session has ended. Throws a Fault if the service refuses it, or if its response
 * does not arrive whole.
 */
export function callApi<T>(method: string, path: string, asking: Asking = {}): Promise<ApiResponse<T>> {
  const call = () => callOnce<T>(method, path, asking)
  // Signing in fails by 401, too.
  return asking.isQuiet === true || path === '/session' ? call() : sendAcrossSessions(call)
}

/** Pages that are asked for at once, and the most that are loaded. */
const [PAGES_AT_ONCE, MAX_PAGES] = [4, 100]

/** Loads all pages of a list, up to `most` of them; `told` gets the number of items so far. */
export async function loadAllPages<I>(
  load: (page: number) => Promise<Pick<ApiResponse<readonly I[]>, 'body' | 'pages'>>,
  told: (count: number) => void = () => undefined,
  most = MAX_PAGES,
): Promise<readonly I[]> {
  const { body, pages } = await load(1)
  const all = [...body]
  const last = Math.min(pages, most)
  for (let from = 2; from <= last; from += PAGES_AT_ONCE) {
    told(all.length)
    const some = Array.from({ length: Math.min(PAGES_AT_ONCE, last - from + 1) }, (_, at) => from + at)
    all.push(...(await Promise.all(some.map(load))).flatMap((one) => one.body))
  }
  return all
}

interface ListAsking extends Pick<Asking, 'isQuiet'> {
  /** The fields of the items that are asked for; by default all. */
  readonly fields?: readonly string[]
  /** The name of the items in the body; by default the last one of the path. */
  readonly name?: string
}

/** Loads a page of a list. */
export async function loadList<I>(
  path: string,
  query: QueryFields = {},
  { fields, name = path.slice(path.lastIndexOf('/') + 1), ...more }: ListAsking = {},
): Promise<ApiResponse<readonly I[]>> {
  const _fields = fields?.map((field) => `${name}.${field}`).join()
  const asking = { query: { ...query, _fields }, ...more }
  const response = await callApi<Readonly<Record<string, readonly I[]>>>('GET', path, asking)
  const items = response.body[name]
  if (items === undefined) throw new TypeError(`The answer of ${path} has no ${name}`)
  return { ...response, body: items }
}

export const loadWholeList = <I>(path: string, query: QueryFields): Promise<readonly I[]> =>
  loadAllPages((page) => loadList<I>(path, { per_page: 100, ...query, page }))

/** Loads a page of a list; the last one where there are fewer pages since. */
export async function loadPageOrLast<R extends { readonly pages: number }>(
  load: (page: number) => Promise<R>,
  page: number,
): Promise<R> {
  try {
    return await load(page)
  } catch (error) {
    if (page <= 1 || !(error instanceof RequestFault) || error.status !== 404) throw error
    const first = await load(1)
    return first.pages > 1 ? load(first.pages) : first
  }
}

export async function loadSession(): Promise<void> {
  try {
    sessionSignal.value = (await callApi<Session>('GET', '/session')).body
  } catch (error) {
    if (!(error instanceof RequestFault) || error.status !== 401) throw error
    sessionSignal.value = undefined
  }
}

/** Signs in. Throws a Fault if login and password do not match. */
export async function signIn(login: string, password: string, code: string): Promise<void> {
  const before = currentUser()?.id
  const { body } = await callApi<Session>('POST', '/session', {
    body: { login, password, ...(code !== '' && { code }) },
  })
  sessionSignal.value = body
  // The screen may show data of another user. A new page discards it.
  if (before !== undefined && before !== body.user.id) location.reload()
  hasSessionExpiredSignal.value = false
}

export async function signOut(): Promise<void> {
  const ended = await callApi<{ end_session_url?: string }>('DELETE', '/session').catch((error: unknown) => {
    if (!(error instanceof RequestFault) || error.status !== 401) throw error
  })
  hasSessionExpiredSignal.value = false
  sessionSignal.value = undefined
  // The session at the organisation ends there.
  const next = ended?.body.end_session_url
  if (next !== undefined) location.assign(next)
}

/** Keys by which the service recognises a repeated write. */

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
}

/** Returns a function that gives each body its idempotency key: a retry has the same key, a changed body gets a new one. */
export function idempotencyKeyMaker() {
  let last = { text: '', key: '' }
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (text !== last.text) last = { text, key: randomKey() }
    return last.key
  }
}
