/** A secret that the service tells once. */
import { t } from '../words/index.ts'

/** The secret, for as long as the page is open. */
export function ShownOnce({ text }: { readonly text: string }) {
  return (
    <div class="token-once" role="status">
      <p>{t('token.once')}</p>
      <code>{text}</code>
    </div>
  )
}
