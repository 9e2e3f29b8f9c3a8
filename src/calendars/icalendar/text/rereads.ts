/** Keeps where the events of a calendar are in its text, instead of their properties: a hundred thousand would take 120 MB. */
import type { Component } from './content-lines.ts'

/** Reads the component of a text whose first line has this number. */
type ReadOne = (text: string, number: number) => Component | undefined

/** Components that are read as a whole once, because others refer to what they contain. */
const read = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'])

/** The maximum characters of a component that is read again, which takes less than a millisecond. */
const LONGEST = 64 * 1024
/** Components whose properties stay in memory: at least those of one series with its exceptions, which are compared. */
const MAX_RECENT = 1000

const nothing = { properties: [], components: [] } as const

/** A component and where it is in the text. */
interface PlacedComponent extends Pick<Component, 'name' | 'number' | 'isDamaged'> {
  readonly from: number
  readonly to: number
}

/** Returns a function that replaces a component of the text by one that is read again from it when it is needed. */
export function makeLazyComponentReplacer(text: string, readOne: ReadOne) {
  const recent = new Map<number, Pick<Component, 'properties' | 'components'>>()
  const contentOf = ({ from, to, number }: PlacedComponent) => {
    const known = recent.get(from)
    if (known !== undefined) return known
    const content = readOne(text.slice(from, to), number) ?? nothing
    if (recent.size >= MAX_RECENT) recent.clear()
    recent.set(from, content)
    return content
  }
  // Getters of its own would make each component six times as large.
  const shared: object = Object.defineProperties(
    {},
    {
      properties: {
        get(this: PlacedComponent) {
          return contentOf(this).properties
        },
      },
      components: {
        get(this: PlacedComponent) {
          return contentOf(this).components
        },
      },
    },
  )
  return (component: Component, from: number, to: number): Component => {
    const { name, number, isDamaged } = component
    if (read.has(name) || to - from > LONGEST) return component
    return Object.assign(Object.create(shared), { name, number, isDamaged, from, to })
  }
}
