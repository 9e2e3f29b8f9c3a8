/** Shows how the programs of others read an event. */
import { callApi } from '../api/api.ts'
import type { FederationActorsAndQueue } from '../federation/federation.ts'
import { EventSocialPreview } from '../federation/preview.tsx'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'

const calendarActor = async () =>
  (await callApi<FederationActorsAndQueue>('GET', '/federation')).body.actors[0]?.id ?? ''

function SocialDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const loaded = useLoaded(calendarActor, [])
  return (
    <Dialog title={t('federation.preview')} onClose={close}>
      <LoadedContent of={loaded}>
        {(calendar) => calendar !== '' && <EventSocialPreview calendar={calendar} id={id} />}
      </LoadedContent>
      <div class="actions">
        <button type="button" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}

/** The button that opens the preview of an event on the social web, as its object is stored. */
export const SocialPreviewButton = ({ id }: { readonly id: number }) => (
  <DialogButton label={t('federation.preview.open')}>
    {(close) => <SocialDialog id={id} close={close} />}
  </DialogButton>
)
