/** A secret that the service shows once. */

import { notify } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** A button that copies a text; nothing on insecure pages, where browsers have no clipboard. */
export function CopyButton({ text }: { readonly text: string }) {
  if (navigator.clipboard === undefined) return null
  const copy = () => navigator.clipboard.writeText(text).then(() => notify(t('copied')))
  return (
    <button type="button" onClick={copy}>
      {t('token.copy')}
    </button>
  )
}

/** The secret with a button that copies it, until the page is left. */
export function SecretShownOnce({ text }: { readonly text: string }) {
  return (
    <div class="token-once" role="status">
      <p>{t('token.once')}</p>
      <code>{text}</code> <CopyButton text={text} />
    </div>
  )
}
