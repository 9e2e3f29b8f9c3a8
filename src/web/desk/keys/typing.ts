/** Whether a key is typed into a field. Boxes that are ticked take no characters: shortcuts go on working where a click left the focus. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))
