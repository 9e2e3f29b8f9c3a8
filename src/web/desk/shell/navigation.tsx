/** The navigation of the desk: its views in groups, which fold, and what is about the desk itself. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DeskIconName } from '../../design/icons.ts'
import { hasRoleAtLeast, isLocalMode, memberships } from '../api/session.ts'
import { listOfferedGroups } from '../groups/known.ts'
import { mayCreateEvents, mayReviewSome, mayUpload } from '../groups/may.ts'
import { GroupSwitch } from '../groups/switch.tsx'
import { Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { pathBelowDeskSignal } from '../route.ts'
import { isMultilingual } from '../translating/translation.ts'
import { type Key, t } from '../words/index.ts'
import { NavigationFoot } from './about-desk.tsx'

interface Entry {
  readonly to: string
  readonly label: Key
  readonly icon: DeskIconName
  readonly isShown?: () => boolean
}

interface Group {
  readonly label: Key
  readonly entries: readonly Entry[]
}

const isEditor = () => hasRoleAtLeast('editor')
const isAdministrator = () => hasRoleAtLeast('administrator')

/** Groups are for their members, and for those who keep all of them. */
const mayOpenGroups = () => isEditor() || memberships().length > 0
const hasReviewedGroups = () => isEditor() && listOfferedGroups().some(({ main }) => main === 'review')

const groups: readonly Group[] = [
  {
    label: 'rooms.calendar',
    entries: [
      { to: '/', label: 'overview', icon: 'layout-dashboard' },
      { to: '/events', label: 'events', icon: 'list' },
      {
        to: '/calendar',
        label: 'calendar',
        icon: 'calendar-days',
        isShown: mayCreateEvents,
      },
      { to: '/review', label: 'review', icon: 'inbox', isShown: mayReviewSome },
      { to: '/main-calendar', label: 'main-inbox', icon: 'calendar-check', isShown: hasReviewedGroups },
      {
        to: '/translations',
        label: 'translations',
        icon: 'globe',
        isShown: () => isMultilingual && isEditor(),
      },
      { to: '/media', label: 'media', icon: 'image', isShown: mayUpload },
      { to: '/trash', label: 'trash', icon: 'trash-2' },
    ],
  },
  {
    label: 'rooms.places',
    entries: [
      { to: '/venues', label: 'venues', icon: 'map-pin' },
      { to: '/organizers', label: 'organizers', icon: 'users' },
      { to: '/groups', label: 'groups', icon: 'building-2', isShown: mayOpenGroups },
      { to: '/categories', label: 'categories', icon: 'folder-tree', isShown: isEditor },
      { to: '/tags', label: 'tags', icon: 'tag', isShown: isEditor },
    ],
  },
  {
    label: 'rooms.exchange',
    entries: [
      { to: '/import', label: 'import', icon: 'file-input', isShown: isEditor },
      { to: '/subscriptions', label: 'subscriptions', icon: 'calendar-sync', isShown: isAdministrator },
      { to: '/webhooks', label: 'webhooks', icon: 'webhook', isShown: isAdministrator },
      { to: '/federation', label: 'federation', icon: 'globe', isShown: isEditor },
    ],
  },
  {
    label: 'rooms.site',
    entries: [
      { to: '/account', label: 'account', icon: 'user-round', isShown: () => !isLocalMode() },
      { to: '/users', label: 'users', icon: 'user-cog', isShown: isAdministrator },
      { to: '/pages', label: 'own-pages', icon: 'file-text', isShown: isAdministrator },
      { to: '/settings', label: 'settings', icon: 'settings', isShown: isAdministrator },
      { to: '/log', label: 'log', icon: 'history', isShown: isEditor },
    ],
  },
]

const KEPT_AS = 'fasti-desk-folded'

/** The labels of the groups that are folded in this browser. */
const folded = signal<readonly string[]>((localStorage.getItem(KEPT_AS) ?? '').split(' '))

function fold(label: string, isOpen: boolean): void {
  const others = folded.value.filter((one) => one !== label && one !== '')
  folded.value = isOpen ? others : [...others, label]
  localStorage.setItem(KEPT_AS, folded.value.join(' '))
}

const isCurrent = (to: string) =>
  to === '/' ? pathBelowDeskSignal.value === '/' : pathBelowDeskSignal.value.startsWith(to)

/** The views that the user may open. */
export const shownViews = (): readonly Entry[] =>
  groups.flatMap(({ entries }) => entries.filter(({ isShown }) => isShown?.() ?? true))

function GroupOfViews({ label, entries }: Group) {
  const shown = entries.filter(({ isShown }) => isShown?.() ?? true)
  if (shown.length === 0) return null
  const isOpen = !folded.value.includes(label)
  return (
    <details open={isOpen} onToggle={(event) => fold(label, event.currentTarget.open)}>
      <summary>
        {t(label)}
        <Icon of="chevron-down" />
      </summary>
      <ul>
        {shown.map(({ to, label: name, icon }) => (
          <li key={to}>
            <Link to={to} current={isCurrent(to)}>
              <Icon of={icon} />
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Whether the navigation is open on a small screen; a large one always shows it. */
const isOpenOnSmall = signal(false)

/** The button that opens the navigation on a small screen. */
export function OpenNavigationButton() {
  const open = isOpenOnSmall.value
  return (
    <button
      type="button"
      class="quiet rooms-button"
      aria-label={t('navigation')}
      aria-expanded={open}
      aria-controls="rooms"
      onClick={() => {
        isOpenOnSmall.value = !open
      }}
    >
      <Icon of={open ? 'x' : 'menu'} />
    </button>
  )
}

/** The navigation; on a small screen it closes when another view opens. */
export function Navigation() {
  const at = pathBelowDeskSignal.value
  useEffect(() => {
    isOpenOnSmall.value = false
  }, [at])
  return (
    <nav class="rooms" id="rooms" aria-label={t('navigation')} data-open={isOpenOnSmall.value}>
      <GroupSwitch />
      <div class="rooms-groups">
        {groups.map((group) => (
          <GroupOfViews key={group.label} {...group} />
        ))}
      </div>
      <NavigationFoot />
    </nav>
  )
}
