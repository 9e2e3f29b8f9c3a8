/** A secret that the service shows once. */
import { t } from '../words/index.ts'

/** The secret, until the page is left. */
export function SecretShownOnce({ text }: { readonly text: string }) {
  return (
    <div class="token-once" role="status">
      <p>{t('token.once')}</p>
      <code>{text}</code>
    </div>
  )
}
