/** Credentials of a user that can be revoked: tokens, secret feeds. */
import type { ComponentChildren } from 'preact'
import { callApi } from '../api/api.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { UserIdAndNames } from './accounts.ts'

interface Given {
  readonly id: number
  readonly name: string
}

interface RevocableProps<T extends Given> {
  readonly user: UserIdAndNames
  readonly title: string
  readonly hint: string
  /** The path of the collection. */
  readonly collection: 'tokens' | 'feeds'
  readonly load: (user: UserIdAndNames) => Promise<readonly T[]>
  readonly detail: (one: T) => string
  /** The form to add one. It calls `onCreated` when one was added. */
  readonly form: (onCreated: () => void) => ComponentChildren
}

/** The date of the last use as text; an empty instant means never. */
export const lastUseText = (lastUsed: string): string =>
  lastUsed === '' ? t('token.unused') : t('token.used', { at: utcAsBrowserTimeText(lastUsed) })

/** The existing ones, each with a button to revoke it, and a form to add one. */
export function RevocableList<T extends Given>({
  user,
  title,
  hint,
  collection,
  load,
  detail,
  form,
}: RevocableProps<T>) {
  const loaded = useLoaded(() => load(user), [user.id])
  const revoke = async ({ id, name }: T) => {
    const revoked = callApi('DELETE', `/${collection}/${id}`)
    await tellWhenDone(revoked, t('token.revoked', { name }), loaded.reload)
  }
  return (
    <section class="part">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <LoadedContent of={loaded}>
        {(all) => (
          <ul class="lines">
            {all.length === 0 && <li class="empty">{t('tokens.none')}</li>}
            {all.map((one) => (
              <li key={one.id} class="line">
                <span class="name">{one.name}</span>
                <span class="detail">{detail(one)}</span>
                <button type="button" class="danger" onClick={() => revoke(one)}>
                  {t('token.revoke', { name: one.name })}
                </button>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
      {form(loaded.reload)}
    </section>
  )
}
