/** Help for the keyboard shortcuts. */

import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import { LanguageLinks } from './languages.tsx'
import { hasShortcutsSignal, isHelpOpenSignal, setShortcutsOn } from './shortcuts.ts'

/** The keys, and the meaning of each. */
const keysOfDesk = () =>
  [
    [t('key.ctrl').replace(/S$/, 'K'), t('palette')],
    ['n', t('event.new')],
    ['q', t('quick')],
    ['/', t('key.search')],
    [t('key.ctrl'), t('save')],
    [t('key.ctrl').replace(/S$/, 'Enter'), t('save')],
    ['s', t('save')],
    ['u', t('key.undo')],
    ['Shift + ← ↑ ↓ →', t('key.move')],
    ['Alt + Shift + ← ↑ ↓ →', t('key.stretch')],
    ['m w d', t('key.views')],
    ['t j k', t('key.days')],
    ['j k', t('key.rows')],
    ['x a e', t('key.row')],
    ['d o c m Del', t('key.chosen')],
    ['← ↑ ↓ →', t('key.group')],
    ['Alt + ↓', t('key.picker')],
    ['Home, End', t('key.end-day')],
    ['Alt + F10', t('key.format')],
    ['?', t('key.help')],
  ] as const

/** The help dialog, while it is open. */
export function Help() {
  if (!isHelpOpenSignal.value) return null
  const close = () => {
    isHelpOpenSignal.value = false
  }
  return (
    <Dialog title={t('help')} onClose={close}>
      <dl class="keys">
        {keysOfDesk().map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        name="keys"
        label={t('key.single')}
        value={hasShortcutsSignal.value}
        onChange={setShortcutsOn}
      />
      <LanguageLinks />
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}
