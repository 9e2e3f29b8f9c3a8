import { useEffect } from 'preact/hooks'
import { hasSessionExpiredSignal, sessionSignal } from '../api/api.ts'
import { mayCreateEvents } from '../groups/groups.ts'
import { Button } from '../parts/button.tsx'
import { OpenQuestions } from '../parts/dialog.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { CurrentNotice, showErrorNotice } from '../parts/notice.tsx'
import { loadedOnce } from '../parts/once.ts'
import { pathBelowDeskSignal } from '../route.ts'
import { type DeskPart, deskPartAt, loadPartAgain, signInPart } from '../views/parts.ts'
import { t } from '../words/index.ts'
import './kept-focus.ts'
import { keepTypedLetters, openDialogSignal, openerOf, takeTypedLetters } from './keys.ts'
import { GroupSwitch, Navigation, OpenNavigationButton } from './navigation.tsx'
import { SessionEndWarning } from './session-end.tsx'
import { Brand, ViewHeading } from './view-heading.tsx'

// The view at a path. Its part of the desk is loaded first.

function Nowhere() {
  return (
    <>
      <ViewHeading text={t('nowhere')} />
      <div class="empty">
        <p>{t('nowhere.text', { address: location.pathname })}</p>
        <Link to="/" class="button main" label={t('overview')} />
      </div>
    </>
  )
}

/** Shown while a part is loaded, and if it can't be. */
function Awaited({ part }: { readonly part: DeskPart }) {
  useEffect(() => void part.load(), [part])
  if (!part.isMissing())
    return (
      <div class="loaded" aria-busy="true">
        <p class="loading late" role="status">
          {t('loading')}
        </p>
      </div>
    )
  return (
    <>
      <ViewHeading text={t('part.missing')} />
      <div class="failed" role="alert">
        <p>{t('part.missing.text')}</p>
        <Button class="main" onClick={() => void loadPartAgain(part)} label={t('again')} />
      </div>
    </>
  )
}

interface ViewAtProps {
  readonly path: string
  readonly part: DeskPart | undefined
}

function ViewAt({ path, part }: ViewAtProps) {
  if (part === undefined) return <Nowhere />
  const routes = part.value()
  if (routes === undefined) return <Awaited part={part} />
  for (const [pattern, view] of routes) {
    const found = pattern.exec(path)
    if (found !== null) return view(...found.slice(1))
  }
  return <Nowhere />
}

// Loads the dialogs that keys open in every view once one of them is open, or the browser has nothing else to do.

const giveUpDialog = () => {
  openDialogSignal.value = undefined
  takeTypedLetters()
}
// The help has no field.
keepTypedLetters(
  () =>
    openDialogSignal.value !== undefined &&
    openDialogSignal.value !== 'help' &&
    document.querySelector('dialog[open]') === null,
  giveUpDialog,
)

const dialogs = loadedOnce(async () => (await import('./on-demand.tsx')).LazilyLoadedDialogs)

export const loadDialogsAhead = (): void => void dialogs.load()

/** The dialog that is open. One that can’t be loaded says so. */
function ShellDialogs() {
  const isOpen = openDialogSignal.value !== undefined
  useEffect(() => {
    if (!isOpen) return
    void dialogs.load().then(() => {
      if (!dialogs.isMissing()) return
      giveUpDialog()
      showErrorNotice(t('part.missing.text'))
    })
  }, [isOpen])
  const Dialogs = dialogs.value()
  return Dialogs === undefined ? null : <Dialogs />
}

function Header() {
  return (
    <header class="top">
      <OpenNavigationButton />
      <Link to="/" class="mark">
        <Brand />
      </Link>
      <Button onClick={openerOf('palette')}>
        <Icon of="search" />
        <span class="word">{t('palette.open')}</span>
      </Button>
      <GroupSwitch />
      {mayCreateEvents() && (
        <>
          <Button onClick={openerOf('quick')}>
            <Icon of="zap" />
            <span class="word">{t('quick')}</span>
          </Button>
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
  const path = pathBelowDeskSignal.value
  // Invited users open their secret link before they can sign in.
  if (path === '/password' || sessionSignal.value === undefined)
    return <ViewAt path={path} part={signInPart} />
  const skip = () => document.querySelector<HTMLElement>('main h1')?.focus()
  return (
    <>
      <Button class="skip" onClick={skip} label={t('skip')} />
      <Header />
      <Navigation />
      <main id="main">
        <SessionEndWarning />
        <ViewAt path={path} part={deskPartAt(path)} />
      </main>
      <CurrentNotice />
      <OpenQuestions />
      <ShellDialogs />
      {hasSessionExpiredSignal.value && <ViewAt path="/again" part={signInPart} />}
    </>
  )
}
