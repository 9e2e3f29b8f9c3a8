/** What one does first in an empty calendar: on the overview, and as the last step of the set-up. */
import type { DeskIconName } from '../../design/icons.ts'
import { hasRoleAtLeast, isLocalMode } from '../api/api.ts'
import { Button } from '../parts/button.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { useBusyAct } from '../parts/notice.tsx'
import { type Key, t } from '../words/index.ts'
import { addDemo } from './demo.tsx'

interface FirstStep {
  readonly to: string
  readonly icon: DeskIconName
  readonly title: Key
  readonly text: Key
  readonly isShown?: () => boolean
}

const isAdministrator = () => hasRoleAtLeast('administrator')

const steps: readonly FirstStep[] = [
  { to: '/events/new', icon: 'calendar', title: 'event.new', text: 'first.event' },
  {
    to: '/venues/new',
    icon: 'map-pin',
    title: 'venue.new',
    text: 'first.venue',
    isShown: () => hasRoleAtLeast('contributor'),
  },
  {
    to: '/import',
    icon: 'file-input',
    title: 'start.import',
    text: 'first.import',
    isShown: () => hasRoleAtLeast('editor'),
  },
  {
    to: '/users',
    icon: 'user-cog',
    title: 'user.new',
    text: 'first.people',
    isShown: () => isAdministrator() && !isLocalMode(),
  },
]

interface FirstStepsProps {
  /** Called with the number of items once the demo is added. */
  readonly filled: (count: number) => void
}

/** The ways to the first events as cards, as far as the user may go them, and the demo. */
export function FirstSteps({ filled }: FirstStepsProps) {
  const [isBusy, act] = useBusyAct()
  return (
    <>
      <ul class="first-steps">
        {steps
          .filter(({ isShown }) => isShown?.() ?? true)
          .map(({ to, icon, title, text }) => (
            <li key={to} class="panel">
              <Icon of={icon} /> <Link to={to}>{t(title)}</Link>
              <p class="hint">{t(text)}</p>
            </li>
          ))}
      </ul>
      {isAdministrator() && (
        <p class="actions">
          <Button
            disabled={isBusy}
            onClick={() => act(() => addDemo().then(filled))}
            label={t('start.demo')}
          />
          <span class="hint">{t('start.demo.text')}</span>
        </p>
      )}
    </>
  )
}
