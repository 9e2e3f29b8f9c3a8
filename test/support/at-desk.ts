/** A service that listens on a port, and its desk in Chromium. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import type { Role } from '../../src/api/policy.ts'
import { violations } from './axe.ts'
import { desktop, type OpenPage } from './browser.ts'
import { isLong } from './dialect-names.ts'
import { anyDialects } from './dialects.ts'
import { freePort } from './free-port.ts'
import { anEvent, type Json, type TestService, testService } from './service.ts'
import { hashOnce, signedIn } from './sessions.ts'

export const PASSWORD = 'correct horse battery'
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

export interface DeskService extends TestService {
  /** The address, without a slash at the end. */
  readonly base: string
  /** Adds a user with a password. */
  person(login: string, role: Role): Promise<void>
  /** Signs in, at the first call for a user: checking a password takes as long as reading a page. Returns the headers of the session. */
  session(login: string): Promise<Session>
  /** Opens the desk at a path, signed in as `login` if it is not empty. */
  desk(open: OpenPage, path?: string, login?: string, options?: BrowserContextOptions): Promise<Page>
  /** Opens another view in a page with the desk. */
  show(page: Page, path: string): Promise<void>
}

/** How the fields of this desk, in the English of Germany, show a day. */
export const shownDay = (day: string): string => day.split('-').reverse().join('/')

/** Opens the sections of forms that are folded at first, as a user may choose: tests of fields type into each of them. */
const ALL_FIELDS = "if (location.protocol === 'http:') localStorage.setItem('fasti-desk-all-fields', 'on')"

/**
 * Opens a view in the desk that the page has loaded already, like a link of the desk does, in a third of the time of loading it. First,
 * ends what an earlier test has left there. Returns whether that is possible: not without a desk for a user, below a dialog, or with
 * unsaved changes.
 */
const isShown = (page: Page, to: string) =>
  page.evaluate<boolean>(`(async () => {
    const to = new URL(${JSON.stringify(to)})
    const isHere = location.origin === to.origin && location.pathname.startsWith('/desk')
    if (!isHere || document.querySelector('#desk #main') === null || document.querySelector('dialog[open]') !== null) return false
    if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
    document.querySelector('.notice .quiet')?.click()
    localStorage.clear()
    sessionStorage.clear()
    ${ALL_FIELDS}
    // A view that is shown already would stay as it is.
    for (const path of location.pathname === to.pathname ? ['/desk/nowhere', to.href] : [to.href]) {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      await new Promise(requestAnimationFrame)
    }
    return true
  })()`)

/** The header and the navigation, which are the same in each view. */
export const frame = ['.top', '.rooms'] as const

/** Returns the violations on a page of the desk outside its frame, which desk.test.ts checks once. */
export const violationsInView = (page: Page) => violations(page, undefined, isLong() ? [] : frame)

type Session = Awaited<ReturnType<typeof signedIn>>

/** Starts a service; with `isLocal` without users. `more` is added to its environment. The caller closes it. */
export async function deskService(isLocal = false, more: Record<string, string> = {}): Promise<DeskService> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    FASTI_BASE_URL: base,
    FASTI_TIME_ZONE: 'Europe/Berlin',
    FASTI_IMAGE_HOSTS: '127.0.0.1',
    ...more,
  }
  const service = await testService(anyDialects()[0]?.name ?? 'sqlite', env)
  await service.app.listen({ host: '127.0.0.1', port })
  const password = await hashOnce(PASSWORD)
  const person = async (login: string, role: Role) => {
    await service.store.accounts.addUser(login, role, moment, { password })
  }
  if (!isLocal) await person('ada', 'administrator')
  const sessions = new Map<string, Promise<Session>>()
  const session = (login: string) => {
    const known = sessions.get(login) ?? signedIn(service, login, PASSWORD)
    sessions.set(login, known)
    return known
  }
  const show = async (page: Page, path: string) => {
    if (!(await isShown(page, `${base}/desk${path}`))) await page.goto(`${base}/desk${path}`)
    await page.locator('h1').waitFor()
  }
  return {
    ...service,
    base,
    person,
    session,
    show,
    async desk(open, path = '', login = isLocal ? '' : 'ada', options = {}) {
      // Each frame of a notice that slides in takes time, and clicks wait until it stands still.
      const look = { ...desktop, reducedMotion: 'reduce', ...options } as const
      // A test that begins signed out may sign in: the next one gets an empty page.
      const place = login === '' && !isLocal ? undefined : `${base} ${login}`
      const page = await open(look, undefined, place)
      page.setDefaultTimeout(60_000)
      await page.addInitScript(ALL_FIELDS)
      if (login !== '') {
        const [, name = '', value = ''] =
          /^([^=]+)=(.*)$/.exec((await session(login)).cookie.cookie ?? '') ?? []
        await page.context().addCookies([{ name, value, url: base, httpOnly: true, sameSite: 'Lax' }])
      }
      await show(page, path)
      return page
    },
  }
}

/**
 * Starts a service, and signs in its administrator. Returns the headers of the session, and what creates and reads events
 * with them. The caller closes the service.
 */
export async function signedDesk(env: Record<string, string> = {}) {
  const service = await deskService(false, env)
  const { cookie, csrf } = await service.session('ada')
  const headers: Record<string, string> = { ...cookie, ...csrf }
  const made = (more: Json) => eveningEvent(service, more, headers)
  const kept = async (id: number) => (await service.get(`/events/${id}`, headers)).body
  return { service, headers, made, kept }
}

export type SignedDesk = Awaited<ReturnType<typeof signedDesk>>

/** Creates an event on the evening of 4 May 2030. Returns its id. */
export async function eveningEvent(
  service: TestService,
  more: Json,
  headers: Record<string, string> = {},
): Promise<number> {
  const times = { start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }
  return (await service.post('/events', anEvent({ ...times, ...more }), headers)).body.id
}
