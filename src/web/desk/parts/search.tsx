/** A search field. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { TextField } from './field.tsx'

const PAUSE = 300

/** Calls back with the search words when typing pauses. Words that come from elsewhere, as from a link, replace what is typed. */
export function SearchField({
  value,
  onSearch,
}: {
  readonly value: string
  readonly onSearch: (q: string) => void
}) {
  const [text, setText] = useState(value)
  const known = useRef(value)
  if (known.current !== value) {
    known.current = value
    setText(value)
  }
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      known.current = text
      onSearch(text)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return <TextField name="q" type="search" label={t('search')} value={text} onInput={setText} />
}
