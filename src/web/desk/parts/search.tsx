/** A search field. */
import { useEffect, useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { TextField } from './field.tsx'

const PAUSE = 300

/** Calls back with the search words when typing pauses. */
export function SearchField({
  value,
  onSearch,
}: {
  readonly value: string
  readonly onSearch: (q: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return <TextField name="q" type="search" label={t('search')} value={text} onInput={setText} />
}
