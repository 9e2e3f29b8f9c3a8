/** The calendar on the social web: who can be followed, who follows, whom it follows, and what did not arrive. */
import { askConfirmation } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { FormSection } from '../parts/part.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { makePerformAndReload, NameAndActsRow, type PerformAndReload } from './acts.tsx'
import { SocialDeliveries } from './deliveries.tsx'
import { loadFederationWithLists } from './federation.ts'
import { BlockedDomains, type FederationPartProps, FollowedActors } from './others.tsx'
import { SocialPreviewOfChosenEvent } from './preview.tsx'

async function close(act: PerformAndReload, path: string, name: string): Promise<void> {
  const title = t('federation.close', { name })
  const isSure = await askConfirmation({
    title,
    text: t('federation.close.text'),
    yes: title,
    isDangerous: true,
  })
  if (isSure) await act('PATCH', path, { federated: false })
}

/** The actors, and the groups that have none. */
function Actors({ state: { federation, groups }, act }: FederationPartProps) {
  const isOpen = (group: number) =>
    federation.actors.some(({ kind, item, open }) => kind === 'group' && item === group && open)
  return (
    <FormSection title={t('federation.actors')}>
      <ul class="lines">
        {federation.actors.map(({ id, account, kind, item, open, followers }) => (
          <NameAndActsRow
            key={id}
            name={account}
            detail={open ? t('federation.count', { count: followers }) : t('federation.closed')}
          >
            {open && kind !== 'calendar' && (
              <button type="button" onClick={() => close(act, `/${kind}s/${item}`, account)}>
                {t('federation.close', { name: account })}
              </button>
            )}
          </NameAndActsRow>
        ))}
        {groups
          .filter(({ id, federated }) => !federated && !isOpen(id))
          .map(({ id, name }) => (
            <NameAndActsRow key={`group ${id}`} name={name} detail={t('federation.closed')}>
              <button type="button" onClick={() => act('PATCH', `/groups/${id}`, { federated: true })}>
                {t('federation.open', { name })}
              </button>
            </NameAndActsRow>
          ))}
      </ul>
      <p class="hint">{t('federation.organizers')}</p>
    </FormSection>
  )
}

function Followers({ state: { followers }, act }: FederationPartProps) {
  return (
    <FormSection title={t('followers')}>
      {followers.length === 0 && <p class="empty">{t('federation.followers.none')}</p>}
      <ul class="lines">
        {followers.map(({ id, actor, target, state }) => (
          <NameAndActsRow
            key={id}
            name={actor}
            detail={state === 'pending' ? t('federation.waits') : `→ ${new URL(target).pathname}`}
          >
            {state === 'pending' && (
              <button type="button" onClick={() => act('POST', `/followers/${id}/approve`)}>
                {t('federation.approve', { name: actor })}
              </button>
            )}
            <button type="button" class="danger" onClick={() => act('DELETE', `/followers/${id}`)}>
              {t('federation.remove', { name: actor })}
            </button>
          </NameAndActsRow>
        ))}
      </ul>
    </FormSection>
  )
}

function Off() {
  return (
    <>
      <p class="empty">{t('federation.off')}</p>
      <p>{t('federation.off.text')}</p>
      <p>
        <code>FASTI_FEDERATION=on</code>
      </p>
    </>
  )
}

/** The view. */
export function FederationView() {
  const loaded = useLoaded(loadFederationWithLists, [])
  const act = makePerformAndReload(loaded.reload)
  const isOff = !loaded.isLoading && loaded.fault === undefined && loaded.value === undefined
  return (
    <>
      <ViewHeading text={t('federation')} />
      {isOff ? (
        <Off />
      ) : (
        <LoadedContent of={loaded}>
          {(state) =>
            state && (
              <>
                <p>{t('federation.on')}</p>
                <Actors state={state} act={act} />
                <Followers state={state} act={act} />
                <SocialDeliveries state={state} />
                <FollowedActors state={state} act={act} />
                <BlockedDomains state={state} act={act} />
                <FormSection title={t('federation.preview')}>
                  <SocialPreviewOfChosenEvent calendar={state.federation.actors[0]?.id ?? ''} />
                </FormSection>
              </>
            )
          }
        </LoadedContent>
      )}
    </>
  )
}
