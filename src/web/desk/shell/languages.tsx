/** The same place of the desk in the other languages; the address keeps which of them was chosen. */
import { useState } from 'preact/hooks'
import { place } from '../place.ts'
import { path } from '../route.ts'
import { all } from '../words/all.ts'
import { language, t } from '../words/index.ts'

const nameOf = (name: string) => new Intl.DisplayNames(name, { type: 'language' }).of(name)

/** The languages behind the name of the one in use, for the head of the desk. */
export function LanguageMenu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="menu" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary lang={language}>{nameOf(language)}</summary>
      {isOpen && <Languages />}
    </details>
  )
}

/** Links to all languages, each in its own words. */
export function Languages() {
  const view = path.value === '/' ? '' : path.value
  return (
    <nav class="languages" aria-label={t('languages')}>
      <ul>
        {Object.keys(all).map((name) => (
          <li key={name}>
            <a
              href={`${place.base}/${name}/desk${view}`}
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
