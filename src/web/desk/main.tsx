/** The entry point of the desk: loads the session and renders the shell. */
import { effect } from '@preact/signals'
import { render } from 'preact'
import { currentUser, loadSession } from './api/api.ts'
import { faultMessage } from './api/faults.ts'
import { keep, readKept } from './kept/keep.ts'
import { Button } from './parts/button.tsx'
import { pathBelowDeskSignal } from './route.ts'
import { loadDialogsAhead, Shell } from './shell/shell.tsx'
import { loadAheadOnLinks, loadEventsPartWhenIdle, loadPartAhead, signInPart } from './views/parts.ts'
import { language, t } from './words/index.ts'

function Unreachable({ reason }: { readonly reason: string }) {
  return (
    <main class="gate">
      <h1>{t('unreachable')}</h1>
      <p role="alert">{reason}</p>
      <Button class="main" onClick={() => location.reload()} label={t('again')} />
    </main>
  )
}

/** Where this browser notes that somebody was signed in. */
const SIGNED_IN = 'fasti-desk-signed-in'

const desk = document.getElementById('desk')
document.documentElement.lang = language
// Whoever was signed in probably still is: the view is loaded beside the session. Before the first sign-in, that is what is shown.
if (readKept(SIGNED_IN) !== null) loadPartAhead(pathBelowDeskSignal.value)
else void signInPart.load()
if (desk !== null)
  loadSession().then(
    () => {
      render(<Shell />, desk)
      loadAheadOnLinks(desk)
      effect(() => {
        if (currentUser() === undefined) return keep(SIGNED_IN, undefined)
        loadEventsPartWhenIdle(loadDialogsAhead)
        keep(SIGNED_IN, 'yes')
      })
    },
    (error: unknown) => render(<Unreachable reason={faultMessage(error)} />, desk),
  )
