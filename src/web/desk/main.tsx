/** The entry point of the desk: loads the session and renders the shell. */
import { render } from 'preact'
import { loadSession } from './api/api.ts'
import { faultMessage } from './api/faults.ts'
import { pathBelowDesk } from './route.ts'
import { loadDialogsAhead } from './shell/dialogs.tsx'
import { Shell } from './shell/shell.tsx'
import { loadAheadOnLinks, loadEventsPartWhenIdle, loadPartAhead } from './views/parts.ts'
import { language, t } from './words/index.ts'

/** Shown if the session cannot be loaded. */
function Unreachable({ reason }: { readonly reason: string }) {
  return (
    <main class="gate">
      <h1>{t('unreachable')}</h1>
      <p role="alert">{reason}</p>
      <button type="button" class="main" onClick={() => location.reload()}>
        {t('again')}
      </button>
    </main>
  )
}

const desk = document.getElementById('desk')
document.documentElement.lang = language
loadPartAhead(pathBelowDesk.value)
if (desk !== null)
  loadSession().then(
    () => {
      render(<Shell />, desk)
      loadAheadOnLinks(desk)
      loadEventsPartWhenIdle(loadDialogsAhead)
    },
    (error: unknown) => render(<Unreachable reason={faultMessage(error)} />, desk),
  )
