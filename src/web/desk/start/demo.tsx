/** The demo: added to an empty calendar, and removed with one click. */
import { callApi } from '../api/api.ts'
import type { Demo, RemovedDemo } from '../api/types.ts'
import { Button } from '../parts/button.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify, useBusyAct } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** Adds the demo. Returns the number of its items. Throws a Fault if the calendar is not empty. */
export async function addDemo(): Promise<number> {
  return (await callApi<Demo>('POST', '/demo')).body.items
}

/** Tells administrators that the calendar shows the demo, with a button to remove it. Empty without a demo. */
export function DemoNote({ after }: { readonly after: () => void }) {
  const loaded = useLoaded(async () => (await callApi<Demo>('GET', '/demo')).body, [])
  const [isBusy, act] = useBusyAct()
  const { items = 0 } = loaded.value ?? {}
  if (items === 0) return null
  const remove = async () => {
    const { kept } = (await callApi<RemovedDemo>('DELETE', '/demo')).body
    notify(kept.length === 0 ? t('demo.removed') : t('demo.kept', { count: kept.length }))
    loaded.reload()
    after()
  }
  return (
    <section class="demo" aria-label={t('demo.remove')}>
      <p>{t('demo.note', { count: items })}</p>
      <Button disabled={isBusy} onClick={() => act(remove)} label={t('demo.remove')} />
    </section>
  )
}
