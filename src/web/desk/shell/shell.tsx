/** The frame of every view: the header, the navigation and notices. */
import { PasswordByLinkPage } from '../accounts/password-by-link-page.tsx'
import { sessionSignal } from '../api/session.ts'
import { mayCreateEvents } from '../groups/may.ts'
import { GroupSwitch } from '../groups/switch.tsx'
import { OpenQuestionDialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { CurrentNotice } from '../parts/notice.tsx'
import { isQuickAddOpenSignal } from '../quick/open.ts'
import { pathBelowDeskSignal } from '../route.ts'
import { UnchosenTextQuestion } from '../suggesting/unchosen-text-question.tsx'
import { t } from '../words/index.ts'
import { Brand } from './brand.tsx'
import { ShellDialogs } from './dialogs.tsx'
import { Navigation, OpenNavigationButton } from './navigation.tsx'
import { isCommandPaletteOpenSignal } from './palette-open.ts'
import { SessionEndWarning } from './session-end.tsx'
import { SignInAgain, SignInPage } from './sign-in.tsx'
import { ViewAt } from './views.tsx'

const openPalette = () => {
  isCommandPaletteOpenSignal.value = true
}

const openQuickAdd = () => {
  isQuickAddOpenSignal.value = true
}

function Header() {
  return (
    <header class="top">
      <OpenNavigationButton />
      <Link to="/" class="mark">
        <Brand />
      </Link>
      <button type="button" onClick={openPalette}>
        <Icon of="search" />
        <span class="word">{t('palette.open')}</span>
      </button>
      <GroupSwitch />
      {mayCreateEvents() && (
        <>
          <button type="button" onClick={openQuickAdd}>
            <Icon of="zap" />
            <span class="word">{t('quick')}</span>
          </button>
          <Link to="/events/new" class="button main">
            <Icon of="plus" />
            <span class="word">{t('event.new')}</span>
          </Link>
        </>
      )}
    </header>
  )
}

/** The desk: the sign-in page, or the frame with a view for signed-in users. */
export function Shell() {
  if (sessionSignal.value === 'unknown') return null
  // Invited users open their secret link before they can sign in.
  if (pathBelowDeskSignal.value === '/password') return <PasswordByLinkPage />
  if (sessionSignal.value === undefined) return <SignInPage />
  const skip = () => document.querySelector<HTMLElement>('main h1')?.focus()
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {t('skip')}
      </button>
      <Header />
      <Navigation />
      <main id="main">
        <SessionEndWarning />
        <ViewAt path={pathBelowDeskSignal.value} />
      </main>
      <CurrentNotice />
      <OpenQuestionDialog />
      <UnchosenTextQuestion />
      <ShellDialogs />
      <SignInAgain />
    </>
  )
}
