/** A secret that the service shows once. */

import { notify } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** The secret with a button that copies it, until the page is left. */
export function SecretShownOnce({ text }: { readonly text: string }) {
  const copy = () => navigator.clipboard.writeText(text).then(() => notify(t('copied')))
  return (
    <div class="token-once" role="status">
      <p>{t('token.once')}</p>
      <code>{text}</code> {/* Browsers have a clipboard on secure pages alone. */}
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {t('token.copy')}
        </button>
      )}
    </div>
  )
}
