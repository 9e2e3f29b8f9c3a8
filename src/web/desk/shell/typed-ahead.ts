/** Letters that are typed after a key has opened a dialog, and before its field is there: the field begins with them. */
let letters = ''

/** Keeps the letters typed while `isAwaited` says so, before any shortcut takes them. */
export function keepTypedLetters(isAwaited: () => boolean): void {
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || [...event.key].length !== 1 || !isAwaited()) return
    letters += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, true)
}

/** Returns the letters that were kept, once. */
export function takeTypedLetters(): string {
  const taken = letters
  letters = ''
  return taken
}
