/** The fields of the form of a translation. */

import { deskSettings } from '../desk-settings.ts'
import { SelectField } from '../parts/choice.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { RichTextField } from '../parts/rich-text.tsx'
import { type Key, t } from '../words/index.ts'
import type { TranslationFormState as Form, PartLostByMachine } from './form.ts'
import { OriginalText } from './marked.tsx'
import { languageName, machineTranslatedCollections, textOf } from './translation.ts'

const labels: Readonly<Record<string, Key>> = {
  title: 'title',
  excerpt: 'excerpt',
  description: 'description',
  name: 'name',
  venue: 'name',
  organizer: 'name',
  alt_text: 'alt-text',
  content: 'content',
}

const lostWords = {
  link_lost: 'translation.link_lost',
  number_changed: 'translation.number_changed',
} as const

/** Returns the parts of a text that a draft of the machine lacks, in words; "" if there are none. */
const lostText = (lost: readonly PartLostByMachine[], name: string): string =>
  (['link_lost', 'number_changed'] as const)
    .flatMap((code) => {
      const parts = lost.filter((part) => part.field === name && part.code === code)
      return parts.length === 0
        ? []
        : [t(lostWords[code], { values: parts.map(({ value }) => value).join(', ') })]
    })
    .join(' ')

/** A text beside its original. */
export function TextPair({ name, form, earlier }: { name: string; form: Form; earlier: string | undefined }) {
  const { item, values, set, fault, lost } = form
  const hint = lostText(lost, name)
  const field = {
    name,
    label: t(labels[name] ?? 'title'),
    value: values[name] ?? '',
    hint: hint || undefined,
    fault: fault?.fields[`translations.${name}`],
    onInput: (value: string) => set(name, value),
  }
  return (
    <div class={hint === '' ? 'side-by-side' : 'side-by-side lost'}>
      <div>
        <p class="label">{languageName(item.languages[0] ?? item.language)}</p>
        <OriginalText html={textOf(item, name)} language={item.languages[0] ?? ''} before={earlier} />
      </div>
      {name === 'description' || name === 'content' ? <RichTextField {...field} /> : <TextField {...field} />}
    </div>
  )
}

/** Shows the first field that lacks something. On a telephone, the buttons would cover what is said below it. */
function showLost(): void {
  document.querySelector<HTMLElement>('.translating .lost [aria-describedby]')?.focus()
  document.querySelector('.translating .lost .field > .hint')?.scrollIntoView({ block: 'center' })
}

/** The button that asks the machine for a draft; nothing typed is replaced. */
function MachineButton({ form, tag }: { readonly form: Form; readonly tag: string }) {
  if (!deskSettings.hasTranslator || !machineTranslatedCollections.includes(form.collection)) return null
  const hasOne = form.item.translations[tag] !== undefined
  const act = async () => {
    const question = { title: t('translation.machine'), text: t('translation.machine.replace') }
    if (hasOne && !(await askConfirmation({ ...question, yes: t('translation.machine') }))) return
    if (await form.draft()) showLost()
  }
  return (
    <button
      type="button"
      class="machine"
      disabled={form.isChanged}
      aria-keyshortcuts="Alt+M"
      title="Alt+M"
      onClick={() => void act()}
    >
      {t('translation.machine')}
    </button>
  )
}

/** Asks for which dates of a series the translation is. */
function ScopeField({ scope: { scope, setScope, isAsked } }: Pick<Form, 'scope'>) {
  if (!isAsked) return null
  return (
    <SelectField
      name="apply_to"
      label={t('scope')}
      value={scope}
      options={[
        ['all', t('scope.all')],
        ['this', t('scope.this')],
      ]}
      onChange={setScope}
    />
  )
}

interface SaveProps {
  readonly form: Form
  readonly tag: string
  readonly publish: () => void
}

/** Whether and for which dates the translation is published, and the buttons. */
export function StateAndSave({ form, tag, publish }: SaveProps) {
  return (
    <>
      <SelectField
        name="state"
        label={t('status')}
        value={form.values.state ?? ''}
        options={[
          ['published', t('translation.published')],
          ['draft', t('status.draft')],
        ]}
        onChange={(state) => form.set('state', state)}
      />
      <ScopeField scope={form.scope} />
      <div class="savebar">
        <p role="status">{t(form.isChanged ? 'unsaved' : 'all-saved')}</p>
        <MachineButton form={form} tag={tag} />
        {form.values.state === 'draft' && (
          <button
            type="button"
            class="publish"
            aria-keyshortcuts="Control+Enter"
            title="Ctrl+Enter"
            onClick={publish}
          >
            {t('bulk.publish')}
          </button>
        )}
        <button type="submit" class="main">
          {t('save')}
        </button>
      </div>
    </>
  )
}
