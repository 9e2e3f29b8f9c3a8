/** The upkeep of the service in sections: moderation, e-mail, storage, back-ups and export. */
import { callApi } from '../../api/api.ts'
import type { Upkeep } from '../../api/types.ts'
import { Link } from '../../parts/link.tsx'
import { LoadedContent, useLoaded } from '../../parts/loaded.tsx'
import { FoldedSection } from '../../parts/part.tsx'
import { t } from '../../words/index.ts'
import { sizeText } from '../../words/size-text.ts'
import { BackUpSection } from './back-ups.tsx'
import { MailSection } from './mail.tsx'

const loadUpkeep = async () => (await callApi<Upkeep>('GET', '/upkeep')).body

function ModerationSection({ submissions }: Pick<Upkeep, 'submissions'>) {
  const { open, an_hour: hour, waiting, waiting_limit, space_used, space_limit } = submissions
  const line = t(open ? 'upkeep.open' : 'upkeep.closed')
  const limit = `${sizeText(space_limit)} (FASTI_SUBMISSIONS_SPACE)`
  const limits = { hour, waiting: waiting_limit, used: sizeText(space_used), limit }
  return (
    <FoldedSection title={t('upkeep.moderation')} line={line}>
      <p>{line}</p>
      {(open || waiting > 0) && (
        <p>
          {t('upkeep.waiting', { count: waiting })} <Link to="/review">{t('review')}</Link>
        </p>
      )}
      {open && <p>{t('upkeep.limits', limits)}</p>}
      <p>{t('upkeep.contributors')}</p>
    </FoldedSection>
  )
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function StorageSection({ storage }: Pick<Upkeep, 'storage'>) {
  const { database, database_place, database_bytes, images, images_place, free_bytes } = storage
  const name = databases[database]
  const data = { size: sizeText(database_bytes), database: name, place: database_place || t('upkeep.memory') }
  const place = images === 'bucket' ? t('upkeep.bucket', { place: images_place }) : images_place
  const free = free_bytes === null ? undefined : t('upkeep.free', { size: sizeText(free_bytes) })
  return (
    <FoldedSection title={t('upkeep.storage')} line={[name, data.size, ...(free ? [free] : [])].join(' · ')}>
      <p>{t('upkeep.data', data)}</p>
      <p>{t('upkeep.images', { count: storage.image_count, size: sizeText(storage.image_bytes), place })}</p>
      {free && <p>{free}</p>}
    </FoldedSection>
  )
}

/** The sections, which are no part of the form: what they show is set where the service runs. */
export function UpkeepSections() {
  const loaded = useLoaded(loadUpkeep, [])
  return (
    <LoadedContent of={loaded}>
      {({ mail, storage, back_up, submissions }) => (
        <div class="editor settings">
          <div class="settings-sections">
            <ModerationSection submissions={submissions} />
            <MailSection mail={mail} />
            <StorageSection storage={storage} />
            <BackUpSection back_up={back_up} />
          </div>
        </div>
      )}
    </LoadedContent>
  )
}
