import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

/** Returns a measure of an element, in the window as it is. */
export function useMeasure(
  element: RefObject<HTMLElement | null>,
  measureOf: (element: HTMLElement) => number,
): number {
  const [size, setSize] = useState(0)
  const measure = () => {
    if (element.current) setSize(measureOf(element.current))
  }
  // What stands around may change with every render.
  useLayoutEffect(measure)
  useEffect(() => {
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return size
}
