/** The point of an image that crops keep in view: chosen on the picture, or by two sliders. */
import { Field } from '../parts/field.tsx'
import { t } from '../words/index.ts'

interface Focus {
  readonly focus_x: number
  readonly focus_y: number
}

interface FocusProps {
  readonly focus: Focus
  readonly onChange: (focus: Focus) => void
}

const axes = ['focus_x', 'focus_y'] as const
const STEP = 5

const inPercent = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 100)

/** The moves of the arrow keys, in percent. */
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

interface PictureProps extends FocusProps {
  readonly url: string
  /** The text of the picture; "" if it has none. */
  readonly alt: string
}

/** The picture with its point, which follows a tap and the arrow keys. */
export function FocusPicture({ url, alt, focus, onChange }: PictureProps) {
  const { focus_x: x, focus_y: y } = focus
  const tap = (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => {
    // Enter and the space bar click without a place.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const [across, down] = [event.clientX - box.left, event.clientY - box.top]
    onChange({ focus_x: inPercent(across / box.width), focus_y: inPercent(down / box.height) })
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] = moves[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    onChange({ focus_x: inPercent((x + right) / 100), focus_y: inPercent((y + down) / 100) })
  }
  return (
    <button
      type="button"
      class="focus-picture"
      aria-label={`${alt === '' ? t('image.chosen') : alt} – ${t('focus.at', { x, y })}`}
      title={t('focus.tap')}
      onClick={tap}
      onKeyDown={press}
    >
      <img src={url} alt="" />
      <span class="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
    </button>
  )
}

/** Two sliders, in percent from the left and from the top. */
export function FocusSliders({ focus, onChange }: FocusProps) {
  return (
    <>
      {axes.map((axis) => (
        <Field
          key={axis}
          name={axis}
          label={t(axis === 'focus_x' ? 'focus.x' : 'focus.y')}
          hint={t('focus.hint')}
        >
          {(tied) => (
            <input
              {...tied}
              type="range"
              min={0}
              max={100}
              step={STEP}
              value={focus[axis]}
              onInput={(event) => onChange({ ...focus, [axis]: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
      ))}
    </>
  )
}
