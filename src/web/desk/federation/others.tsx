/** Actors that the calendar follows, and the domains that it blocks. */
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { AddForm, NameAndActsRow, type PerformAndReload } from './acts.tsx'
import type { FederationWithLists } from './federation.ts'

export interface FederationPartProps {
  readonly state: FederationWithLists
  readonly act: PerformAndReload
}

/** The followed actors. */
export function FollowedActors({ state: { following }, act }: FederationPartProps) {
  return (
    <FormSection title={t('federation.following')}>
      <p class="hint">{t('federation.following.text')}</p>
      <ul class="lines">
        {following.map(({ id, actor, state }) => (
          <NameAndActsRow key={id} name={actor} detail={t(`federation.state.${state}`)}>
            <button type="button" class="danger" onClick={() => act('DELETE', `/following/${id}`)}>
              {t('federation.unfollow', { name: actor })}
            </button>
          </NameAndActsRow>
        ))}
      </ul>
      <AddForm
        name="actor"
        label={t('federation.follow.actor')}
        button={t('federation.follow')}
        add={(actor) => act('POST', '/following', { actor })}
      />
    </FormSection>
  )
}

/** The blocked domains. */
export function BlockedDomains({ state: { blocks }, act }: FederationPartProps) {
  return (
    <FormSection title={t('many.blocks')}>
      <ul class="lines">
        {blocks.map(({ domain, date, fixed }) => (
          <NameAndActsRow
            key={domain}
            name={domain}
            detail={fixed ? 'FASTI_FEDERATION_BLOCKED' : date.slice(0, 10)}
          >
            {!fixed && (
              <button
                type="button"
                onClick={() => act('DELETE', `/federation/blocks/${encodeURIComponent(domain)}`)}
              >
                {t('federation.unblock', { name: domain })}
              </button>
            )}
          </NameAndActsRow>
        ))}
      </ul>
      <AddForm
        name="domain"
        label={t('federation.block.domain')}
        button={t('federation.block')}
        add={(domain) => act('PUT', `/federation/blocks/${encodeURIComponent(domain)}`)}
      />
    </FormSection>
  )
}
