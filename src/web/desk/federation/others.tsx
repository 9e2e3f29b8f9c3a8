/** Actors that the calendar follows, and the domains that it blocks. */
import { useState } from 'preact/hooks'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { askConfirmation, Dialog, DialogButton } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { AddForm, NameAndActsRow, type PerformAndReload } from './acts.tsx'
import type { FederationWithLists } from './federation.ts'

export interface FederationPartProps {
  readonly state: FederationWithLists
  readonly act: PerformAndReload
}

type FollowedActor = FederationWithLists['following'][number]

/** How a followed actor stands, and what becomes of its events. */
function followedText(
  { state, status, group, category }: FollowedActor,
  { groups, categories }: FederationWithLists,
): string {
  const into = [
    groups.find(({ id }) => id === group)?.name,
    categories.find(({ id }) => id === category)?.name,
  ]
  return [t(`federation.state.${state}`), t(`federation.events.${status}`), ...into]
    .filter((part) => part !== undefined)
    .join(' · ')
}

/** The question whether to follow an actor no more, and what becomes of its events. */
function StopFollowing({
  followed: { id, actor },
  act,
  close,
}: {
  readonly followed: FollowedActor
  readonly act: PerformAndReload
  readonly close: () => void
}) {
  const stop = async (query: string) => {
    if (await act('DELETE', `/following/${id}${query}`)) close()
  }
  return (
    <Dialog title={t('federation.unfollow', { name: actor })} onClose={close}>
      <p>{t('federation.unfollow.text')}</p>
      <div class="actions">
        <button type="button" onClick={() => stop('')}>
          {t('federation.unfollow.keep')}
        </button>
        <button type="button" class="danger" onClick={() => stop('?remove=true')}>
          {t('federation.unfollow.remove')}
        </button>
        <button type="button" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}

const statuses = ['pending', 'publish'] as const

/** The form that follows an actor, and says what its events get. */
function FollowForm({ state: { groups, categories }, act }: FederationPartProps) {
  const [actor, setActor] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]>('pending')
  const [group, setGroup] = useState('')
  const [category, setCategory] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const links = {
      ...(group !== '' && { group: Number(group) }),
      ...(category !== '' && { category: Number(category) }),
    }
    if (actor.trim() === '' || !(await act('POST', '/following', { actor: actor.trim(), status, ...links })))
      return
    setActor('')
  }
  const named = (all: readonly { readonly id: number; readonly name: string }[]) =>
    [['', '—'], ...all.map(({ id, name }) => [String(id), name] as const)] as const
  return (
    <Form kept="federation/actor" class="fields" onSubmit={submit}>
      <TextField name="actor" label={t('federation.follow.actor')} value={actor} onInput={setActor} />
      <SelectField
        name="status"
        label={t('federation.events')}
        value={status}
        options={statuses.map((one) => [one, t(`federation.events.${one}`)] as const)}
        onChange={setStatus}
      />
      {groups.length > 0 && (
        <SelectField
          name="group"
          label={t('one.group')}
          value={group}
          options={named(groups)}
          onChange={setGroup}
        />
      )}
      <SelectField
        name="category"
        label={t('category')}
        value={category}
        options={named(categories)}
        onChange={setCategory}
      />
      <div class="actions">
        <button type="submit">{t('federation.follow')}</button>
      </div>
    </Form>
  )
}

/** The followed actors. */
export function FollowedActors({ state, act }: FederationPartProps) {
  return (
    <FormSection title={t('federation.following')}>
      <ul class="lines">
        {state.following.map((followed) => (
          <NameAndActsRow key={followed.id} name={followed.actor} detail={followedText(followed, state)}>
            <DialogButton label={t('federation.unfollow', { name: followed.actor })} class="danger">
              {(close) => <StopFollowing followed={followed} act={act} close={close} />}
            </DialogButton>
          </NameAndActsRow>
        ))}
      </ul>
      <FollowForm state={state} act={act} />
    </FormSection>
  )
}

async function block(act: PerformAndReload, domain: string): Promise<boolean> {
  const title = t('federation.block.title', { name: domain })
  const text = t('federation.block.text')
  const isSure = await askConfirmation({ title, text, yes: t('federation.block'), isDangerous: true })
  return isSure && act('PUT', `/federation/blocks/${encodeURIComponent(domain)}`)
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
        add={(domain) => block(act, domain)}
      />
    </FormSection>
  )
}
