/** The route of the desk: the part of the URL below the desk's own path. */
import { computed, signal } from '@preact/signals'
import { deskSettings } from './desk-settings.ts'

const here = () => location.pathname.slice(deskSettings.desk.length).replace(/\/$/, '') || '/'

export const pathBelowDeskSignal = signal(here())
const search = signal(location.search)
export const deskQuerySignal = computed(() => new URLSearchParams(search.value))

const GROUP = 'group'

/** Called before the view is left; set by views with unsaved changes. */
type Guard = () => Promise<boolean>
let guard: Guard | undefined

/** Sets the function that is called before the view is left. Undefined removes it. */
export function setLeaveGuard(newGuard: Guard | undefined): void {
  guard = newGuard
}

function show(): void {
  pathBelowDeskSignal.value = here()
  search.value = location.search
}

let shown = location.href

/** The id of the group that the desk is about, as the address has it: empty for all, 0 for what is in none. Views keep it. */
export const deskGroupIdSignal = computed(() => deskQuerySignal.value.get(GROUP) ?? '')

/** Returns a path below the desk with the group of the address, unless it names one. */
function pathWithGroup(to: string): string {
  const [path = '', query = ''] = to.split('?')
  const values = new URLSearchParams(query)
  if (deskGroupIdSignal.value === '' || values.has(GROUP)) return to
  values.set(GROUP, deskGroupIdSignal.value)
  return `${path}?${values}`
}

export const deskUrl = (to: string): string =>
  deskSettings.desk + pathWithGroup(to).replace(/^\/(?=$|\?)/, '')

/** Opens a path of the desk, and leaves it to the view there to keep what is unsaved. */
export function openPath(to: string): void {
  history.pushState(null, '', deskUrl(to))
  shown = location.href
  show()
}

/** Navigates to a view of the desk, unless the user stays to save changes. */
export async function navigateTo(to: string): Promise<void> {
  if (guard !== undefined && !(await guard())) return
  guard = undefined
  openPath(to)
}

/** Returns a function that tells after a wait whether the user is still at the view of now: who has left it is not taken elsewhere. */
export function stillHere(): () => boolean {
  const path = pathBelowDeskSignal.value
  return () => pathBelowDeskSignal.value === path
}

/** Replaces the query in the URL without leaving the view. The group stays, unless the values have one. */
export function setQuery(values: Readonly<Record<string, string>>): void {
  const given = Object.entries({ ...values, [GROUP]: values[GROUP] ?? deskGroupIdSignal.value }).filter(
    ([, value]) => value !== '',
  )
  const text = new URLSearchParams(given).toString()
  history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`)
  shown = location.href
  search.value = location.search
}

addEventListener('popstate', async () => {
  const wanted = location.href
  if (guard !== undefined) {
    history.pushState(null, '', shown)
    if (!(await guard())) return
    guard = undefined
    history.replaceState(null, '', wanted)
  }
  shown = location.href
  show()
})

addEventListener('beforeunload', (event) => {
  if (guard !== undefined) event.preventDefault()
})
