/** The command palette (Ctrl+K): acts, views, events, places and people by a few letters, without a mouse. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { whenText } from '../events/list/columns.tsx'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../events/list/listed.ts'
import { suggestItems } from '../items/suggested.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'
import { type Command, commandToOpen, matchingCommands, permittedPaletteCommands } from './commands.ts'
import { isCommandPaletteOpenSignal } from './palette-open.ts'
import { takeTypedLetters } from './typed-ahead.ts'

/** Milliseconds after the last key before the service is asked. */
const PAUSE = 150
const MOST = 5

/** Finds events, venues and organizers. */
async function found(text: string): Promise<readonly Command[]> {
  const query = {
    ...ALL_DATES_QUERY_FIELDS,
    search: text,
    search_in: 'title',
    status: 'any',
    collapse: 'series',
  }
  const [events, ...items] = await Promise.all([
    loadEvents({ ...query, orderby: 'relevance', per_page: MOST }),
    suggestItems('venues', text),
    suggestItems('organizers', text),
  ])
  return [
    ...events.body.map((event) => commandToOpen(`/events/${event.id}`, event.title, whenText(event))),
    ...(['venues', 'organizers'] as const).flatMap((name, at) =>
      (items[at] ?? [])
        .slice(0, MOST)
        .map(({ value, label, detail = '' }) =>
          commandToOpen(`/${name}/${value}`, label, [t(name), detail].filter(Boolean).join(' · ')),
        ),
    ),
  ]
}

/** The typed text and the commands for it: own ones at once, those of the service after a pause. Without the service, the own ones stay. */
function useCommands() {
  const [text, setText] = useState(takeTypedLetters)
  const [more, setMore] = useState<readonly Command[]>([])
  useEffect(() => {
    setMore([])
    if (text.trim().length < 2) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      found(text.trim()).then(
        (commands) => isCurrent && setMore(commands),
        () => undefined,
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return {
    text,
    setText,
    commands: [...matchingCommands(permittedPaletteCommands(text.trim() !== ''), text), ...more],
  }
}

const close = () => {
  isCommandPaletteOpenSignal.value = false
}

interface ListProps {
  readonly id: string
  readonly commands: readonly Command[]
  readonly at: number
  readonly run: (command: Command) => void
}

function CommandList({ id, commands, at, run }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div role="listbox" class="commands" id={id} aria-label={t('palette')} ref={list}>
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
        // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
        <div
          key={command.id}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === at}
          onClick={() => run(command)}
        >
          {command.label} {command.detail && <small>{command.detail}</small>}
        </div>
      ))}
    </div>
  )
}

function OpenPalette() {
  const { text, setText, commands } = useCommands()
  const [at, setAt] = useState(0)
  const id = useId()
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((at + step + commands.length) % Math.max(commands.length, 1))
    else if (event.key === 'Enter') run(commands[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette')} onClose={close} class="palette">
      <input
        type="text"
        role="combobox"
        aria-label={t('palette.field')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={commands.length > 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        placeholder={t('palette.field')}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <CommandList {...{ id, commands, at, run }} />
      <p role="status" class="hint">
        {commands.length === 0 && t('palette.none')}
      </p>
    </Dialog>
  )
}

/** The palette, while it is open. */
export function CommandPalette() {
  return isCommandPaletteOpenSignal.value ? <OpenPalette /> : null
}
