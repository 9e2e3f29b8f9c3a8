import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/account-names.ts'
import type { DeskIconName } from '../../design/icons.ts'
import { currentUser, hasRoleAtLeast, isLocalMode, memberships, signOut } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import {
  groupRoleText,
  listOfferedGroups,
  mayCreateEvents,
  mayReviewSome,
  mayUpload,
  useOfferedGroups,
} from '../groups/groups.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Options } from '../parts/field.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { deskGroupIdSignal, deskQuerySignal, navigateTo, pathBelowDeskSignal, setQuery } from '../route.ts'
import { isMultilingual } from '../translating/translation.tsx'
import { type Key, language, languageName, t } from '../words/index.ts'
import { openerOf } from './keys.ts'

// Links to the same view in other languages. The URL contains the chosen language.

const hasSeveral = deskSettings.languages.length > 1

/** The list of languages under the name of the current one, for the header of the desk. */
function LanguageMenu() {
  const [isOpen, setOpen] = useState(false)
  if (!hasSeveral) return null
  return (
    <details class="menu" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of="globe" />
        <span lang={language}>{languageName(language, language)}</span>
      </summary>
      {isOpen && <LanguageLinks />}
    </details>
  )
}

/** Links to all languages, each named in its own language. The secret of an invitation goes along. */
export function LanguageLinks() {
  if (!hasSeveral) return null
  const view = pathBelowDeskSignal.value === '/' ? '' : pathBelowDeskSignal.value
  return (
    <nav class="languages" aria-label={t('languages')}>
      <ul>
        {deskSettings.languages.map((name) => (
          <li key={name}>
            <a
              href={`${deskSettings.base}/${name}/desk${view}${location.hash}`}
              lang={name}
              hreflang={name}
              aria-current={name === language ? 'true' : undefined}
            >
              {languageName(name, name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

// Below the navigation: the public calendar, the shortcuts, the language and the user.

/** Signs out. It opens the overview first, so that the user is asked about unsaved changes. */
async function leave(): Promise<void> {
  await navigateTo('/')
  if (pathBelowDeskSignal.value === '/') await signOut()
}

function Who() {
  const user = currentUser()
  const role = roles.find((one) => one === user?.role)
  const inGroups = memberships().map((one) => `${groupRoleText(one.role)} (${one.name})`)
  const told = [role && t(`role.${role}`), ...inGroups].filter(Boolean).join(' · ')
  return (
    <p class="who" title={told}>
      {isLocalMode() ? t('local') : user?.display_name} {told && <small>· {told}</small>}
    </p>
  )
}

interface FootButtonProps {
  readonly label: Key
  readonly icon: DeskIconName
  readonly onClick: () => void
}

const FootButton = ({ label, icon, onClick }: FootButtonProps) => (
  <Button class="quiet" title={t(label)} onClick={onClick}>
    <Icon of={icon} />
    <span class="word">{t(label)}</span>
  </Button>
)

function NavigationFoot() {
  return (
    <div class="rooms-foot">
      <LanguageMenu />
      <a class="button quiet" title={t('site.open')} href={`${deskSettings.root}/calendar/`}>
        <Icon of="external-link" />
        <span class="word">{t('site.open')}</span>
      </a>
      <FootButton label="help" icon="keyboard" onClick={openerOf('help')} />
      <Who />
      {!isLocalMode() && <FootButton label="sign-out" icon="log-out" onClick={() => void leave()} />}
    </div>
  )
}

// Which group the desk shows: all, one, or what is in none.

/** The choice in the head of the desk, for those who have groups to choose from. It stays in the address of each view. */
export function GroupSwitch() {
  const offered = useOfferedGroups()
  if (offered.length === 0) return null
  const options = [
    ['', t('group.any')],
    ...offered.map(({ id, name }) => {
      const role = memberships().find((one) => one.id === id)?.role
      return [String(id), role === undefined ? name : `${name} · ${groupRoleText(role)}`] as const
    }),
    ['0', t('group.without')],
  ] as const
  return (
    <select
      class="group-switch"
      aria-label={t('one.group')}
      value={deskGroupIdSignal.value}
      onChange={(event) => {
        const group = event.currentTarget.value
        setQuery({ ...Object.fromEntries(deskQuerySignal.value), page: '', group })
      }}
    >
      <Options value={deskGroupIdSignal.value} options={options} />
    </select>
  )
}

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
const folded = signal<readonly string[]>((readKept(KEPT_AS) ?? '').split(' '))

function fold(label: string, isOpen: boolean): void {
  const others = folded.value.filter((one) => one !== label && one !== '')
  folded.value = isOpen ? others : [...others, label]
  keep(KEPT_AS, folded.value.join(' '))
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

const isOpenOnSmall = signal(false)

export function OpenNavigationButton() {
  const open = isOpenOnSmall.value
  return (
    <IconButton
      icon={open ? 'x' : 'menu'}
      label={t('navigation')}
      class="quiet rooms-button"
      aria-expanded={open}
      aria-controls="rooms"
      onClick={() => {
        isOpenOnSmall.value = !open
      }}
    />
  )
}

/** The navigation; on a small screen it closes when another view opens. */
export function Navigation() {
  const at = pathBelowDeskSignal.value
  useEffect(() => {
    isOpenOnSmall.value = false
    document.querySelector('.rooms-groups [aria-current]')?.scrollIntoView({ block: 'nearest' })
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
