/** Shares the preview of an event by a secret link. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { SecretShownOnce } from '../accounts/shown-once.tsx'
import { callApi } from '../api/api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'

type PreviewLink = components['schemas']['PreviewLink']

interface LinkProps {
  readonly link: PreviewLink
  readonly close: () => void
  readonly end: () => Promise<void>
}

/** The link with a button that copies it, until the dialog is closed. */
function SharedLink({ link, close, end }: LinkProps) {
  return (
    <Dialog title={t('share')} onClose={close}>
      <p>{t('share.text', { at: utcAsBrowserTimeText(link.expires_utc) })}</p>
      <SecretShownOnce text={link.url} />
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
        <button type="button" class="danger" onClick={() => void end()}>
          {t('share.end')}
        </button>
      </div>
    </Dialog>
  )
}

/** The button that makes a link, and the dialog that shows it once. */
export function SharePreviewButton({ id }: { readonly id: number }) {
  const [link, setLink] = useState<PreviewLink | undefined>(undefined)
  const path = `/events/${id}/preview-links`
  const share = () => callApi<PreviewLink>('POST', path).then(({ body }) => setLink(body), showFault)
  const end = async () => {
    setLink(undefined)
    await callApi('DELETE', path).then(() => notify(t('share.ended')), showFault)
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {t('share')}
      </button>
      {link && <SharedLink link={link} close={() => setLink(undefined)} end={end} />}
    </>
  )
}
