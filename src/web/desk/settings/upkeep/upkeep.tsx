/** The upkeep of the service in sections: moderation, e-mail, storage, back-ups and export. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../../clients/typescript/src/schema.ts'
import { callApi } from '../../api/api.ts'
import { faultMessage } from '../../api/faults.ts'
import type { Upkeep } from '../../api/types.ts'
import { Link } from '../../parts/link.tsx'
import { LoadedContent, useLoaded } from '../../parts/loaded.tsx'
import { FoldedSection } from '../../parts/part.tsx'
import { t } from '../../words/index.ts'
import { sizeText } from '../../words/size-text.ts'
import { BackUpSection } from './back-ups.tsx'

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

type MailTest = components['schemas']['MailTest']

/** Returns the result of a test in words, with what the server said. */
function resultText({ sent, to, reason, said }: MailTest): string {
  if (sent || reason === '') return t('upkeep.mail.sent', { to })
  return [t(`upkeep.mail.${reason}`), ...(said === '' ? [] : [t('upkeep.mail.said', { said })])].join(' ')
}

/** The section of e-mail. */
function MailSection({ mail }: Pick<Upkeep, 'mail'>) {
  const [result, setResult] = useState('')
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    setResult('')
    setResult(
      await callApi<MailTest>('POST', '/upkeep/test-mail').then(
        ({ body }) => resultText(body),
        (error: unknown) => faultMessage(error),
      ),
    )
    setBusy(false)
  }
  const line = mail.configured
    ? t('upkeep.mail.line', { from: mail.from, server: mail.server })
    : t('upkeep.mail.no_server')
  return (
    <FoldedSection title={t('upkeep.mail')} line={line}>
      <p>{mail.configured ? line : t('upkeep.mail.none')}</p>
      {mail.waiting > 0 && <p>{t('upkeep.mail.waiting', { count: mail.waiting })}</p>}
      {mail.configured && (
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => void test()}>
            {t('upkeep.mail.test')}
          </button>
        </div>
      )}
      <p role="status">{result}</p>
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

/** The sections, in which nothing is typed: what they show is set where the service runs. */
export function UpkeepSections() {
  const loaded = useLoaded(loadUpkeep, [])
  return (
    <LoadedContent of={loaded}>
      {({ mail, storage, back_up, submissions }) => (
        <div class="settings-sections">
          <ModerationSection submissions={submissions} />
          <MailSection mail={mail} />
          <StorageSection storage={storage} />
          <BackUpSection back_up={back_up} />
        </div>
      )}
    </LoadedContent>
  )
}
