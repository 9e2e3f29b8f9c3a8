/** The form that makes an item goes on with it, so that no letter is lost that is typed meanwhile: the address changes, and the view stays. */
import { useEffect, useRef } from 'preact/hooks'
import { openPath } from '../route.ts'

let made = 0
const formsOfMade = new Map<string, string>()

/** Returns the key of the view of an item, or of a new one, by its path: the same for an item and the form that made it. */
export const editorKey = (path: string): string =>
  path.endsWith('/new') ? `${path} ${made}` : (formsOfMade.get(path) ?? path)

/** Returns the function that shows the address of what a form has made, unless the form was left: another new one may have been begun since. */
export function useAddressOfMade(collection: string): (id: number) => void {
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    [],
  )
  return (id) => {
    if (isLeft.current) return
    const path = `/${collection}/${id}`
    formsOfMade.set(path, editorKey(`/${collection}/new`))
    made += 1
    openPath(path)
  }
}
