/** The frame of every view: navigation, user and notices. */

import { useEffect, useRef } from 'preact/hooks'
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import { PasswordPage } from '../accounts/password-page.tsx'
import { signOut } from '../api/api.ts'
import { currentUser, hasRoleAtLeast, isLocalMode, session } from '../api/session.ts'
import { OpenQuestionDialog } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Notices } from '../parts/notice.tsx'
import { deskSettings } from '../place.ts'
import { QuickAdd } from '../quick/dialog.tsx'
import { isQuickAddOpen } from '../quick/open.ts'
import { deskPath, navigateTo } from '../route.ts'
import { UnchosenTextQuestion } from '../suggesting/untaken-question.tsx'
import { type Key, t } from '../words/index.ts'
import { Help } from './help.tsx'
import { LanguageMenu } from './languages.tsx'
import { isHelpOpen } from './shortcuts.ts'
import { SignInAgain, SignInPage } from './sign-in.tsx'
import { siteName } from './site-name.ts'
import { ViewAt } from './views.tsx'

interface Entry {
  readonly to: string
  readonly label: Key
  readonly isShown?: () => boolean
}

const entries: readonly Entry[] = [
  { to: '/', label: 'overview' },
  { to: '/events', label: 'events' },
  { to: '/calendar', label: 'calendar', isShown: () => hasRoleAtLeast('contributor') },
  { to: '/review', label: 'review', isShown: () => hasRoleAtLeast('editor') },
  { to: '/venues', label: 'venues' },
  { to: '/organizers', label: 'organizers' },
  { to: '/categories', label: 'categories', isShown: () => hasRoleAtLeast('editor') },
  { to: '/tags', label: 'tags', isShown: () => hasRoleAtLeast('editor') },
  { to: '/media', label: 'media', isShown: () => hasRoleAtLeast('author') },
  { to: '/import', label: 'import', isShown: () => hasRoleAtLeast('editor') },
  { to: '/trash', label: 'trash' },
  { to: '/subscriptions', label: 'subscriptions', isShown: () => hasRoleAtLeast('administrator') },
  { to: '/webhooks', label: 'webhooks', isShown: () => hasRoleAtLeast('administrator') },
  { to: '/account', label: 'account', isShown: () => !isLocalMode() },
  { to: '/users', label: 'users', isShown: () => hasRoleAtLeast('administrator') },
  { to: '/settings', label: 'settings', isShown: () => hasRoleAtLeast('administrator') },
  { to: '/log', label: 'log', isShown: () => hasRoleAtLeast('administrator') },
]

const isCurrent = (to: string) => (to === '/' ? deskPath.value === '/' : deskPath.value.startsWith(to))

function Navigation() {
  const rooms = useRef<HTMLElement>(null)
  const at = deskPath.value
  // In a horizontal navigation, the current link may be scrolled out of view.
  useEffect(() => {
    const current = at === '' ? null : rooms.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])
  return (
    <nav class="rooms" aria-label={t('navigation')} ref={rooms}>
      <ul>
        {entries
          .filter(({ isShown }) => isShown?.() ?? true)
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to} current={isCurrent(to)}>
                {t(label)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Signs out. It opens the overview first, so that the user is asked about unsaved changes. */
async function leave(): Promise<void> {
  await navigateTo('/')
  if (deskPath.value === '/') await signOut()
}

function Who() {
  const user = currentUser()
  const role = roles.find((one) => one === user?.role)
  if (isLocalMode()) return <p class="who">{t('local')}</p>
  return (
    <div class="who">
      <p>
        {user?.display_name} {role && <small>· {t(`role.${role}`)}</small>}
      </p>
      <button type="button" class="quiet" onClick={leave}>
        {t('sign-out')}
      </button>
    </div>
  )
}

const openQuickAdd = () => {
  isQuickAddOpen.value = true
}

function Header() {
  return (
    <header class="top">
      <Link to="/" class="mark">
        {siteName.value}
      </Link>
      <a class="button quiet" href={`${deskSettings.root}/calendar/`}>
        {t('site.open')}
      </a>
      {hasRoleAtLeast('contributor') && (
        <button type="button" onClick={openQuickAdd}>
          {t('quick')}
        </button>
      )}
      <Link to="/events/new" class="button main">
        {t('event.new')}
      </Link>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isHelpOpen.value = true
        }}
      >
        {t('help')}
      </button>
      <LanguageMenu />
      <Who />
    </header>
  )
}

/** The desk: the sign-in page, or the frame with a view for signed-in users. */
export function Shell() {
  if (session.value === 'unknown') return null
  // Invited users open their secret link before they can sign in.
  if (deskPath.value === '/password') return <PasswordPage />
  if (session.value === undefined) return <SignInPage />
  const skip = () => document.querySelector<HTMLElement>('main h1')?.focus()
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {t('skip')}
      </button>
      <Header />
      <Navigation />
      <main id="main">
        <ViewAt path={deskPath.value} />
      </main>
      <Notices />
      <OpenQuestionDialog />
      <UnchosenTextQuestion />
      <Help />
      <QuickAdd />
      <SignInAgain />
    </>
  )
}
