/** Links to the same view in other languages. The URL contains the chosen language. */
import { useState } from 'preact/hooks'
import { deskSettings } from '../desk-settings.ts'
import { Icon } from '../parts/icon.tsx'
import { pathBelowDeskSignal } from '../route.ts'
import { language, t } from '../words/index.ts'

const hasSeveral = deskSettings.languages.length > 1

const nameOf = (name: string) => new Intl.DisplayNames(name, { type: 'language' }).of(name)

/** The list of languages under the name of the current one, for the header of the desk. */
export function LanguageMenu() {
  const [isOpen, setOpen] = useState(false)
  if (!hasSeveral) return null
  return (
    <details class="menu" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of="globe" />
        <span lang={language}>{nameOf(language)}</span>
      </summary>
      {isOpen && <LanguageLinks />}
    </details>
  )
}

/** Links to all languages, each named in its own language. The secret of an invitation goes along. */
export function LanguageLinks() {
  if (!hasSeveral) return null
  const view = pathBelowDeskSignal.value === '/' ? '' : pathBelowDeskSignal.value
  return (
    <nav class="languages" aria-label={t('languages')}>
      <ul>
        {deskSettings.languages.map((name) => (
          <li key={name}>
            <a
              href={`${deskSettings.base}/${name}/desk${view}${location.hash}`}
              lang={name}
              hreflang={name}
              aria-current={name === language ? 'true' : undefined}
            >
              {nameOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
