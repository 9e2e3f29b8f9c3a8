/** The setup page of an empty calendar: name and zone, the first user, the first events. */
import { useState } from 'preact/hooks'
import { isLocalMode } from '../api/session.ts'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { loadSettings } from '../settings/settings.ts'
import { updateShownBrand } from '../shell/brand.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { CalendarStep } from './calendar-step.tsx'
import { addDemo } from './demo.tsx'
import { UserStep } from './user-step.tsx'

function ContentStep() {
  const [isBusy, setBusy] = useState(false)
  const fill = async () => {
    setBusy(true)
    try {
      notify(t('start.demo.done', { count: await addDemo() }))
    } catch (error) {
      showFault(error)
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="start-content">
      <h2 id="start-content">{t('start.content')}</h2>
      <p class="actions">
        <Link to="/events/new" class="button main">
          {t('event.new')}
        </Link>
        <Link to="/subscriptions" class="button">
          {t('subscription.new')}
        </Link>
        <Link to="/import" class="button">
          {t('start.import')}
        </Link>
        <button type="button" disabled={isBusy} onClick={fill}>
          {t('start.demo')}
        </button>
      </p>
      <p class="hint">{t('start.demo.text')}</p>
      <p>
        <Link to="/">{t('start.done')}</Link>
      </p>
    </section>
  )
}

/** Reloads the page if the zone or the language has changed, because both are part of the page. */
function saved(settings: Settings): void {
  const { timezone, language } = settings
  updateShownBrand(settings)
  notify(t('settings.saved'))
  if (timezone !== deskSettings.zone || language !== deskSettings.language) location.reload()
}

/** All steps on one page. Each step is optional. */
export function CalendarSetupStepsView() {
  const loaded = useLoaded(loadSettings, [])
  return (
    <div class="start">
      <ViewHeading text={t('set-up')} />
      <p>{t('start.text')}</p>
      <LoadedContent of={loaded}>
        {(settings) => <CalendarStep settings={settings} done={saved} />}
      </LoadedContent>
      {isLocalMode() && <UserStep />}
      <ContentStep />
    </div>
  )
}
