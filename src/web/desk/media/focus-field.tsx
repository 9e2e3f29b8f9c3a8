/** The point of an image that crops keep in view. */
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

/** Two sliders, in percent from the left and from the top. */
export function FocusField({ focus, onChange }: FocusProps) {
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
              step={5}
              value={focus[axis]}
              onInput={(event) => onChange({ ...focus, [axis]: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
      ))}
    </>
  )
}
